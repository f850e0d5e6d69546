//! One test per claim of the register, with few trials and a pinned seed. A new claim is picked up by itself.
//! `piaget replicate` runs them whole.

use libtest_mimic::{Arguments, Failed, Trial};
use piaget_claims::{Claim, Verdict};

/// Any seed will do; this one is pinned so that a failure is the change's doing and not the dice's.
const SEED: u64 = 1;

fn main() {
    let arguments = Arguments::from_args();
    let tests = piaget_claims::register().map(|claim| Trial::test(claim.id, move || holds(claim)));
    libtest_mimic::run(&arguments, tests.collect()).exit();
}

fn holds(claim: &'static Claim) -> Result<(), Failed> {
    let outcome = claim.replicate(claim.trials.quick, SEED, &|| ());
    match (&outcome.verdict, outcome.why_not()) {
        (Verdict::Pass, _) => Ok(()),
        (Verdict::Skipped(why), _) => {
            println!("skipped: {}: {why}", claim.id);
            Ok(())
        }
        (Verdict::Fail, why) if piaget_claims::open(claim).is_some() => {
            println!("open: {}: {}", claim.id, why.unwrap_or_default());
            Ok(())
        }
        (_, why) => Err(why.unwrap_or_default().into()),
    }
}
