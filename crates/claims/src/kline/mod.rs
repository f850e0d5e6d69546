//! Claims of Kline's thesis.

mod reactive;

pub(crate) use reactive::CLAIMS;
