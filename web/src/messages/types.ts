// Generated from crates/lab/src/messages by its tests (PIAGET_BLESS=1 writes it anew). Do not edit.

/** The version of these messages. */
export const PROTOCOL = 2;

/**
 * One tuple of the action tree.
 */
export type ActionPlan = { 
/**
 * Its name.
 */
tuple: string, 
/**
 * How deep it stands, from 0; it hangs from the last tuple before it that is less deep.
 */
depth: number, 
/**
 * The place of the value that says what it is worth; `null` where that is a number of the file.
 */
value: number | null, };

/**
 * What one percept makes of the selected belief.
 */
export type AskedPercept = { 
/**
 * How well it matches, 0 to 1.
 */
matches: number, 
/**
 * How sure it is.
 */
confidence: number, 
/**
 * What it tells besides, in words.
 */
data: string, };

/**
 * A believed thing.
 */
export type BeliefNow = { 
/**
 * Its number in this mind.
 */
belief: number, 
/**
 * What it is believed to be.
 */
kind: string, 
/**
 * Its colour.
 */
colour: string, 
/**
 * Where it is believed to be.
 */
at: [number, number, number], 
/**
 * How it is believed to move.
 */
velocity: [number, number, number], 
/**
 * The world's number, if it is seen now.
 */
seen_as: number | null, 
/**
 * Seconds since it was last seen.
 */
unseen_s: number, 
/**
 * How sure the mind is of it, 0 to 1.
 */
confidence: number, 
/**
 * Where it was expected to be (Kline's ghost), for a salient place.
 */
ghost: [number, number, number] | null, 
/**
 * Isla 1.8 for this tick, at most 1e6; `null` for a mind without a map.
 */
salience: number | null, 
/**
 * Isla 1.9 for this tick; `null` for a mind without a map.
 */
confusion: number | null, 
/**
 * Violations of this tick: "confusion", "surprise", "disbelief".
 */
violations: Array<string>, 
/**
 * What it may be doing, the likeliest first, with weights; empty for a mind that does not ask.
 */
explanations: Array<[string, number]>, 
/**
 * How improbable what this tick brought was, over all explanations, in nats.
 */
nats: number, 
/**
 * What is expected of its salient features.
 */
traits: Array<TraitNow>, };

/**
 * A piece of the bytes that follow a frame's text.
 */
export type Blob = { 
/**
 * Where it begins.
 */
at: number, 
/**
 * How many bytes it has.
 */
length: number, };

/**
 * A body that is drawn: a glTF file and what frames say of its joints.
 */
export type BodyPlan = { 
/**
 * The file, as a path on this server.
 */
model: string, 
/**
 * How many metres a unit of the file is.
 */
metres_per_unit: number, 
/**
 * The joints whose turns frames give, in this order.
 */
joints: Array<string>, 
/**
 * Those of them, by place in `joints`, whose places frames give after all turns.
 */
moved: Array<number>, 
/**
 * The morph targets whose weights frames give.
 */
morphs: Array<string>, };

/**
 * One sentence about what happened.
 */
export type Caption = { 
/**
 * The tick after which it can be seen.
 */
tick: number, 
/**
 * Seconds since the beginning.
 */
t: number, 
/**
 * What sort of thing it tells of.
 */
sort: CaptionSort, 
/**
 * The creature that it happened to; `null` for what happened in the world.
 */
creature: string | null, 
/**
 * The sentence.
 */
text: string, 
/**
 * The same with numbers, where there are any.
 */
detail?: string, 
/**
 * The words that were said.
 */
words?: string, 
/**
 * The world's number of who said them, or of what it is about.
 */
id?: number, 
/**
 * Where, if that is known.
 */
at?: [number, number, number], };

/**
 * What sort of thing a caption tells of.
 */
export type CaptionSort = "said" | "moved" | "did" | "noticed" | "startled" | "learned" | "note";

/**
 * One thing done by hand.
 */
