import { useEffect, useState } from "preact/hooks";
import {
  bestOf,
  challengeOf,
  GAMES,
  isForHands,
  keepBest,
  newGame,
  playing,
  ROUNDS,
  total,
  type Playing,
} from "../games";
import type { Game, GameNow } from "../messages/types";
import { bringIn, moveByKey, planOf } from "../panels/world";
import { change, choose, moment, playGame, stage, stopGame, tell } from "../store";
import { Sheet } from "./dialog";
import { gamesOpen } from "./overlays";
import { showForHands } from "./stage-view";

const seedOfNow = () => Math.floor(Math.random() * 1e5) + 1;

/** Which game to play. */
export function Games() {
  return (
    <Sheet open={gamesOpen} title="Three games">
      <div class="scenarios">
        {(Object.keys(GAMES) as Game[]).map((game) => (
          <button
            key={game}
            onClick={() => {
              gamesOpen.value = false;
              playGame(newGame(game, seedOfNow()));
            }}
          >
            <b>{GAMES[game].title}</b>
            <span>{GAMES[game].says.hands}</span>
            <span class="soft">
              {ROUNDS} rounds{bestOf(game) !== null && ` · best ${bestOf(game)} ${GAMES[game].unit}`}
            </span>
          </button>
        ))}
      </div>
    </Sheet>
  );
}

/** The game under way: what to do, whether one is seen, and the score. */
export function GameBar() {
  const game = playing.value;
  const now = moment.value?.game;
  const hands = game !== null && game.watching === null && !!now && isForHands(now);
  useEffect(() => showForHands(hands), [hands]);
  if (!game) return null;
  const rules = GAMES[game.game];
  const over = game.rounds.length >= ROUNDS;
  const round = Math.min(ROUNDS, (game.watching ?? game.rounds.length - (now?.phase === "over" ? 1 : 0)) + 1);
  return (
    <section class="game" aria-label={rules.title}>
      <p class="row" role="status">
        <b>{rules.title}</b>
        <span class="soft">
          {game.watching === null ? "" : "your friend’s "}round {round} of {ROUNDS}
        </span>
        {now && now.game === game.game && <State now={now} unit={rules.unit} says={rules.says[now.phase]} />}
      </p>
      <div class="row">
        {now && now.phase !== "over" && game.watching === null && <Hands game={game.game} />}
        {now?.phase === "over" && !over && game.watching === null && game.rounds.length > 0 && (
          <button class="strong" onClick={() => playGame(game)}>
            Next round
          </button>
        )}
        {over && <Sum game={game} />}
        <button class="plain" onClick={stopGame}>
          Stop
        </button>
      </div>
    </section>
  );
}

function State({ now, unit, says }: { now: GameNow; unit: string; says: string }) {
  return (
    <>
      {now.game !== "teach" && (
        <span class={now.seen ? "light seen" : "light"}>{now.seen ? "seen" : "unseen"}</span>
      )}
      <span>{now.outcome || says}</span>
      <span class="mono">
        {now.score.toFixed(1)} {unit}
      </span>
      {now.left_s !== null && <span class="mono soft">{now.left_s.toFixed(0)} s left</span>}
      {now.fouls > 0 && (
        <b class="foul">
          {now.fouls === 1 ? "A foul" : `${now.fouls} fouls`}: seen, out of turn, or not in the rules.
        </b>
      )}
    </>
  );
}

const TOYS = ["hoop", "ball", "baton"] as const;

/** What hands can do in a game without a pointer. */
function Hands({ game }: { game: Game }) {
  const things = [...(moment.value?.things.values() ?? [])];
  if (game === "teach") {
    const morris = stage.value?.creatures.findIndex((creature) => creature.name === "morris") ?? -1;
    const at = moment.value?.creatures[morris]?.at ?? [0, 0, 0];
    return (
      <>
        {TOYS.map((kind) => (
          <button key={kind} onClick={() => bringIn(planOf(kind)!, at[0] + 0.5, at[2] - 0.2)}>
            Bring a {kind}
          </button>
        ))}
        <button
          onClick={() => change({ do: "say", by: "visitor", words: "go morris", at: [at[0] + 1, 0, at[2]] })}
        >
          Go, Morris!
        </button>
      </>
    );
  }
  const thing = things.find((thing) => thing.name === (game === "hide" ? "sheep" : "cube"));
  if (!thing) return null;
  return (
    <button data-thing={thing.name} onKeyDown={(event) => moveByKey(event, thing)}>
      Drag the {thing.kind}, tap it and then a place, or press the arrow keys here
    </button>
  );
}

/** Three rounds are over. */
function Sum({ game }: { game: Playing }) {
  const rules = GAMES[game.game];
  const sum = total(game.rounds);
  const [best, setBest] = useState(false);
  useEffect(() => setBest(keepBest(game.game, sum)), [game]);
  const { challenge } = game;
  const won = challenge && (rules.more ? sum > challenge.score : sum < challenge.score);
  return (
    <>
      <span>
        <b>
          {sum} {rules.unit}
        </b>{" "}
        in three rounds{best ? ", your best so far" : ""}.
        {challenge &&
          (won
            ? ` You beat ${challenge.score}.`
            : sum === challenge.score
              ? " A draw."
              : ` ${challenge.score} is still to beat.`)}
      </span>
      <button class="strong" onClick={() => void copyChallenge(game)}>
        Challenge a friend
      </button>
      <button onClick={() => playGame(newGame(game.game, seedOfNow()))}>Play again</button>
      {challenge?.rounds.map((_, i) => (
        <button
          key={i}
          onClick={() => {
            playing.value = { ...game, watching: i };
            choose({
              scenario: rules.scenario,
              seed: game.seed + i,
              changes: challenge.rounds[i] ?? [],
            });
          }}
        >
          Friend’s round {i + 1}
        </button>
      ))}
    </>
  );
}

async function copyChallenge(game: Playing): Promise<void> {
  history.replaceState(null, "", await challengeOf(game));
  try {
    await navigator.clipboard.writeText(location.href);
    tell("A challenge with your score is in the address bar, and copied.");
  } catch {
    tell("A challenge with your score is in the address bar.");
  }
}
