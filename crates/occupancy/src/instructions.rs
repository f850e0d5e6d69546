//! Which of the processor's instructions the inner loops use. It is decided once for a program, and changes no bit of any result.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// The instructions that the inner loops use, from those that any machine has to the widest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// What every processor of its kind has.
    Scalar,
    /// AVX2: eight numbers at once.
    Avx2,
    /// AVX-512 F, VL, BW and DQ: sixteen numbers at once.
    Avx512,
}

/// The variable of the environment that asks for less than the processor has.
pub const VARIABLE: &str = "PIAGET_SIMD";

/// A text that names no [`Instructions`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{VARIABLE} is {0:?}, and should be scalar, avx2 or avx512")]
pub struct UnknownInstructions(String);

impl Instructions {
    /// The widest that this processor has.
    pub fn of_processor() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") {
                return Self::Avx512;
            }
            if has!("avx2") {
                return Self::Avx2;
            }
        }
        Self::Scalar
    }

    /// Those that maps are worked with: the widest that the processor has and that `PIAGET_SIMD` allows. What the variable says is
    /// looked at once, when they are first needed.
    ///
    /// # Errors
    /// The variable says something else than `scalar`, `avx2` or `avx512`. Maps are then worked with all that the processor has.
    pub fn in_use() -> Result<Self, UnknownInstructions> {
        static IN_USE: OnceLock<Result<Instructions, UnknownInstructions>> = OnceLock::new();
        IN_USE.get_or_init(|| Self::allowed_by(std::env::var_os(VARIABLE).as_deref())).clone()
    }

    fn allowed_by(variable: Option<&std::ffi::OsStr>) -> Result<Self, UnknownInstructions> {
        let asked = match variable {
            None => Self::Avx512,
            Some(text) => text.to_string_lossy().parse()?,
        };
        Ok(asked.min(Self::of_processor()))
    }
}

impl FromStr for Instructions {
    type Err = UnknownInstructions;

    fn from_str(text: &str) -> Result<Self, UnknownInstructions> {
        match text {
            "scalar" => Ok(Self::Scalar),
            "avx2" => Ok(Self::Avx2),
            "avx512" => Ok(Self::Avx512),
            other => Err(UnknownInstructions(other.to_owned())),
        }
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        })
    }
}

/// What the loops use: never more than the processor has.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn chosen() -> Instructions {
    #[cfg(test)]
    if let Some(asked) = tests::ASKED.get() {
        return asked.min(Instructions::of_processor());
    }
    static CHOSEN: OnceLock<Instructions> = OnceLock::new();
    *CHOSEN.get_or_init(|| Instructions::in_use().unwrap_or_else(|_| Instructions::of_processor()))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::Instructions;
    use std::cell::Cell;
    use std::ffi::OsStr;

    thread_local! {
        /// What a test asks for in its own thread.
        pub(crate) static ASKED: Cell<Option<Instructions>> = const { Cell::new(None) };
    }

    #[test]
    fn the_variable_lowers_and_never_raises() {
        let has = Instructions::of_processor();
        let allowed = |text: &str| Instructions::allowed_by(Some(OsStr::new(text)));
        assert_eq!(Instructions::allowed_by(None), Ok(has));
        for asked in [Instructions::Scalar, Instructions::Avx2, Instructions::Avx512] {
            assert_eq!(allowed(&asked.to_string()), Ok(asked.min(has)));
        }
        let wrong = allowed("AVX9").unwrap_err().to_string();
        assert_eq!(wrong, "PIAGET_SIMD is \"AVX9\", and should be scalar, avx2 or avx512");
        assert!(allowed("").is_err());
    }
}
