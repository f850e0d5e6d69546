import type { ValuePlan } from "../messages/types";

const ROW = 22;
const COLUMNS = [104, 232];
const WIDTH = 360;

/** How full a value is, from 0 to 1, within the range it can have. */
export function fullness(value: ValuePlan, number: number): number {
  const [least, most] = value.range;
  const low = least > -1e3 ? Math.min(0, least) : 0;
  const high = most < 1e3 ? most : 1;
  return Math.min(1, Math.max(0, (number - low) / Math.max(high - low, 1e-6)));
}

const short = (name: string, most: number) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

/** The network of values: senses on the left, what they feed on the right; what takes away is drawn in ember. */
export function Network({ values, numbers }: { values: ValuePlan[]; numbers: number[] }) {
  const sides = [
    values.flatMap((value, i) => (value.role === "sense" ? [i] : [])),
    values.flatMap((value, i) => (value.role === "sense" || value.role === "strength" ? [] : [i])),
  ];
  const height = Math.max(...sides.map((side) => side.length), 1) * ROW + 8;
  const place = new Map<number, { x: number; y: number }>();
  sides.forEach((side, column) => {
    const step = height / Math.max(side.length, 1);
    side.forEach((i, row) => place.set(i, { x: COLUMNS[column]!, y: (row + 0.5) * step }));
  });
  return (
    <svg class="net" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label="The network of values">
      {values.flatMap((value, to) =>
        value.inputs.map((input, i) => {
          const [a, b] = [input.from === null ? undefined : place.get(input.from), place.get(to)];
          if (!a || !b) return null;
          const busy = Math.abs(numbers[input.from!] ?? 0) > 0.01;
          const middle = a.x === b.x ? a.x - 44 : (a.x + b.x) / 2;
          return (
            <path
              key={`${to} ${i}`}
              class={`edge ${(input.gain ?? 1) < 0 ? "less" : "more"} ${busy ? "on" : ""}`}
              d={`M${a.x} ${a.y} C${middle} ${a.y} ${middle} ${b.y} ${b.x} ${b.y}`}
            />
          );
        }),
      )}
      {values.map((value, i) => {
        const at = place.get(i);
        if (!at) return null;
        const left = value.role === "sense";
        return (
          <g key={value.name} transform={`translate(${at.x} ${at.y})`}>
            <circle class="node" r="6" />
            <circle class={`level ${value.role}`} r={6 * Math.sqrt(fullness(value, numbers[i] ?? 0))} />
            <text x={left ? -10 : 10} y="4" text-anchor={left ? "end" : "start"}>
              {short(value.name, left ? 15 : 19)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