export type Change = { "do": "slide", 
/**
 * Its name.
 */
thing: string, 
/**
 * The places to pass, 1 to 100.
 */
path: Array<[number, number, number]>, 
/**
 * In metres per second, up to 20.
 */
speed: number, } | { "do": "transport", 
/**
 * Its name.
 */
what: string, 
/**
 * Where to.
 */
to: [number, number, number], } | { "do": "add", 
/**
 * What it is.
 */
thing: NewThing, } | { "do": "remove", 
/**
 * Its name.
 */
thing: string, } | { "do": "move-wall", 
/**
 * Its name.
 */
wall: string, 
/**
 * The middle of its foot.
 */
to: [number, number, number], 
/**
 * Its turn in degrees; as it was where nothing is said.
 */
yaw?: number, } | { "do": "say", 
/**
 * Who speaks: a thing or creature, or a word for somebody who is not there.
 */
by: string, 
/**
 * Up to 60 bytes.
 */
words: string, 
/**
 * Where from; from where the speaker is where nothing is said.
 */
at?: [number, number, number], } | { "do": "perform", 
/**
 * The creature.
 */
creature: string, 
/**
 * The movement's name.
 */
movement: string, } | { "do": "set", 
/**
 * The creature.
 */
creature: string, 
/**
 * The parameter's path.
 */
path: string, 
/**
 * Its new value.
 */
value: number, } | { "do": "character", 
/**
 * The creature.
 */
creature: string, 
/**
 * The text of a character file.
 */
text: string, };

/**
 * A scenario and how to play it; what a shared link holds.
 */
export type Choice = { 
/**
 * Its name.
 */
scenario: string, 
/**
 * The seed; the scenario's own where nothing is said. At most 2^53.
 */
seed?: number, 
/**
 * Settings as `--set` takes them ("thing.sheep.at=3 4").
 */
set?: Array<string>, 
/**
 * What is done by hand, and when, in the order of time.
 */
changes?: Array<Timed>, 
/**
 * Play up to this tick at once, then stand still.
 */
until?: number, };

/**
 * One tuple.
 */
export type ChoiceNow = { 
/**
 * Its place in the plan.
 */
tuple: number, 
/**
 * What performing it is worth.
 */
value: number, 
/**
 * Whether it is the active one of its group.
 */
active: boolean, 
/**
 * Why.
 */
because: string, 
/**
 * The belief it is about.
 */
object: number | null, 
/**
 * Since when it is active, in seconds; `null` for one that is not.
 */
since: number | null, 
/**
 * Whether it could be done and was weighed against the active one, which was preferred.
 */
rival?: boolean, 
/**
 * Why it became so: the reason of the tick in which it began; empty for one that is not active.
 */
began?: string, };

/**
 * How time goes.
 */
export type Clock = { 
/**
 * Whether it stands still.
 */
paused: boolean, 
/**
 * How fast it goes.
 */
speed: number, 
/**
 * Whether the scenario's length has passed; it goes on if it is let.
 */
over: boolean, 
/**
 * The earliest tick that can be shown again.
 */
earliest: number, 
/**
 * The present tick, if a past one is shown.
 */
present: number | null, 
/**
 * Where it hurries to, while it plays a link up to its tick.
 */
until: number | null, };

/**
 * A creature as it is.
 */
export type CreatureNow = { 
/**
 * The point on the ground below the body.
 */
at: [number, number, number], 
/**
 * Which way the body faces, in radians: 0 along +z, growing towards +x.
 */
yaw: number, 
/**
 * How far the head is turned from the body.
 */
head_yaw: number, 
/**
 * How far the head is tilted, positive upwards.
 */
head_pitch: number, 
/**
 * Metres per second over the ground.
 */
speed: number, 
/**
 * Whether it is nowhere.
 */
hidden?: boolean, 
/**
 * The world's number of what it holds.
 */
holding?: number, 
/**
 * The movement under way or just ended.
 */
movement?: [string, MoveStage], 
/**
 * The action tuple that it follows, empty for none.
 */
doing: string, 
/**
 * Where it means to look.
 */
gaze?: [number, number, number], 
/**
 * The faces it shows and how strongly, 0 to 1.
 */
face: Array<[string, number]>, 
/**
 * What it says in this tick.
 */
says?: string, 
/**
 * Its joints, as a patch of bytes (see `docs/lab.md`); absent where it has no drawn body or did not move.
 */
pose?: Blob, };

/**
 * A creature: what of it does not change.
 */
