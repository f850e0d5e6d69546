//! x
use piaget_claims::Run;
use piaget_claims::brom::*;
use piaget_mind::remember::*;
fn main() {
    let s = Scenario::new_house().unwrap();
    let n: u32 = std::env::args().nth(1).map_or(10, |x| x.parse().unwrap());
    for change in [false, true] {
        let life = Life { weeks: 8, change };
        let t = tune(&s, false, life, 77, 4);
        let tl = tune(&s, true, life, 77, 4);
        println!(
            "common {:?}\nper class {:?}\nlevel common {:?}",
            t.common,
            t.per_class.map(|c| (c.found_weight, c.complexity)),
            tl.common
        );
        let mut kinds = vec![
            ("better", Kind::Better),
            ("last", Kind::LastSeen),
            ("freq", Kind::MostFrequent),
            ("common", Kind::Printed(t.common)),
            ("level", Kind::Printed(tl.common)),
            (
                "paper",
                Kind::Printed(PrintedConfig {
                    found_weight: 15.0,
                    complexity: Complexity::Level(9.6),
                    last_found_first: false,
                }),
            ),
        ];
        for (i, c) in t.per_class.iter().enumerate() {
            kinds.push((Class::ALL[i].word(), Kind::Printed(*c)));
        }
        for (name, k) in kinds {
            let run = Run::new(1, n, &|| ());
            let l = lives(&run, &s, k, life);
            let m = summary(&l);
            print!("{name:8} ratio {:.3} mor {:.3} ", m.ratio, m.mean_of_ratios);
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
            }
        }
    }
}
