import { decodeHTML, decodeHTMLStrict } from "entities"

/** Steps 1 and 6 of `neutralText`: decodes entities, and disarms markup of templates, browsers and Markdown. */

/** Decodes entities once; double encoding stays encoded once. */
export const decoded = (text: string): string => (text.includes("&") ? decodeHTMLStrict(text) : text)

/** An incomplete entity that some readers decode, or one that decoding has just produced. */
const entityLike = /&[#a-z0-9]{1,40}/gi

const brokenEntity = (entity: string): string =>
  decodeHTML(entity) === entity && decodeHTML(`${entity};`) === `${entity};` ? entity : `& ${entity.slice(1)}`

/** A link target in parentheses, with one level of nested ones. Unambiguous, to prevent backtracking. */
const target = String.raw`\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)`

/** A link or an image whose text has no brackets. */
const links = new RegExp(String.raw`!?\[([^\[\]\n]*)\]${target}`, "g")

/** Characters that continue an address. */
const addressPart = String.raw`[^\s<>"'()[\]{}|\\^\`]`

/** Names that chat templates put into brackets for roles and tools. */
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

/** A pattern that is active markup, and its harmless replacement. */
interface Row {
  /** Part of every match; a text without it is skipped. */
  readonly sign: string
  readonly pattern: RegExp
  readonly replacement: string | ((match: string) => string)
}

/** Rewriting rules in order. Each makes its pattern impossible and keeps the words. */
const rows: ReadonlyArray<Row> = [
  { sign: "&", pattern: entityLike, replacement: brokenEntity },
  // Percent encoding, and escapes of JSON and JavaScript.
  { sign: "%", pattern: /%(?=u?[0-9a-f]{2})/gi, replacement: "% " },
  { sign: "\\", pattern: /\\(?=u\{?[0-9a-f]{2}|x[0-9a-f]{2})/gi, replacement: "\\ " },
  { sign: "\\", pattern: /\\(?=(?:href|url|includegraphics|input|include)\b)/gi, replacement: "\\ " },
  // Links and images keep their text. Run twice, because an image can be the text of a link.
  { sign: "](", pattern: links, replacement: "$1" },
  { sign: "](", pattern: links, replacement: "$1" },
  { sign: "![", pattern: /!\[/g, replacement: "! [" },
  { sign: "]", pattern: /\](?=[([:])/g, replacement: "] " },
  // A bare address is a link, too.
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
  { sign: "", pattern: /[`~]{3,}|"{3,}|'{3,}/g, replacement: (fence) => [...fence].join(" ") }
]

const rewrite = (text: string, { pattern, replacement, sign }: Row): string =>
  !text.includes(sign)
    ? text
    : typeof replacement === "string"
      ? text.replaceAll(pattern, replacement)
      : text.replaceAll(pattern, replacement)

/** Disarms markup and keeps the words. */
export const unmarked = (text: string): string => rows.reduce(rewrite, text)
