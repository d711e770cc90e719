import { decodeHTML, decodeHTMLStrict } from "entities"

/** Step 6: nothing that a template, a browser or a Markdown reader takes for more than text. */

/** Entities as the characters they stand for; what was encoded twice stays encoded once. */
export const decoded = (text: string): string => (text.includes("&") ? decodeHTMLStrict(text) : text)

/** An entity that some readers decode even though it is not complete, or that decoding has just made. */
const entityLike = /&[#a-z0-9]{1,40}/gi

const brokenEntity = (entity: string): string =>
  decodeHTML(entity) === entity && decodeHTML(`${entity};`) === `${entity};` ? entity : `& ${entity.slice(1)}`

/** A target in parentheses, which may have parentheses inside; every character fits in one way only. */
const target = String.raw`\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)`

/** A link or an image whose text has no brackets. */
const links = new RegExp(String.raw`!?\[([^\[\]\n]*)\]${target}`, "g")

/** What an address goes on with. */
const addressPart = String.raw`[^\s<>"'()[\]{}|\\^\`]`

/** Names of turns and tools that chat templates put into brackets. */
const bracketed = [
  "/?inst",
  "/?sys",
  "/?(?:system|user|assistant|model)(?:_prompt)?",
  "/?developer",
  "/?human",
  "/?ai",
  "/?tool",
  "/?function",
  "/?tool_calls?",
  "/?tool_results?",
  "/?tool_content",
  "/?tool_outputs?",
  "/?available_tools",
  "/?think",
  "/?im_start",
  "/?im_end",
  "[bes]os",
  "g?mask",
  "sop",
  "cls",
  "sep",
  "pad",
  "unk"
].join("|")

/** A shape that means more than its words, and what is left of it. */
interface Row {
  /** Every match has it: a text without it needs no closer look. */
  readonly sign: string
  readonly pattern: RegExp
  readonly replacement: string | ((match: string) => string)
}

/** What is rewritten, in this order. Every row makes its pattern impossible and keeps the words. */
const rows: ReadonlyArray<Row> = [
  { sign: "&", pattern: entityLike, replacement: brokenEntity },
  // Percent encoding, and escapes of JSON and JavaScript.
  { sign: "%", pattern: /%(?=u?[0-9a-f]{2})/gi, replacement: "% " },
  { sign: "\\", pattern: /\\(?=u\{?[0-9a-f]{2}|x[0-9a-f]{2})/gi, replacement: "\\ " },
  { sign: "\\", pattern: /\\(?=(?:href|url|includegraphics|input|include)\b)/gi, replacement: "\\ " },
  // Links and images keep their text; an image can be the text of a link.
  { sign: "](", pattern: links, replacement: "$1" },
  { sign: "](", pattern: links, replacement: "$1" },
  { sign: "![", pattern: /!\[/g, replacement: "! [" },
  { sign: "]", pattern: /\](?=[([:])/g, replacement: "] " },
  // An address by itself is a target too.
  {
    sign: ":",
    pattern: new RegExp(String.raw`[a-z][a-z0-9+.-]{0,20}:\\?/\\?/${addressPart}*`, "gi"),
    replacement: "(link)"
  },
  { sign: ".", pattern: new RegExp(String.raw`www\.(?=[^\s.])${addressPart}*`, "gi"), replacement: "(link)" },
  { sign: ":", pattern: /(javascript|vbscript|livescript):/gi, replacement: "$1 " },
  { sign: ":", pattern: /data:(?=[\w.+-]*[/;,])/gi, replacement: "data " },
  // Tags, comments and tokens such as `<|im_start|>`; tokens such as `[INST]`.
  { sign: "<", pattern: /<(?=[\p{L}/!?|%])/gu, replacement: "< " },
  { sign: "|>", pattern: /\|>/g, replacement: "| >" },
  { sign: "[", pattern: new RegExp(String.raw`\[([\t |]?(?:${bracketed})[\t |]?)\]`, "gi"), replacement: "($1)" },
  // Fences.
  { sign: "", pattern: /[`~]{3,}|"{3,}|'{3,}/g, replacement: (fence) => [...fence].join(" ") }
]

const rewrite = (text: string, { pattern, replacement, sign }: Row): string =>
  !text.includes(sign)
    ? text
    : typeof replacement === "string"
      ? text.replaceAll(pattern, replacement)
      : text.replaceAll(pattern, replacement)

/** Words without markup. */
export const unmarked = (text: string): string => rows.reduce(rewrite, text)
