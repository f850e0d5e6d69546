//! y
use piaget_claims::Run;
use piaget_claims::brom::*;
fn main() {
    let s = Scenario::new_house().unwrap();
    let n: u32 = std::env::args().nth(1).map_or(10, |x| x.parse().unwrap());
    for change in [false, true] {
        let life = Life { weeks: 8, change };
        let run = Run::new(1, n, &|| ());
        let l = lives(&run, &s, Kind::Better, life);
        let m = summary(&l);
        print!("better ratio {:.3} mor {:.3} ", m.ratio, m.mean_of_ratios);
        for c in &m.classes {
            print!(
                " {} {:.2}/{:.2} ft {:.2} em {:?};",
                c.class, c.inspected, c.best, c.first_try, c.emerged_after
            );
        }
        println!();
        if change {
            println!(
                "   after {:?}",
                m.after_change.iter().map(|x| (x * 100.0).round() / 100.0).collect::<Vec<_>>()
            );
            for c in Class::ALL {
                let after = |k: u32| {
                    let a = || l.iter().flatten().filter(move |s| s.class == c && s.since_change == Some(k));
                    a().map(|s| s.expected).sum::<f32>() / a().map(|s| s.best).sum::<f32>()
                };
                let ini = |k: u32| {
                    let a = || l.iter().flatten().filter(move |s| s.class == c && s.before == k);
                    a().map(|s| s.expected).sum::<f32>() / a().map(|s| s.best).sum::<f32>()
                };
                println!(
                    "   {} {:.2?} first {:.2?}",
                    c.word(),
                    (0..9).map(after).collect::<Vec<_>>(),
                    (0..9).map(ini).collect::<Vec<_>>()
                );
            }
        }
    }
}
