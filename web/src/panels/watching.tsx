import { captions, moment, plan } from "../store";

/** What it makes of another whom it watches: the movement, what it takes it for, and why it thinks it is done. */
export function Watching() {
  const mind = moment.value?.mind;
  const now = mind?.watching;
  if (!now)
    return (
      <p class="soft">
        It watches nobody. Characters who learn by watching, such as Max, show here what they make of others.
      </p>
    );
  // The mind tells it once; here it stays.
  const learned = captions.value.filter(
    ({ sort, creature, t }) =>
      sort === "learned" && creature === plan.value?.creature && t <= (moment.value?.t ?? 0) + 1e-6,
  );
  const whom = now.whom === null ? undefined : mind?.beliefs.get(now.whom);
  return (
    <>
      <p>
        <strong>{now.state || "has seen no gesture yet"}</strong>
        {whom && `, of the ${whom.colour} ${whom.kind}`}
      </p>
      <h3>What it takes this for</h3>
      <table>
        <tbody>
          <Line name="Movement" what={now.movement} />
          <Line name="Action" what={now.action} />
          <Line name="About" what={now.object} />
          <Line name="Motive" what={now.motive} />
          <Line name="To get" what={now.goal} />
        </tbody>
      </table>
      <h3>Movements that it may be, and how probably</h3>
      <Candidates of={now.candidates} />
      <h3>Actions that may explain it</h3>
      <Candidates of={now.explanations} />
      {learned.length > 0 && (
        <>
          <h3>Learned by watching</h3>
          <ul>
            {learned.map(({ t, text }) => (
              <li key={`${t} ${text}`}>
                <span class="mono soft">{t.toFixed(1)} s</span> {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Candidates({ of }: { of: [string, number][] }) {
  if (of.length === 0) return <p class="soft">None yet.</p>;
  return (
    <>
      {of.map(([name, probable]) => (
        <div key={name} class="value">
          <span class="called">{name}</span>
          <span class="bar" aria-hidden="true">
            <i style={{ left: 0, width: `${Math.min(1, probable) * 100}%` }} />
          </span>
          <span class="number">{probable.toFixed(2)}</span>
        </div>
      ))}
    </>
  );
}

function Line({ name, what }: { name: string; what: string | null }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-watching={name.toLowerCase()}>{what ?? <span class="soft">not known</span>}</td>
    </tr>
  );
}
