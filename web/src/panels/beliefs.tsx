import type { BeliefNow, HistoryPoint, PerceptPlan } from "../messages/types";
import { moment, plan, select, selected, traces } from "../store";
import type { Weighed } from "../traces";
import { named } from "../stage/colours";
import { curveColours } from "../ui/plots";
import { WhyButton } from "../ui/why";

/** Working memory: what there is, as far as the creature knows; and the selected belief's past and percepts. */
export function Beliefs() {
  const mind = moment.value?.mind;
  const beliefs = [...(mind?.beliefs.values() ?? [])];
  return (
    <>
      <p class="hint">
        What it believes there is. Choose one to see its map, its past and what its percepts say of it.
      </p>
      {beliefs.length === 0 && <p>It has met nothing yet.</p>}
      <ul>
        {beliefs.map((belief) => (
          <li key={belief.belief}>
            <Belief belief={belief} attended={belief.belief === mind?.attends} />
          </li>
        ))}
      </ul>
      {selected.value !== null && <Detail belief={mind?.beliefs.get(selected.value)} />}
    </>
  );
}

function Belief({ belief, attended }: { belief: BeliefNow; attended: boolean }) {
  const chosen = selected.value === belief.belief;
  const pick = () => plan.value && select(plan.value.creature, chosen ? null : belief.belief);
  const sure = `${Math.round(belief.confidence * 100)} % sure`;
  const [x, , z] = belief.at;
  return (
    <button class="belief" aria-pressed={chosen} onClick={pick}>
      <span class="dot" style={{ background: `#${named(belief.colour).getHexString()}` }} />
      <span>
        {belief.colour} {belief.kind} {attended && <span class="badge">attended</span>}
      </span>
      {belief.seen_as !== null ? (
        <span class="badge seen">in view</span>
      ) : (
        <span class="badge">unseen {belief.unseen_s.toFixed(1)} s</span>
      )}
      <span class="detail">
        <b>Is it?</b> {sure}. <b>Where?</b> near {x.toFixed(1)}, {z.toFixed(1)}
        {belief.seen_as === null && spread(belief.belief)}
        {belief.confusion !== null &&
          belief.confusion > 0.005 &&
          `; ${(belief.confusion * 100).toFixed(1)} % was not there`}{" "}
        {belief.violations.map((kind) => (
          <span key={kind} class="badge odd">
            {kind}
          </span>
        ))}
      </span>
    </button>
  );
}

/** How far an unseen thing's map is spread, as a number of equal places. */
function spread(belief: number): string {
  const map = moment.value?.mind?.maps.get(belief);
  return map ? `, one of ${Math.max(1, Math.round(2 ** map.entropyBits))} places` : "";
}

