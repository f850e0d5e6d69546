//! The container, the buffers, and numbers out of accessors, every range checked.

use crate::BadFile;
use ::gltf::json::{self, Index, accessor::ComponentType, validation::Checked, validation::Validate};
use std::cell::Cell;

/// The most numbers that a file may yield, all its accessors together and as often as they are used; more is a mistake
/// or an attack: a mesh that many nodes show is made for each of them.
const MAX_NUMBERS: u64 = 32 << 20;
/// The most objects and the most values that a file's JSON may hold. The least object has two letters and takes some five hundred bytes
/// once it is read.
const MAX_OBJECTS: usize = 256 << 10;
const MAX_VALUES: usize = 4 << 20;
/// The most bytes of all buffers together: many may name one file.
const MAX_BUFFER_BYTES: usize = 256 << 20;

/// A parsed and index-checked document with its buffers.
pub(super) struct Source<'a> {
    pub name: &'a str,
    pub root: json::Root,
    /// How many more numbers may be made.
    left: Cell<u64>,
    buffers: Vec<Vec<u8>>,
}

impl<'a> Source<'a> {
    pub fn open(
        name: &'a str,
        bytes: &[u8],
        fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, BadFile> {
        let bad = |at: &str, what: String, hint: &str| BadFile {
            file: name.into(),
            at: at.into(),
            what,
            hint: hint.into(),
        };
        let (text, blob) = if bytes.starts_with(b"glTF") {
            split(bytes)
                .map_err(|what| bad("container", what, "the file may be cut short; export it again"))?
        } else {
            (bytes, None)
        };
        let marks = |mark: u8| text.iter().filter(|byte| **byte == mark).count();
        if marks(b'{') > MAX_OBJECTS || marks(b',') > MAX_VALUES {
            let what = format!("more than {MAX_OBJECTS} objects or {MAX_VALUES} values");
            return Err(bad("file", what, "export the character alone, without its scene"));
        }
        let root = json::Root::from_slice(text).map_err(|error| {
            let at = format!("line {}, column {}", error.line(), error.column());
            bad(&at, error.to_string(), "this should be the JSON of a glTF 2.0 file")
        })?;
        // The library looks into these before it has checked that they are there.
        for (index, mesh) in root.meshes.iter().enumerate() {
            let mut accessors = mesh.primitives.iter().flat_map(|part| part.attributes.values());
            if accessors.any(|accessor| accessor.value() >= root.accessors.len()) {
                let what = "an attribute points to an accessor that the file does not hold".to_owned();
                return Err(bad(&format!("meshes[{index}]"), what, "export it again"));
            }
        }
        let mut wrong = None;
        root.validate(&root, json::Path::new, &mut |path: &dyn Fn() -> json::Path, error| {
            wrong.get_or_insert_with(|| (path().to_string(), error));
        });
        if let Some((at, error)) = wrong {
            use json::validation::Error;
            let (what, hint) = match error {
                Error::IndexOutOfBounds => {
                    ("points to something that the file does not hold", "export it again")
                }
                Error::Missing => ("is missing", "glTF 2.0 requires it"),
                Error::Unsupported => (
                    "requires an extension that is not known here",
                    "export it without compression or extensions",
                ),
                _ => ("holds a value that glTF 2.0 does not allow", "export it again"),
            };
            let which = if root.extensions_required.is_empty() {
                String::new()
            } else {
                format!(" (it requires {})", root.extensions_required.join(", "))
            };
            return Err(bad(&at, format!("{what}{which}"), hint));
        }
        let mut buffers: Vec<Vec<u8>> = Vec::new();
        let mut room = MAX_BUFFER_BYTES;
        for (index, buffer) in root.buffers.iter().enumerate() {
            let at = format!("buffers[{index}]");
            let data = match &buffer.uri {
                None if index == 0 => blob.map(<[u8]>::to_vec),
                None => None,
                Some(uri) => match uri.split_once(";base64,") {
                    Some((head, data)) if head.starts_with("data:") => {
                        Some(base64(data).ok_or_else(|| {
                            bad(&at, "its data is not base64".into(), "export the file again")
                        })?)
                    }
                    _ => fetch(uri),
                },
            };
            let data = data.ok_or_else(|| {
                let uri = buffer.uri.as_deref().unwrap_or("the binary part of the file");
                let uri: String = uri.chars().take(80).collect();
                bad(&at, format!("`{uri}` is missing"), "keep it beside the file, or save as .glb")
            })?;
            if (data.len() as u64) < buffer.byte_length.0 {
                let what = format!("holds {} bytes, but {} are promised", data.len(), buffer.byte_length.0);
                return Err(bad(&at, what, "the file may be cut short; export it again"));
            }
            let Some(rest) = room.checked_sub(data.len()) else {
                let what = format!("is one too many: all together hold more than {MAX_BUFFER_BYTES} bytes");
                return Err(bad(&at, what, "export fewer movements at once"));
            };
            room = rest;
            buffers.push(data);
        }
        Ok(Self { name, root, left: Cell::new(MAX_NUMBERS), buffers })
    }

    /// Counts numbers before they are made.
    pub fn count(&self, numbers: u64, at: &str) -> Result<(), BadFile> {
        let Some(left) = self.left.get().checked_sub(numbers) else {
            let what = format!("asks for more numbers than the {MAX_NUMBERS} that a file may hold");
            return Err(self.bad(at, what, "export fewer copies, or a simpler mesh"));
        };
        self.left.set(left);
        Ok(())
    }

    pub fn bad(&self, at: impl Into<String>, what: impl Into<String>, hint: impl Into<String>) -> BadFile {
        BadFile { file: self.name.into(), at: at.into(), what: what.into(), hint: hint.into() }
    }

    /// All numbers of an accessor of `width` numbers per element; whole numbers that are not normalised come
    /// as they are.
    pub fn numbers(
        &self,
        accessor: Index<json::Accessor>,
        width: usize,
        at: &str,
    ) -> Result<Vec<f32>, BadFile> {
        let index = accessor.value();
        let here = format!("{at} (accessors[{index}])");
        let fault = |what: String| self.bad(here.clone(), what, "export the file again");
        let accessor = self.root.accessors.get(index).ok_or_else(|| fault("does not exist".into()))?;
        let (Checked::Valid(component), Checked::Valid(kind)) = (&accessor.component_type, &accessor.type_)
        else {
            return Err(fault("has an unknown type".into()));
        };
        if kind.multiplicity() != width {
            return Err(fault(format!(
                "has {} numbers per element, {width} are needed",
                kind.multiplicity()
            )));
        }
        if accessor.sparse.is_some() {
            return Err(self.bad(here, "is sparse, which is not read", "export without sparse accessors"));
        }
        let count = accessor.count.0;
        self.count(count.saturating_mul(width as u64), &here)?;
        let Some(view) = accessor.buffer_view else {
            return Ok(vec![0.0; count as usize * width]);
        };
        let view = self.root.buffer_views.get(view.value()).ok_or_else(|| fault("has no view".into()))?;
        let buffer = self.buffers.get(view.buffer.value()).ok_or_else(|| fault("has no buffer".into()))?;
        let size = component.0.size();
        let element = size * width;
        let stride = view.byte_stride.map_or(element, |stride| stride.0.max(1)) as u64;
        let view_start = view.byte_offset.unwrap_or_default().0;
        let start = view_start.saturating_add(accessor.byte_offset.unwrap_or_default().0);
        let view_end = view_start.saturating_add(view.byte_length.0).min(buffer.len() as u64);
        let end = start.saturating_add(stride.saturating_mul(count.saturating_sub(1)) + element as u64);
        if count > 0 && (end > view_end || stride < element as u64 && count > 1) {
            return Err(fault(format!("reaches to byte {end}, but its view ends at {view_end}")));
        }
        let mut numbers = Vec::with_capacity(count as usize * width);
        for item in 0..count {
            let at = (start + item * stride) as usize;
            for piece in buffer[at..at + element].chunks_exact(size) {
                numbers.push(number(piece, component.0, accessor.normalized));
            }
        }
        if let Some(place) = numbers.iter().position(|number| !number.is_finite()) {
            return Err(fault(format!("element {} is not a finite number", place / width)));
        }
        Ok(numbers)
    }
}

fn number(bytes: &[u8], component: ComponentType, normalised: bool) -> f32 {
    let (value, most) = match component {
        ComponentType::I8 => (f32::from(bytes[0] as i8), 127.0),
        ComponentType::U8 => (f32::from(bytes[0]), 255.0),
        ComponentType::I16 => (f32::from(i16::from_le_bytes([bytes[0], bytes[1]])), 32767.0),
        ComponentType::U16 => (f32::from(u16::from_le_bytes([bytes[0], bytes[1]])), 65535.0),
        ComponentType::U32 => (u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as f32, 1.0),
        ComponentType::F32 => return f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
    };
    if normalised { (value / most).max(-1.0) } else { value }
}

/// The text and the binary part of a `.glb`.
fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    let word = |at: usize| {
        let bytes = bytes.get(at..at + 4).ok_or_else(|| format!("the file ends at byte {}", bytes.len()))?;
        Ok::<u32, String>(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    };
    let version = word(4)?;
    if version != 2 {
        return Err(format!("glTF version {version}; only 2 is read"));
    }
    let mut chunks = [None, None];
    let mut at = 12usize;
    while at < bytes.len() {
        let (length, kind) = (word(at)? as usize, word(at + 4)?);
        let end = (at + 8).saturating_add(length);
        let chunk = bytes.get(at + 8..end).ok_or_else(|| {
            format!("the chunk at byte {at} should end at byte {end}, but the file ends at {}", bytes.len())
        })?;
        match kind {
            0x4e4f_534a => chunks[0] = chunks[0].or(Some(chunk)),
            0x004e_4942 => chunks[1] = chunks[1].or(Some(chunk)),
            _ => {}
        }
        at = end;
    }
    Ok((chunks[0].ok_or("there is no JSON chunk")?, chunks[1]))
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.bytes().filter(|byte| *byte != b'=' && !byte.is_ascii_whitespace()) {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    Some(out)
}