export type CreaturePlan = { 
/**
 * Its name in the scenario.
 */
name: string, 
/**
 * The world's number for it.
 */
id: number, 
/**
 * What others see it as.
 */
kind: string, 
/**
 * The name of its colour.
 */
colour: string, 
/**
 * Its character's name.
 */
character: string, 
/**
 * Metres from the ground to its top.
 */
height: number, 
/**
 * Of the body that collides.
 */
radius: number, 
/**
 * Metres from the ground to its eye.
 */
eye_height: number, 
/**
 * Its horizontal field of view in radians.
 */
field_of_view: number, 
/**
 * How far it sees.
 */
range: number, 
/**
 * Its drawn body; `null` for a plain capsule.
 */
body: BodyPlan | null, 
/**
 * What it understands when it is said.
 */
orders: Array<OrderPlan>, };

/**
 * What can be taken home.
 */
export type Export = { "kind": "recording" } | { "kind": "trace" } | { "kind": "character", 
/**
 * The creature.
 */
creature: string, };

/**
 * A file to take home, or a part of one.
 */
export type Exported = { 
/**
 * What to call it.
 */
name: string, 
/**
 * Its media type.
 */
media: string, 
/**
 * Whether `content` is base64.
 */
base64: boolean, 
/**
 * What this part holds. The contents of all parts, one after the other, are the content of the file.
 */
content: string, 
/**
 * Whether another part comes.
 */
more: boolean, };

/**
 * What an eye shows.
 */
export type EyeNow = { 
/**
 * Pixels across.
 */
columns: number, 
/**
 * Pixels down.
 */
rows: number, 
/**
 * A patch of bytes, one a pixel from the top left: 0 for nothing, 1 for walls, else the place in `marks` plus 2.
 */
pixels: Blob, 
/**
 * The world's numbers of what is seen, and the marked part of a body if it is one.
 */
marks: Array<[number, string | null]>, };

/**
 * One moment.
 */
export type Frame = { 
/**
 * How many ticks have passed.
 */
tick: number, 
/**
 * Seconds since the beginning.
 */
t: number, 
/**
 * Whether nothing from before holds: the first frame of a stage.
 */
whole: boolean, 
/**
 * The digest of all ticks so far, 16 hexadecimal digits.
 */
digest: string, 
/**
 * How time goes, if that changed.
 */
clock?: Clock, 
/**
 * All creatures, in the order of the stage. Those that are gone are left out of the world, not of this list.
 */
creatures: Array<CreatureNow>, 
/**
 * Things that are new or changed.
 */
things?: Array<ThingNow>, 
/**
 * The numbers of things that are gone.
 */
gone?: Array<number>, 
/**
 * All walls, if one changed.
 */
walls?: Array<WallNow>, 
/**
 * The selected creature's mind.
 */
mind?: MindNow, 
/**
 * What happened since the last frame.
 */
happened?: Array<Happened>, 
/**
 * What of it is worth telling, in sentences.
 */
story?: Array<Caption>, 
/**
 * How the game stands, for a scenario that can be played as one, if that changed.
 */
game?: GameNow, 
/**
 * So many happenings were left out, because too many came at once.
 */
untold?: number, };

/**
 * What the lab says in words; [`Frame`]s come besides.
 */
export type FromLab = { "type": "welcome" } & Welcome | { "type": "stage" } & Stage | { "type": "mind" } & MindPlan | { "type": "refused" } & Refused | { "type": "exported" } & Exported | { "type": "shared" } & Shared | { "type": "why" } & WhyNow | { "type": "digest", 
/**
 * How many ticks it covers.
 */
tick: number, 
/**
 * 16 hexadecimal digits.
 */
digest: string, } | { "type": "bye", 
/**
 * A sentence for a person.
 */
why: string, };

/**
 * Which game a scenario can be played as.
 */
export type Game = "hide" | "trick" | "teach";

/**
 * A game as it stands.
 */
export type GameNow = { 
/**
 * Which.
 */
game: Game, 
/**
 * How it stands.
 */
phase: GamePhase, 
/**
 * Points so far.
 */
score: number, 
/**
 * How often something was touched before the creature's eyes, or out of turn.
 */
fouls: number, 
/**
 * Whether the creature sees the thing now.
 */
seen: boolean, 
/**
 * Seconds of this phase that are left, where they are counted.
 */
left_s: number | null, 
/**
 * How it was decided, in words; empty until then.
 */
outcome: string, };

