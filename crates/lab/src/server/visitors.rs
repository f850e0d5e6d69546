//! Simulated visitors who come, play and vanish, with attackers among them: an endurance test of the lab.

use super::attackers::Attack;
use super::load::open_here;
use super::visit;
use crate::Library;
use crate::messages::{Change, Choice, Export, FromLab, Stage, ToLab, bytes};
use futures_util::{SinkExt as _, StreamExt as _};
use piaget_terms::Chance;
use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// What all visitors together did and got, so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VisitTotals {
    /// Visits that are over.
    pub visits: u64,
    /// Visits that ended without a farewell, some of them with answers unread.
    pub vanished: u64,
    /// Visitors who came while the places of those who had vanished were not free yet, and tried again.
    pub turned_away: u64,
    /// Messages of the visitors.
    pub said: u64,
    /// Those that the lab did not carry out, with a sentence why.
    pub refused: u64,
    /// Frames that came, each of which could be read.
    pub frames: u64,
    /// Visits of those who meant no good.
    pub attacks: u64,
}

#[derive(Default)]
struct Counts {
    visits: AtomicU64,
    vanished: AtomicU64,
    turned_away: AtomicU64,
    said: AtomicU64,
    refused: AtomicU64,
    frames: AtomicU64,
    attacks: AtomicU64,
}

impl Counts {
    fn so_far(&self) -> VisitTotals {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        VisitTotals {
            visits: of(&self.visits),
            vanished: of(&self.vanished),
            turned_away: of(&self.turned_away),
            said: of(&self.said),
            refused: of(&self.refused),
            frames: of(&self.frames),
            attacks: of(&self.attacks),
        }
    }
}

fn count(of: &AtomicU64) {
    of.fetch_add(1, Ordering::Relaxed);
}

/// Seconds that a visit lasts, and that lie between two visits and between two messages.
const VISIT_S: (f32, f32) = (2.0, 60.0);
const AWAY_S: (f32, f32) = (0.0, 5.0);
const PAUSE_S: (f32, f32) = (0.1, 3.0);
/// How many visits there are to one that is an attack.
const VISITS_TO_AN_ATTACK: u32 = 8;
/// How long a lab may take to show anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// Opens a lab on this machine with a place for each of so many visitors, who come, play and vanish for so long; tells
/// of them every so often. An error is anything that a visitor must not see: a frame that cannot be read, a lab that shows
/// nothing for a minute or hangs up on one who did nothing wrong.
pub fn run(
    library: Arc<Library>,
    visitors: usize,
    seed: u64,
    lasts: Duration,
    every: Duration,
    mut tell: impl FnMut(Duration, VisitTotals) -> io::Result<()>,
) -> io::Result<VisitTotals> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let names: Vec<String> = library.cards().iter().map(|card| card.name.clone()).collect();
    runtime.block_on(async {
        let address = open_here(library, visitors).await?;
        let counts = Arc::new(Counts::default());
        let began = now();
        let ends = began + lasts;
        let mut all = tokio::task::JoinSet::new();
        for number in 0..visitors {
            let (names, counts) = (names.clone(), counts.clone());
            let chance = Chance::of_part(seed, number as u64);
            all.spawn(Visitor { address, names, counts, chance, ends }.keep_coming());
        }
        let mut next = began + every;
        loop {
            match timeout_at(next, all.join_next()).await {
                Ok(Some(ended)) => ended.map_err(io::Error::other)??,
                Ok(None) => return Ok(counts.so_far()),
                Err(_) => {
                    tell(next - began, counts.so_far())?;
                    next += every;
                }
            }
        }
    })
}

#[allow(
    clippy::disallowed_methods,
    reason = "visitors live by the clock; nothing of a creature depends on it"
)]
fn now() -> Instant {
    Instant::now()
}

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

struct Visitor {
    address: SocketAddr,
    /// The scenarios to choose from.
    names: Vec<String>,
    counts: Arc<Counts>,
    chance: Chance,
    ends: Instant,
}

/// What a visitor has seen of the stage.
#[derive(Default)]
struct Known {
    stage: Option<Stage>,
    things: BTreeSet<String>,
    tick: u32,
}

impl Visitor {
    async fn keep_coming(mut self) -> io::Result<()> {
        while now() < self.ends {
            if self.chance.below(VISITS_TO_AN_ATTACK) == 0 {
                let attack = Attack::ALL[self.chance.below(Attack::ALL.len() as u32) as usize];
                attack.carry_out(self.address).await;
                count(&self.counts.attacks);
                continue;
            }
            let address = format!("ws://{}/session", self.address);
            // A trace to take home may be long.
            let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
            let (socket, _) =
                connect_async_with_config(address, Some(config), false).await.map_err(io::Error::other)?;
            if self.visit(socket).await? {
                count(&self.counts.visits);
            } else {
                count(&self.counts.turned_away);
            }
            let away_s = self.chance.between(AWAY_S.0, AWAY_S.1);
            sleep(Duration::from_secs_f32(away_s)).await;
        }
        Ok(())
    }

