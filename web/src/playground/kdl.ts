// KDL for the editor: words, values, strings and comments are told apart line by line.
import { StreamLanguage, type StreamParser } from "@codemirror/language";

interface State {
  /** How deep a comment of several lines nests. */
  comment: number;
  /** Whether the next word names a node. */
  node: boolean;
}

const WORD = /^[^\s"\\/(){};[\]=#][^\s"\\/(){};[\]=]*/;
const NUMBER = /^[-+]?(0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|\d[\d_]*(\.\d[\d_]*)?([eE][-+]?\d+)?)(?![\w-])/;

const parser: StreamParser<State> = {
  name: "kdl",
  startState: () => ({ comment: 0, node: true }),
  token(stream, state) {
    if (stream.sol() && state.comment === 0) state.node = true;
    if (state.comment > 0) {
      while (!stream.eol()) {
        if (stream.match("*/")) state.comment -= 1;
        else if (stream.match("/*")) state.comment += 1;
        else stream.next();
        if (state.comment === 0) break;
      }
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = 1;
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^#(true|false|null|inf|-inf|nan)/)) return "bool";
    if (stream.match(NUMBER)) {
      state.node = false;
      return "number";
    }
    if (stream.match(/^[{};]/)) {
      state.node = true;
      return "bracket";
    }
    if (stream.match(WORD)) {
      const node = state.node;
      state.node = false;
      if (stream.peek() === "=") return "propertyName";
      return node ? "keyword" : "string";
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
};

export const kdl = StreamLanguage.define(parser);
