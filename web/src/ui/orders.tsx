import { change, moment, plan, stage } from "../store";
import { useState } from "preact/hooks";

/** Who gives orders here: a shepherd if there is one, else a voice that belongs to nobody in sight. */
function speaker(): string {
  const things = [...(moment.value?.things.values() ?? [])];
  return things.find((thing) => thing.kind === "shepherd")?.name ?? "visitor";
}

/** What can be said to the creature, and which movements its body can be made to perform. */
export function Orders() {
  const now = plan.value;
  const scene = stage.value;
  const [movement, setMovement] = useState("");
  if (!now || !scene) return null;
  const orders = now.orders;
  const movements =
    now.motor?.movements.filter((movement) => !movement.cyclic).map((movement) => movement.name) ?? [];
  return (
    <div class="orders" role="group" aria-label={`Orders for ${now.creature}`}>
      {orders.map((order) => (
        <button
          key={order.words}
          onClick={() => change({ do: "say", by: speaker(), words: order.words })}
          title={order.about}
        >
          {order.words}
        </button>
      ))}
      {movements.length > 0 && (
        <select
          aria-label={`Let ${now.creature} perform a movement`}
          value={movement}
          onChange={(event) => {
            const name = event.currentTarget.value;
            setMovement("");
            event.currentTarget.value = "";
            if (name) change({ do: "perform", creature: now.creature, movement: name });
          }}
        >
          <option value="">Movement…</option>
          {movements.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </div>
  );
}
