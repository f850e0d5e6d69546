//! Where an experiment differs from the paper that it comes from, and why: for the report, so that a reader of the papers can judge
//! what was repeated. By the beginning of a claim's name: what holds for all of a paper first, then for one claim.

/// The notes, in the order in which they are told.
const NOTES: &[(&str, &str)] = &[
    (
        "isla",
        "The paper shows one run of each experiment in pictures and gives no rates. Trials, jitter, bars and controls are ours.",
    ),
    (
        "isla.salience",
        "Measured with our calibrated spreading, at 10, 30 and 60 ticks a second; the paper's velocity-driven one (1.4) is the rival. \
         1.8 is bounded where the printed one divides by zero.",
    ),
    (
        "isla.reappear",
        "1.4 as printed, measured beside it, moves the middle of the map 1.5 times too fast at low speeds and never faster \
         than 0.87 cells a tick. Here mass is carried by the observed velocity, in metres and seconds.",
    ),
    (
        "isla.match",
        "The paper matches each sighting with the nearest belief that will take it; here all are assigned together. The ground is 2.5 \
         to 8 m deeper than the dog is far from its middle: on narrow ground alone he begins on the left more often, because \
         what is left of the first sheep cannot spread.",
    ),
    (
        "isla.scripted",
        "The gaze is held against where the sheep really is, and not against the map that steers it. The rivals' necks are as quick as \
         thought.",
    ),
    (
        "isla.giveup",
        "The sketch only says that he gives up when he is too frustrated. Here that must depend on how much there is to search: a \
         clock would do as well otherwise.",
    ),
    (
        "isla.lookaround",
        "That he finds it sooner than by looking about at random is not claimed. Whoever turns at random from the middle passes \
         the sheep with the first turn about every third time, and looking first to one side and then to the other twice over \
         turns through the middle again and again: both times are told.",
    ),
    (
        "isla.emotions",
        "Feelings are held against what really happened (whether the sheep was moved, and how far), and not against the mass and the \
         likelihood that drive them. Figure 9 is one trace; its heights are not compared.",
    ),
    (
        "occupancy.detection",
        "1.10 sets what is seen to be empty to nothing, which is right for eyes that overlook nothing. Here it is multiplied by \
         the chance of overlooking. The printed one is run beside it.",
    ),
    (
        "search",
        "The paper always goes to the most likely place, and compares it with nothing. Here what may be found is weighed \
         against the way to it, several looks ahead; the paper's rule is one of the rivals.",
    ),
    (
        "mind.matching",
        "The paper matches each sighting with the nearest belief that will take it, and gives no rate; here all are assigned \
         together. Sheep hide each other, and eyes have up to 10 cm of noise; a plain tracker is the rival.",
    ),
    (
        "kline",
        "The thesis describes one creature in a few scenes and gives no rates. Trials, jitter, bars and controls are ours.",
    ),
    (
        "kline.decay",
        "The signs of equation 2.3 are reversed in print, and are taken as the text means them. Rates are per second, not per \
         tick. The thesis gives the law; here it is asked what confidence by that law is worth, beside simpler ways to tell whether \
         the ghost will be there.",
    ),
    (
        "kline.trick",
        "In the thesis the likelihood was undefined at moments of this scene (figure 3-7, 4.1.2); here it never is. Where the \
         creature looks next is ours: it goes where its map of the unseen says, and one without that map is the control.",
    ),
    (
        "kline.grounding",
        "What comes out of thin air was an open end of the thesis (4.1.1): here a map of where strangers may be says how \
         unexpected a newcomer is.",
    ),
    (
        "kline.habituation",
        "The thesis says what grows quiet. Here it must also be said what does not: another oddity of the same thing, the same of \
         another thing, and the same after a long calm.",
    ),
    (
        "kline.disbelief",
        "What the mind is told is held against where the thing was and is, not against the expectation that it is told by.",
    ),
    ("expect.prior", "Future work of the thesis (4.2.1), built here."),
    (
        "expect.pattern",
        "Future work of the thesis (4.2.1), built here: what repeats is foretold by its own past, beside the Kalman filter.",
    ),
    (
        "expect.voe",
        "The scenes follow the eight kinds of ADEPT in our own world and through our own eyes, with a ninth in which one thing passes \
         through another; its videos and scores are not used.",
    ),
    (
        "brom",
        "The printed network runs as printed, in a house of six rooms with five classes of things. The paper leaves the plan of \
         the house and the habits of its people to an extended version; both are ours here. What is called the better memory \
         keeps counts that fade, with one setting for everything.",
    ),
    (
        "brom.emerge",
        "The printed network needs a setting for each class of things, found by trying, as in the paper. The class of which only the \
         house is sure has no rule that could emerge, and does not count. The paper says most rules; the bar is all four classes, \
         because going by the last sighting reaches three as well.",
    ),
    (
        "brom.last",
        "The paper compares the network's rules with those of people in a game of minutes, and shows no numbers. That the habit is \
         followed is true by construction; what is measured is what it is good for.",
    ),
    (
        "memory",
        "Not in the paper, or named there as an open point: the bars are ours, and so are the rivals.",
    ),
    (
        "memory.one-setting",
        "Brom's common setting was 1.89 times the effort of the best setting per experiment, and 1.56 times that of people; ours is told \
         beside it. People's own searches are not published: the network with people's habit stands in for them. The filter is exact for \
         each search by what it has seen itself, so that a memory which looks into more places may come below it.",
    ),
    (
        "memory.prior",
        "What remembering saves is the looking, not the way: in a house of six rooms, where one sees a whole room from its door, \
         walking there takes nine tenths of the time of one who remembers and about half of the other's. So the shortest way \
         to where the ball can be seen is taken off. All times are told.",
    ),
    (
        "buchsbaum",
        "The thesis reports what happened in demonstrations and no rates of recognition: every share here is new. Bodies and \
         movements are our own; places of parts come from the onlooker's own eyes.",
    ),
    (
        "buchsbaum.imitate",
        "The printed search follows edges of the graph frame by frame; here a movement is followed at whatever pace fits. \
         `search=\"printed\"` runs the printed one.",
    ),
    (
        "buchsbaum.capture",
        "Named as an open end (7.2.2). Captured people, a few gestures, seen through eyes and cut by the onlooker. Dynamic time warping on \
         what the same eyes saw is told where a gesture begins and ends, and how long the other's limbs are.",
    ),
    (
        "buchsbaum.proportions",
        "An animator's robot, moved as a puppet: its parts are placed in the world and seen by the onlooker's eyes.",
    ),
    (
        "buchsbaum.basics",
        "The sample interaction is played by a person in the thesis; here a script moves cheese and ball as that person did, and \
         waits for the mice.",
    ),
    ("social", "Future work of the thesis (7.2), built here: scenes, bars and controls are ours."),
];

/// What is to be said of a claim, from what holds for its paper to what holds for it alone.
///
/// ```
/// assert!(piaget_claims::differences("isla.reappear").count() == 2);
/// ```
pub fn differences(claim: &str) -> impl Iterator<Item = &'static str> {
    NOTES.iter().filter(move |(about, _)| is_part(claim, about)).map(|(_, note)| *note)
}

fn is_part(claim: &str, about: &str) -> bool {
    claim.strip_prefix(about).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_note_is_about_a_claim() {
        for (about, _) in NOTES {
            assert!(crate::register().any(|claim| is_part(claim.id, about)), "{about}");
        }
    }
}