    /// Plays for a while; false where the lab was full.
    async fn visit(&mut self, mut socket: Socket) -> io::Result<bool> {
        let leaves = now() + Duration::from_secs_f32(self.chance.between(VISIT_S.0, VISIT_S.1));
        let leaves = leaves.min(self.ends);
        let mut known = Known::default();
        let mut shown = now();
        while now() < leaves {
            let pause = Duration::from_secs_f32(self.chance.between(PAUSE_S.0, PAUSE_S.1));
            let until = (now() + pause).min(leaves);
            while let Ok(message) = timeout_at(until, socket.next()).await {
                shown = now();
                let message = message.ok_or_else(|| io::Error::other("the lab hung up without a word"))?;
                match message.map_err(io::Error::other)? {
                    Message::Binary(frame) => self.see(&frame, &mut known)?,
                    Message::Text(words) => self.hear(&words, &mut known)?,
                    Message::Close(Some(why)) if u16::from(why.code) == visit::TRY_LATER => return Ok(false),
                    Message::Close(why) => {
                        return Err(io::Error::other(format!("the lab showed a visitor out: {why:?}")));
                    }
                    _ => {}
                }
            }
            if now() - shown > PATIENCE {
                return Err(io::Error::other("the lab showed nothing for a minute"));
            }
            let wish = serde_json::to_string(&self.wish(&known)).map_err(io::Error::other)?;
            // One who is turned away may not have heard it yet.
            if socket.send(Message::text(wish)).await.is_err() && known.stage.is_none() {
                return Ok(false);
            }
            count(&self.counts.said);
        }
        match self.chance.below(3) {
            0 => drop(socket.close(None).await),
            1 => count(&self.counts.vanished),
            // Frames pile up unread; then it is gone.
            _ => {
                sleep(Duration::from_secs(3)).await;
                count(&self.counts.vanished);
            }
        }
        Ok(true)
    }

    fn see(&self, message: &[u8], known: &mut Known) -> io::Result<()> {
        let (frame, _) = bytes::unpack(message).map_err(io::Error::other)?;
        known.tick = frame.tick;
        known.things.extend(frame.things.into_iter().map(|thing| thing.name));
        count(&self.counts.frames);
        Ok(())
    }

    fn hear(&self, words: &str, known: &mut Known) -> io::Result<()> {
        match serde_json::from_str::<FromLab>(words).map_err(io::Error::other)? {
            FromLab::Stage(stage) => *known = Known { stage: Some(stage), ..Known::default() },
            FromLab::Refused(_) => count(&self.counts.refused),
            _ => {}
        }
        Ok(())
    }

    /// Something that a visitor may say next.
    fn wish(&mut self, known: &Known) -> ToLab {
        let Some(stage) = &known.stage else { return ToLab::StillHere };
        let chance = &mut self.chance;
        match chance.below(17) {
            0 | 1 => {
                let scenario = self.names[chance.below(self.names.len() as u32) as usize].clone();
                let seed = chance.happens(0.5).then(|| u64::from(chance.bits()));
                ToLab::Choose(Choice { scenario, seed, set: Vec::new(), changes: Vec::new(), until: None })
            }
            2 => ToLab::Pause,
            3 => ToLab::Resume,
            4 => ToLab::Step { ticks: 1 + chance.below(30) },
            5 => ToLab::Speed { factor: chance.between(0.2, 4.0) },
            6 => ToLab::Scrub { tick: chance.happens(0.5).then_some(known.tick / 2) },
            7 => ToLab::Restart { seed: None },
            8 => ToLab::Share,
            9 => ToLab::Export { what: if chance.happens(0.5) { Export::Recording } else { Export::Trace } },
            10 | 11 => {
                let creature = chance.below(stage.creatures.len() as u32) as usize;
                let creature = stage.creatures.get(creature).map_or(String::new(), |one| one.name.clone());
                match chance.happens(0.5) {
                    true => ToLab::Select { creature, belief: None },
                    false => ToLab::Why { creature, belief: None },
                }
            }
            _ => ToLab::Change(self.change(stage, known)),
        }
    }

    fn change(&mut self, stage: &Stage, known: &Known) -> Change {
        let chance = &mut self.chance;
        let (min, max) = (stage.ground.min, stage.ground.max);
        let at = [chance.between(min[0], max[0]), 0.0, chance.between(min[1], max[1])];
        let thing = known.things.iter().nth(chance.below(known.things.len().max(1) as u32) as usize);
        let thing = thing.cloned().unwrap_or_default();
        let orders: Vec<&str> = stage
            .creatures
            .iter()
            .flat_map(|creature| &creature.orders)
            .map(|order| order.words.as_str())
            .collect();
        match chance.below(4) {
            0 => Change::Slide { thing, path: vec![at], speed: chance.between(0.5, 4.0) },
            1 => Change::Remove { thing },
            2 if !orders.is_empty() => {
                let words = orders[chance.below(orders.len() as u32) as usize].to_owned();
                Change::Say { by: "visitor".into(), words, at: Some(at) }
            }
            _ => Change::Transport { what: thing, to: at },
        }
    }
}
