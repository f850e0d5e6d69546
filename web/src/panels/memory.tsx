import type { PlacePlan, SearchNow } from "../messages/types";
import { moment, plan } from "../store";

const MOST_PLACES = 60;

/** What-where memory: where things have been found, and in which order it would look now. */
export function Memory() {
  const places = plan.value?.memory?.places;
  const search = moment.value?.mind?.search;
  if (!places) {
    return (
      <p class="soft">
        This character has no memory of where things are kept. Scenarios in a house have some.
      </p>
    );
  }
  return (
    <>
      <p class="hint">Where it has found things before, and in which order it looks now.</p>
      {search?.rule && search.rule.length > 0 && (
        <section aria-label="Searching rule">
          <h3>Searching rule{search.object ? ` for the ${search.object}` : ""}</h3>
          <ol>
            {search.rule.map((step, i) => (
              <li key={i} class="value">
                <span class="called">
                  {i + 1}. {places[step.place]?.name ?? "?"}
                </span>
                <span class="bar" aria-hidden="true">
                  <i style={{ left: 0, width: `${Math.min(1, step.likely) * 100}%` }} />
                </span>
                <span class="number">{step.likely.toFixed(2)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <h3>Network of what and where</h3>
      <Network places={places.slice(0, MOST_PLACES)} search={search ?? null} />
    </>
  );
}

/** Places on the right as a tree, objects on the left, links as strong as the memory. */
function Network({ places, search }: { places: PlacePlan[]; search: SearchNow | null }) {
  const objects = [...new Set(search?.network.map(([object]) => object) ?? [])];
  const step = 20;
  const height = Math.max(places.length, objects.length * 2, 3) * step + 10;
  const y = (place: number) => 15 + place * step;
  const yObject = (i: number) => ((i + 0.5) * height) / Math.max(objects.length, 1);
  const deep = (place: PlacePlan): number =>
    place.parent === null ? 0 : 1 + deep(places[place.parent] ?? { ...place, parent: null });
  return (
    <svg
      class="net"
      viewBox={`0 0 360 ${height}`}
      role="img"
      aria-label="Objects and the places where they are remembered"
    >
      {search?.network.map(([object, { place, likely }], i) => (
        <path
          key={i}
          class={object === search.object ? "edge on" : "edge"}
          style={{ opacity: 0.25 + 0.75 * Math.min(1, likely) }}
          d={`M90 ${yObject(objects.indexOf(object))} C150 ${yObject(objects.indexOf(object))} 150 ${y(place)} 200 ${y(place)}`}
        />
      ))}
      {objects.map((object, i) => (
        <text
          key={object}
          class={object === search?.object ? "on" : ""}
          x={84}
          y={yObject(i) + 4}
          text-anchor="end"
        >
          {object}
        </text>
      ))}
      {places.map((place, i) => (
        <g key={i} transform={`translate(${204 + deep(place) * 14} ${y(i)})`}>
          <circle class="node" r="4" />
          <text x="9" y="4">
            {place.name}
          </text>
        </g>
      ))}
    </svg>
  );
}
