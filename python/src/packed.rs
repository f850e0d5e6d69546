//! What is pickled as bytes: with its kind, the version of the package that wrote it and a checksum, so that what another version
//! wrote, or what is damaged, is refused with a sentence.

use crate::errors;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Serialize, Deserialize)]
struct Head {
    kind: String,
    version: String,
    checksum: u64,
}

/// The value as bytes.
pub fn pack<'py>(py: Python<'py>, kind: &str, value: &impl Serialize) -> PyResult<Bound<'py, PyBytes>> {
    let payload = postcard::to_stdvec(value).map_err(errors::value)?;
    let head = Head { kind: kind.into(), version: VERSION.into(), checksum: xxh3_64(&payload) };
    let mut bytes = postcard::to_stdvec(&head).map_err(errors::value)?;
    bytes.extend(payload);
    Ok(PyBytes::new(py, &bytes))
}

/// What was packed.
pub fn unpack<T: DeserializeOwned>(py: Python<'_>, kind: &str, bytes: &[u8]) -> PyResult<T> {
    let refused = |why: String| Err(errors::of_saved(py, &why));
    let Ok((head, payload)) = postcard::take_from_bytes::<Head>(bytes) else {
        return refused(format!("these are not the bytes of a pickled {kind}"));
    };
    if head.kind != kind {
        return refused(format!("these are the bytes of a pickled {:?}, not of a {kind}", head.kind));
    }
    if head.version != VERSION {
        return refused(format!(
            "this {kind} was pickled by piaget {}, and this is {VERSION}; make it again",
            head.version
        ));
    }
    if head.checksum != xxh3_64(payload) {
        return refused(format!("this pickled {kind} is damaged: its checksum does not agree"));
    }
    postcard::from_bytes(payload).or_else(|why| refused(format!("this pickled {kind} is damaged: {why}")))
}
