//! Any text given to the reader of places is read or refused, and what is read is one hierarchy: every place is found by its
//! name, stands under the root, and some are specific.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_memory::House;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match House::from_text("fuzzed.kdl", &text) {
        Ok(house) => {
            assert!(!house.leaves().is_empty() && house.fits(&house).is_ok());
            for name in house.names() {
                let place = house.find(name.as_str()).expect("it is called so");
                assert!(house.within(place, house.root()) && house[place].size >= 1);
            }
        }
        Err(found) => assert!(!found.0.is_empty()),
    }
});
