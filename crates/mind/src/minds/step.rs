//! One tick of thinking of others.

use super::senses::{self, Records};
use super::sight::{self, OtherSight, Solid};
use super::{Config, Settings, State, gaze};
use crate::believe;
use crate::model::explanation::ExplainConfig;
use crate::model::{About, Belief, BeliefId, Beliefs, Eye, Feedback, Lies, OtherMind, Record, Tick};
use crate::perceive::Sensed;
use piaget_terms::{Blind, BodySense, HostId, Sight, Vec2, Vec3, maths};

/// Buffers that every tick reuses; nothing in them outlives it.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    believe: believe::Scratch,
    records: Records,
    solids: Vec<Solid>,
    minds: Vec<OtherMind>,
    /// The other's own body, as it feels it.
    own: Option<Record>,
    /// Nobody knows what another attends to.
    feedback: Feedback,
}

/// What comes in.
pub struct Input<'a> {
    /// The tick.
    pub tick: &'a Tick<'a>,
}

/// Chooses whose minds are thought of, and brings what they are taken to believe up to date. A character that thinks of nobody
/// does nothing here.
pub fn step(config: Option<&Config>, state: &mut State, scratch: &mut Scratch, input: Input<'_>) {
    let Some(config) = config else { return };
    let Input { tick } = input;
    scratch.minds.append(&mut state.minds);
    let mut minds = std::mem::take(&mut scratch.minds);
    choose(config, &mut minds, state, tick);
    sight::gather(state.all.iter(), &mut scratch.solids);
    for mind in &mut minds {
        let Some(of) = state.get(mind.of) else { continue };
        let at = of.estimate(&config.believe.explain);
        gaze::watch(&config.settings.gaze, config.settings.eye_share, &mut mind.gaze, (of, at), tick);
        if of.unseen_s(tick.time_s) <= config.settings.glance_s {
            senses::listen(&config.settings, of, mind, tick);
        }
        mind.waited_s = (mind.waited_s + tick.tick_s).min(f32::MAX);
        // A tick that ends just before it is due is as good as one that ends just after.
        if mind.waited_s + 0.5 * tick.tick_s >= config.settings.every_s {
            think(config, mind, state, scratch, tick);
            mind.waited_s = 0.0;
        }
    }
    state.minds.append(&mut minds);
    scratch.minds = minds;
}

/// Whoever is gone from the own mind is thought of no longer; of those in view the one that is attended to comes first, then
/// the nearest.
fn choose(config: &Config, minds: &mut Vec<OtherMind>, own: &Beliefs, tick: &Tick<'_>) {
    let settings = &config.settings;
    minds.retain(|mind| own.get(mind.of).is_some());
    let most = settings.most as usize;
    minds.truncate(most);
    let is_new = |belief: &&Belief| {
        belief.now.seen
            && belief.sensed_s >= tick.time_s
            && settings.kinds.contains(&belief.now.kind)
            && !minds.iter().any(|mind| mind.of == belief.id)
    };
    let attended = tick.feedback.attended;
    let near = |belief: &&Belief| {
        let away_m2 = belief.now.position.distance_squared(tick.body.position);
        if Some(belief.id) == attended { -1.0 } else { away_m2 }
    };
    // One in a tick: whoever else is there is met in the next.
    let nearest = own.all.iter().skip(1).filter(is_new).min_by(|a, b| near(a).total_cmp(&near(b)));
    let Some(new) = nearest else { return };
    if minds.len() >= most {
        let unsensed_s =
            |mind: &OtherMind| own.get(mind.of).map_or(f32::INFINITY, |of| of.unseen_s(tick.time_s));
        let others = minds.iter().enumerate().filter(|(_, mind)| Some(mind.of) != attended);
        let oldest = others.max_by(|a, b| unsensed_s(a.1).total_cmp(&unsensed_s(b.1)).then(b.0.cmp(&a.0)));
        let gives_way =
            |mind: &OtherMind| Some(new.id) == attended || unsensed_s(mind) > settings.gives_way_s;
        match oldest.filter(|(_, mind)| gives_way(mind)).map(|(at, _)| at) {
            Some(at) => drop(minds.remove(at)),
            None => return,
        }
    }
    minds.push(OtherMind::new(new, config.believe.history_moments, tick.time_s));
}

