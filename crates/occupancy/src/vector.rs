//! Sixteen numbers at once, for the loops that decide how fast a map is. Written out for AVX-512 and AVX2, since
//! compilers take the shifts between neighbouring blocks to pieces; every version gives the same bits.

use crate::lattice::BLOCK;

/// Sixteen columns of a row.
pub(crate) type Lanes = [f32; BLOCK];

/// Sixteen numbers at once. Each method asks for the processor's instructions that the type is named for: whoever calls one must know
/// that they are there.
///
/// # Safety
/// Where a type asks for more than any machine has, only the methods make a value of it. So a value proves that its instructions
/// are there, and code that holds one may call the methods.
pub(crate) unsafe trait Vector: Copy {
    unsafe fn all(value: f32) -> Self;
    unsafe fn load(from: &Lanes) -> Self;
    unsafe fn store(self, to: &mut Lanes);
    unsafe fn plus(self, other: Self) -> Self;
    unsafe fn minus(self, other: Self) -> Self;
    unsafe fn times(self, other: Self) -> Self;
    /// The other where it is greater.
    unsafe fn or_greater(self, other: Self) -> Self;
    /// Nothing where it is less than the other, or no number.
    unsafe fn at_least(self, other: Self) -> Self;
    /// What lies one column to the left of each.
    unsafe fn left(self, before: Self) -> Self;
    /// What lies one column to the right of each.
    unsafe fn right(self, after: Self) -> Self;
    /// The greatest of them.
    unsafe fn greatest(self) -> f32;
    /// Which of them are more than nothing, one bit each.
    unsafe fn some(self) -> u32;
    /// Whether bit 1 is set anywhere.
    unsafe fn any_seen(seen: &[u8; BLOCK]) -> bool;
    /// Nothing where bit 1 is not set.
    unsafe fn where_seen(self, seen: &[u8; BLOCK]) -> Self;
}

/// For any machine.
#[inline(always)]
fn each(value: impl Fn(usize) -> f32) -> Lanes {
    let mut all = [0.0; BLOCK];
    for (i, lane) in all.iter_mut().enumerate() {
        *lane = value(i);
    }
    all
}

