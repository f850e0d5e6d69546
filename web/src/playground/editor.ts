// The editor itself: CodeMirror with KDL, mistakes under their lines, and the words that the reader knows. Loaded when somebody
// wants to write.
import { autocompletion, completionKeymap, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { linter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { ask } from "./carrier";
import { kdl } from "./kdl";
import type { Mistaken } from "./protocol";

/** A text in an editor. */
export interface Editing {
  /** The name under which it is read. */
  file: string;
  text: string;
  label: string;
  /** Told of every text without a mistake, a moment after it was written. */
  sound(text: string): void;
  /** Told of every mistake that is found. */
  wrong(mistakes: Mistaken[]): void;
}

const style = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--water)", fontWeight: "600" },
  { tag: tags.propertyName, color: "var(--ink)" },
  { tag: tags.string, color: "var(--leaf, var(--ink))" },
  { tag: [tags.number, tags.bool], color: "var(--ember)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "0.85rem", backgroundColor: "var(--sheet)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in srgb, var(--water) 8%, transparent)",
  },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-tooltip": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--water)", color: "var(--sheet)" },
});

/** Where a mistake stands; its columns count letters, those of the editor count halves of them. */
function placed(doc: Text, mistake: Mistaken): { from: number; to: number } {
  const line = doc.line(Math.min(Math.max(1, mistake.line), doc.lines));
  const letters = Array.from(line.text);
  const before = letters.slice(0, mistake.column - 1).join("").length;
  const length = letters
    .slice(mistake.column - 1, mistake.column - 1 + Math.max(1, mistake.length))
    .join("").length;
  const from = Math.min(line.from + before, line.to);
  return { from, to: Math.min(from + length, line.to) };
}

function shown(doc: Text, file: string, mistakes: Mistaken[]): Diagnostic[] {
  return mistakes.map((mistake) => {
    const own = mistake.file === file;
    const about = own ? "" : `${mistake.file}:${mistake.line}: `;
    const hint = mistake.hint ? ` (${mistake.hint})` : "";
    const place = own ? placed(doc, mistake) : { from: 0, to: 0 };
    return { ...place, severity: "error", message: `${about}${mistake.message}${hint}` };
  });
}

export class Editor {
  private readonly view: EditorView;

  constructor(host: HTMLElement, editing: Editing) {
    const check = linter(
      async (view) => {
        const text = view.state.doc.toString();
        let mistakes: Mistaken[];
        try {
          mistakes = await ask({ ask: "check", name: editing.file, text });
        } catch {
          // The session broke or was begun anew; the page says so.
          return [];
        }
        if (view.state.doc.toString() !== text) return [];
        editing.wrong(mistakes);
        if (mistakes.length === 0) editing.sound(text);
        return shown(view.state.doc, editing.file, mistakes);
      },
      { delay: 400 },
    );
    const words = async (context: CompletionContext) => {
      const word = context.matchBefore(/[\w-]*/);
      if (!word || (word.from === word.to && !context.explicit)) return null;
      const known = await ask({
        ask: "words",
        name: editing.file,
        text: context.state.doc.toString(),
        at: context.pos,
      });
      return { from: word.from, options: known.map((label) => ({ label })), validFor: /^[\w-]*$/ };
    };
    this.view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: editing.text,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          indentUnit.of("    "),
          bracketMatching(),
          highlightActiveLine(),
          kdl,
          syntaxHighlighting(style),
          theme,
          check,
          autocompletion({ override: [words] }),
          keymap.of([...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ "aria-label": editing.label }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows mistakes that came from elsewhere. */
  show(file: string, mistakes: Mistaken[]): void {
    this.view.dispatch(setDiagnostics(this.view.state, shown(this.view.state.doc, file, mistakes)));
  }

  goTo(mistake: Mistaken): void {
    const { from } = placed(this.view.state.doc, mistake);
    this.view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    this.view.focus();
  }

  end(): void {
    this.view.destroy();
  }
}
