import { change, moment, stage } from "../store";
import type { CreaturePlan, OrderPlan } from "../messages/types";

/** More orders than this go into a list. */
const MOST_BUTTONS = 6;

/** Says it in the shepherd's voice if there is one, else in a voice that comes from beside the creature. */
function order(words: string, whom: number): void {
  const now = moment.value;
  const shepherd = [...(now?.things.values() ?? [])].find((thing) => thing.kind === "shepherd");
  if (shepherd) return change({ do: "say", by: shepherd.name, words });
  const at = now?.creatures[whom]?.at ?? [0, 0, 0];
  change({ do: "say", by: "visitor", words, at: [at[0] + 1, 0, at[2]] });
}

/** Everything that can be said here and is understood by somebody. Words that several understand stand once. */
export function Orders() {
  const creatures = stage.value?.creatures ?? [];
  const said = new Set<string>();
  const groups = creatures.map((creature, i) => {
    const orders = creature.orders.filter(({ words }) => !said.has(words));
    for (const { words } of orders) said.add(words);
    return { creature, i, orders };
  });
  return (
    <div class="orders" role="group" aria-label="Orders">
      {groups.map(
        ({ creature, i, orders }) =>
          orders.length > 0 && <Group key={creature.id} creature={creature} whom={i} orders={orders} />,
      )}
    </div>
  );
}

function Group({ creature, whom, orders }: { creature: CreaturePlan; whom: number; orders: OrderPlan[] }) {
  // Orders that begin alike are many: those go into a list.
  const [buttons, listed] =
    orders.length > MOST_BUTTONS
      ? [orders.filter(({ about }) => about !== ""), orders.filter(({ about }) => about === "")]
      : [orders, []];
  return (
    <>
      {buttons.map(({ words, about }) => (
        <button key={words} onClick={() => order(words, whom)} title={about}>
          {words}
        </button>
      ))}
      {listed.length > 0 && (
        <select
          aria-label={`More orders for ${creature.name}`}
          value=""
          onChange={(event) => {
            const words = event.currentTarget.value;
            event.currentTarget.value = "";
            if (words) order(words, whom);
          }}
        >
          <option value="">{creature.name}…</option>
          {listed.map(({ words }) => (
            <option key={words}>{words}</option>
          ))}
        </select>
      )}
    </>
  );
}