/**
 * How a game stands.
 */
export type GamePhase = "wait" | "hands" | "watch" | "over";

/**
 * The ground.
 */
export type GroundPlan = { 
/**
 * The corner with the smallest x and z.
 */
min: [number, number], 
/**
 * The corner with the greatest x and z.
 */
max: [number, number], 
/**
 * The walls as every creature knows them: as they stood at the beginning.
 */
walls: Array<WallNow>, 
/**
 * Cells on which one cannot stand, where the ground is a map of cells: rectangles of x, z, width and depth.
 */
blocked: Array<[number, number, number, number]>, };

/**
 * Something that happened; the words are those of `docs/trace.md`.
 */
export type Happened = { 
/**
 * When.
 */
t: number, 
/**
 * To whom.
 */
creature: string | null, 
/**
 * What.
 */
event: string, 
/**
 * About what.
 */
about: string, };

/**
 * What was once believed.
 */
export type HistoryPoint = { 
/**
 * When.
 */
t: number, 
/**
 * Where.
 */
at: [number, number, number], 
/**
 * How sure.
 */
confidence: number, 
/**
 * Whether it was seen.
 */
seen: boolean, };

/**
 * What comes into a value.
 */
export type InputPlan = { 
/**
 * The place of the value it comes from; `null` for a constant.
 */
from: number | null, 
/**
 * The number that comes in, if that is a constant.
 */
constant: number | null, 
/**
 * How much it counts, if that is a constant.
 */
gain: number | null, 
/**
 * The place of the value that says how much it counts, if one does.
 */
gain_from: number | null, 
/**
 * Whether it is what the value read in the tick before.
 */
delayed: boolean, };

/**
 * The nodes of a mind's maps. Maps and views in frames are bytes in the order of `places`.
 */
export type LatticePlan = { 
/**
 * How they lie.
 */
shape: LatticeShape, 
/**
 * Metres between neighbouring nodes.
 */
cell: number, 
/**
 * x and z of every open node, in centimetres.
 */
places: Array<[number, number]>, };

/**
 * How the nodes of a map lie.
 */
export type LatticeShape = "hexagons" | "squares" | "graph";

/**
 * Where an unseen thing may be.
 */
export type MapNow = { 
/**
 * The belief.
 */
belief: number, 
/**
 * A patch of bytes, one a node: 0 for none, else `2^(24 (byte / 255 - 1))` is its probability.
 */
mass: Blob, 
/**
 * The likeliest place: x and z.
 */
peak: [number, number] | null, 
/**
 * How spread out it is.
 */
entropy_bits: number, };

/**
 * The places of a what-where memory.
 */
export type MemoryPlan = { 
/**
 * The places, the whole first.
 */
places: Array<PlacePlan>, };

/**
 * The selected creature's mind. Parts that are left out are as they were.
 */
export type MindNow = { 
/**
 * Whose: the place among the stage's creatures.
 */
creature: number, 
/**
 * Whether nothing told of a mind before holds: the first after a `mind`.
 */
whole?: boolean, 
/**
 * Every value, in the order of the plan.
 */
values?: Array<number>, 
/**
 * What of its beliefs is new or changed.
 */
beliefs?: Array<BeliefNow>, 
/**
 * The numbers of beliefs that it gave up.
 */
forgotten?: Array<number>, 
/**
 * The belief it attends to, in every frame.
 */
attends: number | null, 
/**
 * Tuples whose value, state or reason changed, by their place in the plan.
 */
choices?: Array<ChoiceNow>, 
/**
 * The corners of its way, x and z, if that changed.
 */
way?: Array<[number, number]>, 
/**
 * What it has in mind, in its own words, if that changed; empty for nothing in particular.
 */
thought?: string, 
/**
 * How its way stands, in words, if that changed; empty if it goes nowhere.
 */
travel?: string, 
/**
 * Maps of where unseen things may be that changed.
 */
maps?: Array<MapNow>, 
/**
 * Beliefs whose maps are no longer told.
 */
unmapped?: Array<number>, 
/**
 * Which nodes it looked at and sees: a patch of bytes, one a node, 1 for seen.
 */
visible?: Blob, 
/**
 * What its eye shows.
 */
eye?: EyeNow, 
/**
 * What its percepts make of the selected belief, in the order of the plan.
 */
percepts?: Array<AskedPercept>, 
/**
 * The past of the selected belief, the latest first.
 */
history?: Array<HistoryPoint>, 
/**
 * Where its body is on the pose graph.
 */
motor?: MotorNow, 
/**
 * What it remembers of where things are kept.
 */
search?: SearchNow, 
/**
 * What it makes of another whom it watches.
 */
watching?: WatchingNow, };