/// Lets another see and hear what it can, and believe what follows.
fn think(config: &Config, mind: &mut OtherMind, own: &Beliefs, scratch: &mut Scratch, tick: &Tick<'_>) {
    let Some(of) = own.get(mind.of) else { return };
    let settings = &config.settings;
    let is_first = mind.waited_s >= f32::MAX;
    let in_view = of.unseen_s(tick.time_s) <= settings.glance_s;
    let explain = &config.believe.explain;
    senses::look(settings, own, mind, explain, tick);
    let place = stands(settings, mind, of, explain, tick);
    let at = Vec3::new(place.x, of.now.position.y, place.y);
    let eye_m = mind.gaze.eye_height_m.unwrap_or(of.now.position.y);
    let yaw = mind.gaze.yaw.filter(|_| in_view);
    let eye = Vec3::new(place.x, eye_m, place.y);
    let sight = OtherSight::new(settings, (of.id, eye), &mind.gaze, &scratch.solids, tick);
    scratch.records.clear();
    let lives_here = is_first && settings.lives_here;
    if yaw.is_some() || lives_here {
        let places = (explain, &mind.about[..]);
        senses::see(settings, own, (&sight, lives_here), places, &mut scratch.records, tick);
    }
    senses::hear(settings, of, mind, &mut scratch.records, tick.time_s);
    mind.is_watched = yaw.is_some();
    let mut body = BodySense::standing(maths::on_ground(place), yaw.or(of.now.facing).unwrap_or(0.0));
    body.velocity = of.now.velocity;
    let felt = scratch.own.get_or_insert_with(|| Record::at(0.0, Vec3::ZERO));
    felt.clone_from(&of.now);
    (felt.time_s, felt.position, felt.facing) = (tick.time_s, at, yaw.or(of.now.facing));
    felt.eye = yaw.map(|yaw| Eye { position: eye, yaw, pitch: 0.0 });
    let looks: &dyn Sight = if yaw.is_some() { &sight } else { &Blind };
    let sees = Tick {
        tick_s: if is_first { tick.tick_s } else { mind.waited_s },
        body: &body,
        sounds: &[],
        sight: looks,
        eye,
        notices: config.believe.notices(&mind.beliefs),
        feedback: &scratch.feedback,
        ..*tick
    };
    let sensed = Sensed {
        time_s: tick.time_s,
        tick_s: sees.tick_s,
        body: &body,
        sounds: &[],
        own: scratch.own.as_ref(),
        snapshots: &mut scratch.records.snapshots,
        noise_m: tick.noise_m,
    };
    let input = believe::Input { sensed, tick: &sees };
    believe::step(&config.believe, &mut mind.beliefs, &mut scratch.believe, input);
    tie(config, mind, own, tick.time_s);
}

/// Where the other is: the mean of the looks while it stands, an estimate from the last ones while it walks.
fn stands(
    settings: &Settings,
    mind: &OtherMind,
    of: &Belief,
    explain: &ExplainConfig,
    tick: &Tick<'_>,
) -> Vec2 {
    let estimate = of.estimate(explain);
    let walks = settings.gaze.walks_m_per_s.max(of.motion.speed_deviation_m_per_s());
    match of.motion.velocity.length() > walks {
        true => estimate,
        false => mind.stands.or((estimate, of.motion.deviation_m()), tick.noise_m.unwrap_or(0.0)).0,
    }
}

/// Notes which own belief each of its beliefs is about.
fn tie(config: &Config, mind: &mut OtherMind, own: &Beliefs, time_s: f64) {
    let OtherMind { beliefs, about, .. } = mind;
    about.retain_mut(|about| {
        about.sees = false;
        beliefs.get(about.theirs).is_some() && own.get(about.ours).is_some()
    });
    for belief in beliefs.all.iter().skip(1) {
        let known = about.iter_mut().find(|about| about.theirs == belief.id);
        let seen = belief.seen_as.map(|HostId(ours)| BeliefId(ours));
        let at = maths::ground(belief.now.position);
        match (seen, known) {
            (Some(ours), Some(tied)) => {
                let lies = if tied.ours == ours { tied.lies } else { Lies::new(at) };
                *tied = About { theirs: belief.id, ours, seen_s: Some(time_s), sees: true, lies };
            }
            (Some(ours), None) => about.push(About::new(belief.id, ours, Some(time_s), at)),
            (None, Some(_)) => {}
            (None, None) => {
                let heard = likely(config, belief, own);
                about.extend(heard.map(|ours| About::new(belief.id, ours, None, at)));
            }
        }
    }
}

/// The own belief that something which another has only heard of is likely about: the nearest of its kind.
fn likely(config: &Config, theirs: &Belief, own: &Beliefs) -> Option<BeliefId> {
    let away_m = |belief: &&Belief| belief.now.position.distance(theirs.now.position);
    let alike =
        own.all.iter().skip(1).filter(|belief| {
            !theirs.now.kind.is_empty() && config.believe.same.allows(&belief.now, &theirs.now)
        });
    alike.min_by(|a, b| away_m(a).total_cmp(&away_m(b))).map(|belief| belief.id)
}
