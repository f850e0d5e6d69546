import type { InputPlan, ValuePlan, ValueRole } from "../messages/types";
import { moment, plan } from "../store";
import { fullness, Network } from "./network";

const ORDER: [ValueRole, string][] = [
  ["emotion", "Emotions"],
  ["drive", "Drives"],
  ["accumulator", "Sums"],
  ["strength", "Strengths of drives"],
  ["sense", "Senses"],
];

/** The value network: every value with its number and what feeds it. */
export function Feelings() {
  const values = plan.value?.values ?? [];
  const numbers = moment.value?.mind?.values ?? [];
  if (values.length === 0) return <p>This character has no values.</p>;
  return (
    <>
      <p class="hint">
        Its network of values: senses feed drives and emotions. Below, each with its number and what flows in.
      </p>
      <Network values={values} numbers={numbers} />
      {ORDER.map(([role, title]) => {
        const here = values.flatMap((value, i) => (value.role === role ? [{ value, i }] : []));
        if (here.length === 0) return null;
        return (
          <section key={role} aria-label={title}>
            <h3>{title}</h3>
            {here.map(({ value, i }) => (
              <Value key={value.name} value={value} number={numbers[i] ?? 0} all={values} />
            ))}
          </section>
        );
      })}
    </>
  );
}

function Value({ value, number, all }: { value: ValuePlan; number: number; all: ValuePlan[] }) {
  const part = fullness(value, number);
  const from = value.inputs.map((input) => said(input, all)).filter(Boolean);
  return (
    <div class="value" title={value.face ? `shows as ${value.face}` : undefined}>
      <span class="called">{value.name}</span>
      <span class="bar" aria-hidden="true">
        <i class={value.role} style={{ left: 0, width: `${part * 100}%` }} />
      </span>
      <span class="number">{Math.abs(number) >= 100 ? number.toExponential(1) : number.toFixed(2)}</span>
      {from.length > 0 && (
        <span class="from">
          ← {from.join(", ")}
          {value.group && ` · competes in ${value.group}`}
        </span>
      )}
    </div>
  );
}

function said(input: InputPlan, all: ValuePlan[]): string {
  const name = input.from === null ? "constant" : (all[input.from]?.name ?? "?");
  const gain =
    input.gain_from !== null
      ? all[input.gain_from]?.name
      : input.gain !== null && input.gain !== 1
        ? `${input.gain}`
        : null;
  return `${name}${gain ? ` × ${gain}` : ""}${input.delayed ? " (before)" : ""}`;
}