/**
 * How a mind is built.
 */
export type MindPlan = { 
/**
 * Whose.
 */
creature: string, 
/**
 * Its character's name.
 */
character: string, 
/**
 * Its horizontal field of view in radians.
 */
field_of_view: number, 
/**
 * How far it sees.
 */
range: number, 
/**
 * The network of values, in the order in which frames give their numbers.
 */
values: Array<ValuePlan>, 
/**
 * The action tree from the top down, in the order in which frames tell of its tuples.
 */
actions: Array<ActionPlan>, 
/**
 * The percept tree.
 */
percepts: Array<PerceptPlan>, 
/**
 * The nodes of its maps; `null` for a mind without.
 */
lattice: LatticePlan | null, 
/**
 * The places its what-where memory knows; `null` for a mind without.
 */
memory: MemoryPlan | null, 
/**
 * Its pose graph; `null` for a body without.
 */
motor: MotorPlan | null, 
/**
 * What it understands when it is said.
 */
orders: Array<OrderPlan>, 
/**
 * Every number of its character file that may be changed.
 */
parameters: Array<Parameter>, 
/**
 * Its character file, as it stands.
 */
text: string, };

/**
 * A mistake in a text.
 */
export type Mistake = { 
/**
 * The file.
 */
file: string, 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The column, from 1.
 */
column: number, 
/**
 * How many characters it covers.
 */
length: number, 
/**
 * What is wrong.
 */
message: string, 
/**
 * What would be right.
 */
hint: string, };

/**
 * Where a body is on its pose graph.
 */
export type MotorNow = { 
/**
 * The movement it is in, by its place in the plan.
 */
movement: number, 
/**
 * How far through it, 0 to 1.
 */
part: number, 
/**
 * The movements still to be passed to what is asked, this one first.
 */
path: Array<number>, };

/**
 * A pose graph, as coarse as a person can read: movements and how one leads to another.
 */
export type MotorPlan = { 
/**
 * The movements.
 */
movements: Array<MovementPlan>, 
/**
 * The ways from one to another.
 */
transitions: Array<TransitionPlan>, 
/**
 * How many poses the graph has.
 */
poses: number, };

/**
 * How far a movement has come.
 */
export type MoveStage = "begun" | "finished" | "interrupted" | "cannot";

/**
 * A movement of a pose graph.
 */
export type MovementPlan = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its group.
 */
group: string, 
/**
 * How long it lasts.
 */
seconds: number, 
/**
 * Whether its end leads to its beginning.
 */
cyclic: boolean, };

/**
 * A thing to be brought in.
 */
export type NewThing = { 
/**
 * A name that nothing else has.
 */
name: string, 
/**
 * What creatures see it as.
 */
kind: string, 
/**
 * The name of its colour.
 */
colour: string, 
/**
 * Its form.
 */
shape: ShapePlan, 
/**
 * Where.
 */
at: [number, number, number], 
/**
 * Whether bodies must go around it.
 */
solid: boolean, };

/**
 * Something that can be said to a creature.
 */
export type OrderPlan = { 
/**
 * The words.
 */
words: string, 
/**
 * What hearing them feeds.
 */
about: string, };

/**
 * A number of a character file.
 */
export type Parameter = { 
/**
 * From the outside in ("values.frustration.half-life").
 */
path: string, 
/**
 * What it is now.
 */
value: number, 
/**
 * A least value that makes sense on a slider; the file's reader has the last word.
 */
least: number, 
/**
 * A greatest one.
 */
most: number, 
/**
 * The line of the mind's `text` it stands in.
 */
line: number, };

/**
 * One percept.
 */
export type PerceptPlan = { 
/**
 * Its name.
 */
name: string, 
/**
 * The place of the percept it refines.
 */
parent: number | null, };

/**
 * One place of a what-where memory.
 */
