import type { PlacePlan, SearchNow } from "../messages/types";
import { moment, plan } from "../store";

const ROW = 20;
const WIDTH = 360;
/** Where links leave the names of things, and where they reach the places. */
const [FROM_X, TO_X] = [112, 176];
const INDENT = 14;

/** What-where memory: where things have been found, and in which order it would look now. */
export function Memory() {
  const places = plan.value?.memory?.places;
  const search = moment.value?.mind?.search;
  if (!places) {
    return (
      <p class="soft">
        This character has no memory of where things are kept. The butler of the scenario usual-place has one.
      </p>
    );
  }
  return (
    <>
      <p class="hint">Where it thinks things are kept, from what it found and missed before.</p>
      <section aria-label="Searching rule">
        <h3>Searching rule{search?.object ? `: where to look for the ${search.object}` : ""}</h3>
        {search && search.rule.length > 0 ? (
          <ol>
            {search.rule.map((step, i) => (
              <li key={i} class="value" data-rule={places[step.place]?.name}>
                <span class="called">
                  {i + 1}. {places[step.place]?.name ?? "?"}
                </span>
                <span class="bar" aria-hidden="true">
                  <i style={{ left: 0, width: `${Math.min(1, step.likely) * 100}%` }} />
                </span>
                <span class="number">{Math.round(step.likely * 100)} %</span>
              </li>
            ))}
            <li class="soft">Then anywhere else.</li>
          </ol>
        ) : (
          <p class="soft">
            {search?.object ? "It has no idea where that is kept." : "It looks for nothing now."}
          </p>
        )}
      </section>
      <h3>Network of what and where</h3>
      {search && search.network.length > 0 ? (
        <Network places={places} search={search} />
      ) : (
        <p class="soft">It remembers nothing yet of the {places.length} places that it knows.</p>
      )}
    </>
  );
}

/** The places that something leads to and what they are parts of, as a tree: parts stand below their whole. */
function rows(places: PlacePlan[], search: SearchNow): { place: number; deep: number }[] {
  const shown = new Set<number>();
  for (const [, { place }] of search.network) {
    for (let at: number | null = place; at !== null && !shown.has(at); at = places[at]?.parent ?? null)
      shown.add(at);
  }
  const found: { place: number; deep: number }[] = [];
  const add = (parent: number | null, deep: number) => {
    places.forEach((place, i) => {
      if (place.parent !== parent || !shown.has(i)) return;
      found.push({ place: i, deep });
      add(i, deep + 1);
    });
  };
  add(null, 0);
  return found;
}

/** Objects on the left, places on the right as a tree, links as strong as the memory. */
function Network({ places, search }: { places: PlacePlan[]; search: SearchNow }) {
  const tree = rows(places, search);
  const objects = [...new Set(search.network.map(([object]) => object))];
  const height = Math.max(tree.length, objects.length) * ROW + 10;
  const y = new Map(tree.map(({ place }, row) => [place, 15 + row * ROW]));
  const yObject = (object: string) => ((objects.indexOf(object) + 0.5) * height) / objects.length;
  const others = places.length - tree.length;
  return (
    <>
      <svg
        class="net"
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={search.network
          .map(
            ([object, { place, likely }]) =>
              `${object}: ${places[place]?.name ?? "?"} ${Math.round(likely * 100)} %`,
          )
          .join("; ")}
      >
        {search.network.map(([object, { place, likely }], i) => {
          const deep = tree.find((row) => row.place === place)?.deep ?? 0;
          const [a, b, x] = [yObject(object), y.get(place) ?? 0, TO_X + deep * INDENT];
          return (
            <path
              key={i}
              class={object === search.object ? "edge on" : "edge"}
              style={{ opacity: 0.3 + 0.7 * likely, strokeWidth: 1 + 4 * likely }}
              d={`M${FROM_X} ${a} C${(FROM_X + x) / 2} ${a} ${(FROM_X + x) / 2} ${b} ${x} ${b}`}
            />
          );
        })}
        {objects.map((object) => (
          <text
            key={object}
            class={object === search.object ? "on" : ""}
            x={FROM_X - 6}
            y={yObject(object) + 4}
            text-anchor="end"
          >
            {object}
          </text>
        ))}
        {tree.map(({ place, deep }) => (
          <g key={place} transform={`translate(${TO_X + 4 + deep * INDENT} ${y.get(place) ?? 0})`}>
            <circle class="node" r="4" />
            <text x="9" y="4">
              {places[place]?.name}
            </text>
          </g>
        ))}
      </svg>
      <p class="hint">
        {others > 0 && `It knows ${others} more places. `}
        {search.untold !== undefined && `It remembers ${search.untold} more things. `}
        The thicker a line, the likelier the thing is there now.
      </p>
    </>
  );
}