// SAFETY: nothing here asks for more than any machine has.
unsafe impl Vector for Lanes {
    #[inline(always)]
    unsafe fn all(value: f32) -> Self {
        [value; BLOCK]
    }
    #[inline(always)]
    unsafe fn load(from: &Lanes) -> Self {
        *from
    }
    #[inline(always)]
    unsafe fn store(self, to: &mut Lanes) {
        *to = self;
    }
    #[inline(always)]
    unsafe fn plus(self, other: Self) -> Self {
        each(|i| self[i] + other[i])
    }
    #[inline(always)]
    unsafe fn minus(self, other: Self) -> Self {
        each(|i| self[i] - other[i])
    }
    #[inline(always)]
    unsafe fn times(self, other: Self) -> Self {
        each(|i| self[i] * other[i])
    }
    #[inline(always)]
    unsafe fn or_greater(self, other: Self) -> Self {
        each(|i| if other[i] > self[i] { other[i] } else { self[i] })
    }
    #[inline(always)]
    unsafe fn at_least(self, other: Self) -> Self {
        each(|i| if self[i] >= other[i] { self[i] } else { 0.0 })
    }
    #[inline(always)]
    unsafe fn left(self, before: Self) -> Self {
        each(|i| if i == 0 { before[BLOCK - 1] } else { self[i - 1] })
    }
    #[inline(always)]
    unsafe fn right(self, after: Self) -> Self {
        each(|i| if i == BLOCK - 1 { after[0] } else { self[i + 1] })
    }
    #[inline(always)]
    unsafe fn greatest(self) -> f32 {
        self.into_iter().fold(self[0], |a, b| if b > a { b } else { a })
    }
    #[inline(always)]
    unsafe fn some(self) -> u32 {
        self.iter().enumerate().fold(0, |bits, (lane, mass)| bits | u32::from(*mass > 0.0) << lane)
    }
    #[inline(always)]
    unsafe fn any_seen(seen: &[u8; BLOCK]) -> bool {
        u128::from_ne_bytes(*seen) & u128::from_ne_bytes([2; BLOCK]) != 0
    }
    #[inline(always)]
    unsafe fn where_seen(self, seen: &[u8; BLOCK]) -> Self {
        each(|i| if seen[i] & 2 != 0 { self[i] } else { 0.0 })
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod x86 {
    use super::{BLOCK, Lanes, Vector};
    use std::arch::x86_64::*;

    /// AVX-512: one register.
    #[derive(Clone, Copy)]
    pub(crate) struct One(__m512);

    // SAFETY: the field is private, and only the methods fill it. They ask for AVX-512 F, BW, DQ and VL.
    unsafe impl Vector for One {
        #[inline(always)]
        unsafe fn all(value: f32) -> Self {
            // SAFETY: the caller knows that the processor has AVX-512.
            unsafe { Self(_mm512_set1_ps(value)) }
        }
        #[inline(always)]
        unsafe fn load(from: &Lanes) -> Self {
            // SAFETY: the caller knows that the processor has AVX-512; the array is as long as what is read.
            unsafe { Self(_mm512_loadu_ps(from.as_ptr())) }
        }
        #[inline(always)]
        unsafe fn store(self, to: &mut Lanes) {
            // SAFETY: the caller knows that the processor has AVX-512; the array is as long as what is written.
            unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self.0) }
        }
        #[inline(always)]
        unsafe fn plus(self, other: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX-512.
            unsafe { Self(_mm512_add_ps(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn minus(self, other: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX-512.
            unsafe { Self(_mm512_sub_ps(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn times(self, other: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX-512.
            unsafe { Self(_mm512_mul_ps(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn or_greater(self, other: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX-512.
            unsafe { Self(_mm512_max_ps(other.0, self.0)) }
        }
        #[inline(always)]
        unsafe fn at_least(self, other: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX-512.
            unsafe {
                let enough = _mm512_cmp_ps_mask::<_CMP_GE_OQ>(self.0, other.0);
                Self(_mm512_maskz_mov_ps(enough, self.0))
            }
        }
        #[inline(always)]
        unsafe fn left(self, before: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX-512.
            unsafe {
                let (here, before) = (_mm512_castps_si512(self.0), _mm512_castps_si512(before.0));
                Self(_mm512_castsi512_ps(_mm512_alignr_epi32::<15>(here, before)))
            }
        }
        #[inline(always)]
        unsafe fn right(self, after: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX-512.
            unsafe {
                let (here, after) = (_mm512_castps_si512(self.0), _mm512_castps_si512(after.0));
                Self(_mm512_castsi512_ps(_mm512_alignr_epi32::<1>(after, here)))
            }
        }
        #[inline(always)]
        unsafe fn greatest(self) -> f32 {
            // SAFETY: the caller knows that the processor has AVX-512.
            unsafe { _mm512_reduce_max_ps(self.0) }
        }
        #[inline(always)]
        unsafe fn some(self) -> u32 {
            // SAFETY: the caller knows that the processor has AVX-512.
            unsafe { _mm512_cmp_ps_mask::<_CMP_GT_OQ>(self.0, _mm512_setzero_ps()).into() }
        }
        #[inline(always)]
        unsafe fn any_seen(seen: &[u8; BLOCK]) -> bool {
            // SAFETY: the caller knows that the processor has AVX-512; the array is as long as what is read.
            unsafe { _mm_test_epi8_mask(_mm_loadu_si128(seen.as_ptr().cast()), _mm_set1_epi8(2)) != 0 }
        }
        #[inline(always)]
        unsafe fn where_seen(self, seen: &[u8; BLOCK]) -> Self {
            // SAFETY: the caller knows that the processor has AVX-512; the array is as long as what is read.
            unsafe {
                let seen = _mm_loadu_si128(seen.as_ptr().cast());
                Self(_mm512_maskz_mov_ps(_mm_test_epi8_mask(seen, _mm_set1_epi8(2)), self.0))
            }
        }
    }

    /// AVX2: two registers.
    #[derive(Clone, Copy)]
    pub(crate) struct Two([__m256; 2]);

    impl Two {
        #[inline(always)]
        fn with(self, other: Self, both: impl Fn(__m256, __m256) -> __m256) -> Self {
            Self([both(self.0[0], other.0[0]), both(self.0[1], other.0[1])])
        }
    }

    /// The last of `a` and all but the last of `b`.
    ///
    /// # Safety
    /// The processor must have AVX2.
    #[inline(always)]
    unsafe fn last_and_most(a: __m256, b: __m256) -> __m256 {
        // SAFETY: the caller knows that the processor has AVX2.
        unsafe {
            let middle = _mm256_permute2f128_ps::<0x21>(a, b);
            let (middle, b) = (_mm256_castps_si256(middle), _mm256_castps_si256(b));
            _mm256_castsi256_ps(_mm256_alignr_epi8::<12>(b, middle))
        }
    }

    /// All but the first of `a` and the first of `b`.
    ///
    /// # Safety
    /// The processor must have AVX2.
    #[inline(always)]
    unsafe fn most_and_first(a: __m256, b: __m256) -> __m256 {
        // SAFETY: the caller knows that the processor has AVX2.
        unsafe {
            let middle = _mm256_permute2f128_ps::<0x21>(a, b);
            let (middle, a) = (_mm256_castps_si256(middle), _mm256_castps_si256(a));
            _mm256_castsi256_ps(_mm256_alignr_epi8::<4>(middle, a))
        }
    }

    // SAFETY: the field is private, and only the methods fill it. They ask for AVX2.
    unsafe impl Vector for Two {
        #[inline(always)]
        unsafe fn all(value: f32) -> Self {
            // SAFETY: the caller knows that the processor has AVX2.
            unsafe { Self([_mm256_set1_ps(value); 2]) }
        }
        #[inline(always)]
        unsafe fn load(from: &Lanes) -> Self {
            // SAFETY: the caller knows that the processor has AVX2; the array is as long as what is read.
            unsafe { Self([_mm256_loadu_ps(from.as_ptr()), _mm256_loadu_ps(from[8..].as_ptr())]) }
        }
        #[inline(always)]
        unsafe fn store(self, to: &mut Lanes) {
            // SAFETY: the caller knows that the processor has AVX2; the array is as long as what is written.
            unsafe {
                _mm256_storeu_ps(to.as_mut_ptr(), self.0[0]);
                _mm256_storeu_ps(to[8..].as_mut_ptr(), self.0[1]);
            }
        }
        #[inline(always)]
        unsafe fn plus(self, other: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX2.
            self.with(other, |a, b| unsafe { _mm256_add_ps(a, b) })
        }
        #[inline(always)]
        unsafe fn minus(self, other: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX2.
            self.with(other, |a, b| unsafe { _mm256_sub_ps(a, b) })
        }
        #[inline(always)]
        unsafe fn times(self, other: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX2.
            self.with(other, |a, b| unsafe { _mm256_mul_ps(a, b) })
        }
        #[inline(always)]
        unsafe fn or_greater(self, other: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX2.
            self.with(other, |a, b| unsafe { _mm256_max_ps(b, a) })
        }
        #[inline(always)]
        unsafe fn at_least(self, other: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX2.
            self.with(other, |a, b| unsafe { _mm256_and_ps(a, _mm256_cmp_ps::<_CMP_GE_OQ>(a, b)) })
        }
        #[inline(always)]
        unsafe fn left(self, before: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX2.
            unsafe { Self([last_and_most(before.0[1], self.0[0]), last_and_most(self.0[0], self.0[1])]) }
        }
        #[inline(always)]
        unsafe fn right(self, after: Self) -> Self {
            // SAFETY: the caller knows that the processor has AVX2.
            unsafe { Self([most_and_first(self.0[0], self.0[1]), most_and_first(self.0[1], after.0[0])]) }
        }
        #[inline(always)]
        unsafe fn greatest(self) -> f32 {
            // SAFETY: the caller knows that the processor has AVX2.
            unsafe {
                let eight = _mm256_max_ps(self.0[0], self.0[1]);
                let four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
                let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
                _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps::<1>(two, two)))
            }
        }
        #[inline(always)]
        unsafe fn some(self) -> u32 {
            // SAFETY: the caller knows that the processor has AVX2.
            let [low, high] = self.0.map(|eight| unsafe {
                let some = _mm256_cmp_ps::<_CMP_GT_OQ>(eight, _mm256_setzero_ps());
                _mm256_movemask_ps(some) as u32
            });
            low | high << 8
        }
        #[inline(always)]
        unsafe fn any_seen(seen: &[u8; BLOCK]) -> bool {
            // SAFETY: the caller knows that the processor has AVX2; the array is as long as what is read.
            unsafe { _mm_testz_si128(_mm_loadu_si128(seen.as_ptr().cast()), _mm_set1_epi8(2)) == 0 }
        }
        #[inline(always)]
        unsafe fn where_seen(self, seen: &[u8; BLOCK]) -> Self {
            // SAFETY: the caller knows that the processor has AVX2; the array is as long as what is read.
            unsafe {
                let seen = _mm_loadu_si128(seen.as_ptr().cast());
                let wide = |eight| {
                    // Bit 1 becomes the sign, and the sign every bit.
                    let bit = _mm256_slli_epi32::<30>(_mm256_cvtepu8_epi32(eight));
                    _mm256_castsi256_ps(_mm256_srai_epi32::<31>(bit))
                };
                let masks = Self([wide(seen), wide(_mm_srli_si128::<8>(seen))]);
                self.with(masks, |mass, mask| _mm256_and_ps(mass, mask))
            }
        }
    }
}