export type PlacePlan = { 
/**
 * Its name.
 */
name: string, 
/**
 * The place that it is a part of.
 */
parent: number | null, 
/**
 * x and z, where it lies on the ground.
 */
at: [number, number] | null, };

/**
 * Something was not done.
 */
export type Refused = { 
/**
 * The message it answers, by its `type` ("choose", "change").
 */
what: string, 
/**
 * A sentence.
 */
why: string, 
/**
 * The mistakes of a file.
 */
mistakes: Array<Mistake>, };

/**
 * A place in a memory.
 */
export type RememberedPlace = { 
/**
 * The place in the plan.
 */
place: number, 
/**
 * How likely it is to be there.
 */
likely: number, };

/**
 * A scenario to choose.
 */
export type ScenarioCard = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it shows.
 */
shows: string, 
/**
 * What to try.
 */
try_this: string, 
/**
 * How long it plays, in seconds.
 */
length_s: number, 
/**
 * The creatures' kinds.
 */
creatures: Array<string>, };

/**
 * What-where memory and the search it guides (Brom).
 */
export type SearchNow = { 
/**
 * What is looked for; `null` while it attends to nothing unseen.
 */
object: string | null, 
/**
 * The current searching rule: places, the likeliest first; empty while nothing is looked for.
 */
rule: Array<RememberedPlace>, 
/**
 * Things it remembers, those met last first, each with the places where it likeliest is now.
 */
network: Array<[string, RememberedPlace]>, 
/**
 * So many more things are remembered than told.
 */
untold?: number, };

/**
 * The form of a thing.
 */
export type ShapePlan = { "form": "box", 
/**
 * In metres.
 */
size: [number, number, number], } | { "form": "sphere", 
/**
 * In metres.
 */
radius: number, } | { "form": "capsule", 
/**
 * In metres.
 */
height: number, 
/**
 * In metres.
 */
radius: number, } | { "form": "cylinder", 
/**
 * In metres.
 */
height: number, 
/**
 * In metres.
 */
radius: number, };

/**
 * What a link must hold: the choice with every change made so far, and where it had come to.
 */
export type Shared = { 
/**
 * To be sent as `choose`; its `until` is the tick of the digest.
 */
choice: Choice, 
/**
 * The digest at that tick.
 */
digest: string, };

/**
 * A scenario at its beginning.
 */
export type Stage = { 
/**
 * What was chosen; the seed is filled in.
 */
choice: Choice, 
/**
 * What it shows.
 */
shows: string, 
/**
 * What to try.
 */
try_this: string, 
/**
 * How long it plays, in seconds; it may be played on.
 */
length_s: number, 
/**
 * Ticks per second.
 */
tick_hz: number, 
/**
 * The ground.
 */
ground: GroundPlan, 
/**
 * The creatures, in the order in which frames tell of them.
 */
creatures: Array<CreaturePlan>, };

/**
 * A thing as it is.
 */
export type ThingNow = { 
/**
 * The world's number for it.
 */
id: number, 
/**
 * What the scenario calls it.
 */
name: string, 
/**
 * What creatures see it as.
 */
kind: string, 
/**
 * The name of its colour.
 */
colour: string, 
/**
 * Its form; `null` for one of triangles.
 */
shape: ShapePlan | null, 
/**
 * The point of its base.
 */
at: [number, number, number], 
/**
 * How far it is turned.
 */
yaw: number, 
/**
 * Whether it is nowhere.
 */
hidden: boolean, 
/**
 * Whether it slides.
 */
sliding: boolean, 
/**
 * The world's number of the creature that holds it.
 */
held_by: number | null, 
/**
 * Its state: paths and what stands there, in words.
 */
features: Array<[string, string]>, };

/**
 * A change and the tick before which it was made.
 */
export type Timed = { 
/**
 * So many ticks had passed.
 */
tick: number, 
/**
 * What was done then.
 */
change: Change, };

/**
 * What a visitor wants.
 */
