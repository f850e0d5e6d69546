//! Footprints on the ground.
