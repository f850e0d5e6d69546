//! The statistics that claims share. Numbers that are not finite are left out, and an empty list gives NaN:
//! a bar never holds for it.

/// A share of trials with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Successes by trials.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The 97.5th percentile of the normal distribution: two-sided 95 %.
const Z: f64 = 1.959_964;

/// How often something happened, with Wilson's interval, which stays within 0 and 1 and does not shrink to
/// nothing at either end.
///
/// ```
/// let rate = piaget_claims::statistics::rate(10, 10);
/// assert_eq!(rate.value, 1.0);
/// assert!((rate.low - 0.722).abs() < 0.001);
/// ```
pub fn rate(successes: usize, trials: usize) -> Rate {
    let n = trials as f64;
    let p = successes as f64 / n;
    let centre = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
    Rate { value: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// How many of the answers are yes.
pub fn rate_of(answers: &[bool]) -> Rate {
    rate(answers.iter().filter(|answer| **answer).count(), answers.len())
}

/// A mean with its 95 % interval (normal approximation).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Half the width of the interval around it.
    pub half_width: f64,
    /// The standard deviation of the numbers themselves.
    pub deviation: f64,
}

/// The mean of numbers.
///
/// ```
/// let mean = piaget_claims::statistics::mean(&[1.0, 2.0, 3.0]);
/// assert_eq!((mean.value, mean.deviation), (2.0, 1.0));
/// ```
pub fn mean(numbers: &[f64]) -> Mean {
    let numbers = finite(numbers);
    let n = numbers.len() as f64;
    let value = numbers.iter().sum::<f64>() / n;
    let squares: f64 = numbers.iter().map(|x| (x - value) * (x - value)).sum();
    let deviation = if numbers.len() > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 };
    Mean { value, half_width: Z * deviation / n.sqrt(), deviation }
}

/// The value below which this share of the numbers lies, between neighbours in proportion.
///
/// ```
/// use piaget_claims::statistics::quantile;
/// assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.5), 2.0);
/// assert_eq!(quantile(&[0.0, 1.0], 0.25), 0.25);
/// ```
pub fn quantile(numbers: &[f64], share: f64) -> f64 {
    let mut sorted = finite(numbers);
    sorted.sort_by(f64::total_cmp);
    if sorted.is_empty() {
        return f64::NAN;
    }
    let at = share.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * at.fract()
}

/// The middle one.
pub fn median(numbers: &[f64]) -> f64 {
    quantile(numbers, 0.5)
}

/// How well two series rise and fall together in a straight line (Pearson), -1 to 1.
pub fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let pairs: Vec<_> = a.iter().zip(b).filter(|(a, b)| a.is_finite() && b.is_finite()).collect();
    let n = pairs.len() as f64;
    let (mean_a, mean_b) = pairs.iter().fold((0.0, 0.0), |sum, (a, b)| (sum.0 + **a, sum.1 + **b));
    let (mean_a, mean_b) = (mean_a / n, mean_b / n);
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        let (da, db) = (a - mean_a, b - mean_b);
        ab += da * db;
        aa += da * da;
        bb += db * db;
    }
    ab / (aa * bb).sqrt()
}

/// How well the order of one series follows the order of the other (Spearman), -1 to 1. Ties share their rank.
///
/// ```
/// use piaget_claims::statistics::rank_correlation;
/// assert!((rank_correlation(&[1.0, 2.0, 3.0], &[1.0, 10.0, 1000.0]) - 1.0).abs() < 1e-12);
/// ```
pub fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    correlation(&ranks(a), &ranks(b))
}

/// How often a number of the first series exceeds one of the second, over all pairs; ties count half (the area under the
/// curve of hits over false alarms). 0.5 says that the two cannot be told apart.
///
/// ```
/// assert_eq!(piaget_claims::statistics::auc(&[3.0, 2.0], &[1.0, 2.0]), 0.875);
/// ```
pub fn auc(higher: &[f64], lower: &[f64]) -> f64 {
    let (higher, lower) = (finite(higher), finite(lower));
    let over = |a: &f64, b: &f64| match a.total_cmp(b) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let wins: f64 = higher.iter().flat_map(|a| lower.iter().map(move |b| over(a, b))).sum();
    wins / (higher.len() * lower.len()) as f64
}

fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut start = 0;
    while start < order.len() {
        let ties = order[start..].iter().take_while(|i| numbers[**i] == numbers[order[start]]).count().max(1);
        for i in &order[start..start + ties] {
            ranks[*i] = start as f64 + (ties - 1) as f64 / 2.0;
        }
        start += ties;
    }
    ranks
}

fn finite(numbers: &[f64]) -> Vec<f64> {
    numbers.iter().copied().filter(|x| x.is_finite()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wilsons_interval_agrees_with_the_table() {
        // Newcombe 1998, table I: 81 of 263.
        let rate = rate(81, 263);
        assert!((rate.low - 0.2553).abs() < 1e-4 && (rate.high - 0.3662).abs() < 1e-4, "{rate:?}");
    }

    #[test]
    fn ties_share_their_rank() {
        assert_eq!(ranks(&[2.0, 1.0, 2.0]), [1.5, 0.0, 1.5]);
        assert_eq!(ranks(&[f64::NAN, 1.0]).len(), 2);
    }

    #[test]
    fn nothing_gives_not_a_number() {
        assert!(mean(&[]).value.is_nan() && median(&[]).is_nan() && rate(0, 0).value.is_nan());
        assert_eq!(mean(&[f64::INFINITY, 4.0]).value, 4.0);
        assert!(auc(&[], &[1.0]).is_nan());
    }

    proptest! {
        #[test]
        fn a_quantile_lies_within_the_numbers(
            numbers in prop::collection::vec(-1e3..1e3f64, 1..50), share in 0.0..=1.0f64
        ) {
            let found = quantile(&numbers, share);
            let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!((least..=most).contains(&found));
        }

        #[test]
        fn rank_correlation_ignores_a_rising_change_of_scale(
            numbers in prop::collection::vec((-5.0..5.0f64, -5.0..5.0f64), 3..30)
        ) {
            let (a, b): (Vec<_>, Vec<_>) = numbers.into_iter().unzip();
            let stretched: Vec<f64> = b.iter().map(|x| x.exp()).collect();
            prop_assert!((rank_correlation(&a, &b) - rank_correlation(&a, &stretched)).abs() < 1e-9);
        }
    }
}