function Detail({ belief }: { belief: BeliefNow | undefined }) {
  const mind = moment.value?.mind;
  if (!belief || !mind) return null;
  const map = mind.maps.get(belief.belief);
  return (
    <section aria-label={`About the ${belief.kind}`}>
      <p class="hint">
        What it sees, believes and would do about this one:{" "}
        <WhyButton about={`the ${belief.kind}`} belief={belief.belief} />
      </p>
      {map && (
        <p class="hint">
          Its map is spread over {map.entropyBits.toFixed(1)} bits, as much as{" "}
          {Math.round(2 ** map.entropyBits)} equal places.
        </p>
      )}
      {belief.ghost && (
        <p>
          Expected at {belief.ghost[0].toFixed(1)}, {belief.ghost[2].toFixed(1)}; believed at{" "}
          {belief.at[0].toFixed(1)}, {belief.at[2].toFixed(1)}:{" "}
          {Math.hypot(belief.ghost[0] - belief.at[0], belief.ghost[2] - belief.at[2]).toFixed(1)} m apart.
        </p>
      )}
      {belief.explanations.length > 0 && (
        <>
          <h3>What it may be doing ({belief.nats.toFixed(1)} nats of surprise)</h3>
          {belief.explanations.map(([what, weight]) => (
            <div class="value" key={what}>
              <span class="called">{what.replaceAll("_", " ").replaceAll("-", " ")}</span>
              <span class="bar" aria-hidden="true">
                <i style={{ left: 0, width: `${weight * 100}%` }} />
              </span>
              <span class="number">{Math.round(weight * 100)} %</span>
            </div>
          ))}
          <Weights past={traces()?.weighed.get(belief.belief) ?? []} until={moment.value?.t ?? 0} />
        </>
      )}
      {belief.traits.length > 0 && (
        <>
          <h3>What it expects</h3>
          <table>
            <thead>
              <tr>
                <th>Feature</th>
                <th>Expected</th>
                <th>Sure</th>
                <th>Reliable</th>
              </tr>
            </thead>
            <tbody>
              {belief.traits.map((trait) => (
                <tr key={trait.feature}>
                  <td>{trait.feature}</td>
                  <td class="mono">{trait.expected}</td>
                  <td class="number">{trait.confidence.toFixed(2)}</td>
                  <td class="number">{trait.reliability.toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {mind.history.length > 1 && (
        <>
          <h3>Its past: how sure, and whether it was seen</h3>
          <Past points={mind.history} />
        </>
      )}
      <h3>Percept tree</h3>
      <Percepts />
    </section>
  );
}

/** How the weights of the explanations have changed over the last minute: a band for each, the likeliest now at the bottom. */
function Weights({ past, until }: { past: Weighed[]; until: number }) {
  const shown = past.filter(({ t }) => t <= until + 1e-6);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last || last.t <= first.t) return null;
  const names = new Map<string, number>();
  for (const { weights } of shown)
    for (const [name, weight] of weights) names.set(name, Math.max(weight, names.get(name) ?? 0));
  const now = new Map(last.weights);
  const order = [...names.keys()].sort((a, b) => (now.get(b) ?? 0) - (now.get(a) ?? 0));
  const x = (t: number) => (((t - first.t) / (last.t - first.t)) * 300).toFixed(1);
  const below = shown.map(() => 0);
  const bands = order.map((name) => {
    const low = shown.map(({ t }, i) => `${x(t)},${(60 - below[i]! * 60).toFixed(1)}`);
    shown.forEach(({ weights }, i) => (below[i]! += new Map(weights).get(name) ?? 0));
    const high = shown.map(({ t }, i) => `${x(t)},${(60 - below[i]! * 60).toFixed(1)}`);
    return [...low, ...high.reverse()].join(" ");
  });
  const colours = curveColours();
  const key = (i: number) => ({ "--key": colours[i % colours.length] });
  const called = (name: string) => name.replaceAll("_", " ").replaceAll("-", " ");
  return (
    <figure class="weights">
      <svg
        class="past"
        viewBox="0 0 300 60"
        preserveAspectRatio="none"
        role="img"
        aria-label={`The weights of the last ${(last.t - first.t).toFixed(0)} seconds`}
      >
        {bands.map((points, i) => (
          <polygon key={order[i]} points={points} style={key(i)}>
            <title>{called(order[i]!)}</title>
          </polygon>
        ))}
      </svg>
      <figcaption class="keys">
        {order.slice(0, colours.length).map((name, i) => (
          <span key={name} style={key(i)}>
            {called(name)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Confidence over time as a line; seen stretches are thick. */
function Past({ points }: { points: HistoryPoint[] }) {
  const first = points.at(-1)!.t;
  const last = points[0]!.t;
  const x = (t: number) => ((t - first) / Math.max(last - first, 1e-6)) * 300;
  const y = (confidence: number) => 46 - confidence * 40;
  return (
    <svg
      class="past"
      viewBox="0 0 300 50"
      preserveAspectRatio="none"
      role="img"
      aria-label={`The last ${(last - first).toFixed(0)} seconds`}
    >
      {points.slice(1).map((point, i) => {
        const next = points[i]!;
        return (
          <line
            key={point.t}
            x1={x(point.t)}
            y1={y(point.confidence)}
            x2={x(next.t)}
            y2={y(next.confidence)}
            stroke="var(--water)"
            stroke-width={next.seen ? 3 : 1}
            stroke-dasharray={next.seen ? undefined : "3 3"}
            vector-effect="non-scaling-stroke"
          />
        );
      })}
    </svg>
  );
}

function depth(percepts: PerceptPlan[], at: number): number {
  let [deep, parent] = [0, percepts[at]?.parent ?? null];
  while (parent !== null && deep < 20) [deep, parent] = [deep + 1, percepts[parent]?.parent ?? null];
  return deep;
}

function Percepts() {
  const percepts = plan.value?.percepts ?? [];
  const asked = moment.value?.mind?.percepts ?? [];
  return (
    <ul>
      {percepts.map((percept, i) => {
        const answer = asked[i];
        return (
          <li key={i} class="percept" style={{ "--depth": depth(percepts, i) }} title={answer?.data}>
            <span>{percept.name}</span>
            <span class="bar" aria-hidden="true">
              <i style={{ left: 0, width: `${(answer?.matches ?? 0) * 100}%` }} />
            </span>
            <span class="number">{answer ? answer.matches.toFixed(2) : "–"}</span>
          </li>
        );
      })}
    </ul>
  );
}
