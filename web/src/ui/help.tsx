import { helpOpen } from "./overlays";
import { Sheet } from "./dialog";
import { KEYS } from "./keys";

export function Help() {
  return (
    <Sheet open={helpOpen} title="How to use the lab">
      <h3>With the pointer</h3>
      <ul>
        <li>
          Drag a thing to slide it; hold <kbd>Shift</kbd> to transport it: it vanishes here and appears there.
        </li>
        <li>Drag a wall to move it. Creatures are not told; they find out.</li>
        <li>
          Drag the ground to turn the view, the wheel or two fingers to come nearer, the right button to shift
          it.
        </li>
        <li>Click a creature to look into its mind.</li>
      </ul>
      <h3>With the keyboard</h3>
      <table>
        <tbody>
          {KEYS.filter((key) => key.help).map((key) => (
            <tr key={key.help}>
              <td>
                <kbd>{key.shown ?? key.key}</kbd>
              </td>
              <td>{key.help}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>What is drawn</h3>
      <ul>
        <li>Coloured cells: where the creature thinks an unseen thing may be; strong colour is likely.</li>
        <li>
          A see-through body: where it believes that thing to be. An ember ring: where it expected a thing
          just now.
        </li>
        <li>The pale fan: what it sees. The broken lines: where it looks, and the way it means to go.</li>
        <li>“!” surprise, “?” confusion, “!?” disbelief.</li>
      </ul>
    </Sheet>
  );
}