export type ToLab = { "type": "choose" } & Choice | { "type": "restart", 
/**
 * Another seed.
 */
seed?: number, } | { "type": "pause" } | { "type": "resume" } | { "type": "step", 
/**
 * How many; 1 to 3000.
 */
ticks: number, } | { "type": "speed", 
/**
 * The factor.
 */
factor: number, } | { "type": "change" } & Change | { "type": "select", 
/**
 * The creature's name in the scenario.
 */
creature: string, 
/**
 * One of its beliefs; `null` for none in particular.
 */
belief: number | null, } | { "type": "why", 
/**
 * The creature's name in the scenario.
 */
creature: string, 
/**
 * Only what is about this belief of it; `null` for all.
 */
belief: number | null, } | { "type": "scrub", 
/**
 * The tick, within the reach that frames tell in their clock.
 */
tick: number | null, } | { "type": "export", 
/**
 * Of what.
 */
what: Export, } | { "type": "share" } | { "type": "digest" } | { "type": "still-here" };

/**
 * What is expected of one salient feature (Kline 3.2).
 */
export type TraitNow = { 
/**
 * The feature.
 */
feature: string, 
/**
 * What is expected, in words.
 */
expected: string, 
/**
 * How sure, 0 to 1.
 */
confidence: number, 
/**
 * How reliable the predictor has been, 0 to 1.
 */
reliability: number, };

/**
 * A way between two movements.
 */
export type TransitionPlan = { 
/**
 * The place of the movement it leaves.
 */
from: number, 
/**
 * The place of the movement it leads to.
 */
to: number, 
/**
 * What it costs at least.
 */
cost: number, };

/**
 * One value of the network.
 */
export type ValuePlan = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its kind.
 */
role: ValueRole, 
/**
 * What comes in.
 */
inputs: Array<InputPlan>, 
/**
 * The least and the most it can read.
 */
range: [number, number], 
/**
 * The group it competes in.
 */
group: string | null, 
/**
 * The face it shows, for an emotion.
 */
face: string | null, };

/**
 * What kind of value it is.
 */
export type ValueRole = "sense" | "accumulator" | "drive" | "emotion" | "strength";

/**
 * A wall as it stands.
 */
export type WallNow = { 
/**
 * What the scenario calls it.
 */
name: string, 
/**
 * The middle of its foot: x and z.
 */
at: [number, number], 
/**
 * Length and thickness.
 */
size: [number, number], 
/**
 * Its height.
 */
height: number, 
/**
 * Its turn in radians.
 */
yaw: number, };

/**
 * What a mind makes of another whom it watches (Buchsbaum).
 */
export type WatchingNow = { 
/**
 * The belief about the one it watches.
 */
whom: number | null, 
/**
 * How far it has come, in words; empty while no gesture was seen.
 */
state: string, 
/**
 * Own movements that the last gesture may have been, the best first, with how probable each is.
 */
candidates: Array<[string, number]>, 
/**
 * The movement it is taken for; `null` for a gesture that is none of its own.
 */
movement: string | null, 
/**
 * Own actions that may explain what was done, the most probable first.
 */
explanations: Array<[string, number]>, 
/**
 * The action it takes that to be.
 */
action: string | null, 
/**
 * The motive it takes to be behind it.
 */
motive: string | null, 
/**
 * What the action is taken to be about.
 */
object: string | null, 
/**
 * What the action is to bring, in words.
 */
goal: string | null, 
/**
 * What was learned by it, in words.
 */
learned: Array<string>, };

/**
 * What there is to see here.
 */
export type Welcome = { 
/**
 * The version of the messages.
 */
protocol: number, 
/**
 * The version of the program.
 */
version: string, 
/**
 * The scenarios to choose from.
 */
scenarios: Array<ScenarioCard>, 
/**
 * A scenario to begin with.
 */
first: string, 
/**
 * The character files that a creature may be given, to compare two minds.
 */
characters: Array<string>, };

/**
 * The answer to [`ToLab::Why`](super::ToLab::Why): what `piaget why` says of the same moment.
 */
export type WhyNow = { 
/**
 * Who was asked about.
 */
creature: string, 
/**
 * How many ticks had passed.
 */
tick: number, 
/**
 * What it does, about what, since when and why, in a sentence.
 */
answer: string, 
/**
 * The page, by its sections.
 */
sections: Array<WhySection>, };

/**
 * A part of the page.
 */
export type WhySection = { 
/**
 * What it is about.
 */
title: string, 
/**
 * Its lines; spaces before a line say how deep it stands in a tree.
 */
lines: Array<string>, };
