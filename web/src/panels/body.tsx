import { moment, plan } from "../store";

const SIZE = 360;
const MIDDLE = SIZE / 2;

/** The pose graph, as coarse as a person can read: movements in a ring, the current one and the path ahead lit. */
export function BodyPanel() {
  const motor = plan.value?.motor;
  const now = moment.value?.mind?.motor;
  const own = moment.value?.mind ? moment.value.creatures[moment.value.mind.creature] : undefined;
  return (
    <>
      <Face face={own?.face ?? []} />
      {motor ? (
        <>
          <h3>
            Pose graph: {motor.movements.length} movements, {motor.poses} poses
          </h3>
          <Ring motor={motor} path={now?.path ?? []} at={now?.movement ?? null} />
          {now && (
            <p class="hint">
              In “{motor.movements[now.movement]?.name}”, {Math.round(now.part * 100)} % through
              {now.path.length > 1 &&
                `; next ${now.path
                  .slice(1)
                  .map((i) => motor.movements[i]?.name)
                  .join(", ")}`}
              .
            </p>
          )}
        </>
      ) : (
        <p class="soft">
          This creature's body is a plain capsule here: it has no pose graph. Movement:{" "}
          {own?.movement?.[0] ?? "none"}.
        </p>
      )}
    </>
  );
}

function Face({ face }: { face: [string, number][] }) {
  return (
    <section aria-label="Face">
      <h3>What its face shows</h3>
      {face.length === 0 && <p class="soft">Nothing in particular.</p>}
      {face.map(([name, weight]) => (
        <div key={name} class="value">
          <span class="called">{name}</span>
          <span class="bar" aria-hidden="true">
            <i class="emotion" style={{ left: 0, width: `${Math.min(1, weight) * 100}%` }} />
          </span>
          <span class="number">{weight.toFixed(2)}</span>
        </div>
      ))}
    </section>
  );
}

function Ring(props: {
  motor: NonNullable<NonNullable<typeof plan.value>["motor"]>;
  path: number[];
  at: number | null;
}) {
  const { movements, transitions } = props.motor;
  const place = (i: number) => {
    const a = (i / movements.length) * 2 * Math.PI - Math.PI / 2;
    return { x: MIDDLE + Math.cos(a) * 108, y: MIDDLE + Math.sin(a) * 108, a };
  };
  const steps = new Set(props.path.slice(1).map((to, i) => `${props.path[i]} ${to}`));
  return (
    <svg
      class="net"
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label="Movements and how one leads to another"
    >
      {transitions.map(({ from, to }) => {
        const [a, b] = [place(from), place(to)];
        const on = steps.has(`${from} ${to}`);
        return (
          <path
            key={`${from} ${to}`}
            class={on ? "edge on" : "edge"}
            d={`M${a.x} ${a.y} Q${MIDDLE} ${MIDDLE} ${b.x} ${b.y}`}
            style={{ opacity: on ? 1 : 0.5 }}
          />
        );
      })}
      {movements.map((movement, i) => {
        const { x, y, a } = place(i);
        const right = Math.cos(a) > 0.01;
        const turn = (a * 180) / Math.PI + (right ? 0 : 180);
        const kind = i === props.at ? "node on" : props.path.includes(i) ? "node next" : "node";
        return (
          <g key={i}>
            <circle class={kind} cx={x} cy={y} r="5" />
            <text
              class={i === props.at ? "on" : ""}
              text-anchor={right ? "start" : "end"}
              transform={`translate(${x} ${y}) rotate(${turn}) translate(${right ? 9 : -9} 4)`}
            >
              {movement.name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
