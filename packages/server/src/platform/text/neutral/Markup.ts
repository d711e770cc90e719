import { decodeHTML, decodeHTMLStrict } from "entities"

/** Steps of `neutralText` that decode entities and disarm markup of chat templates, browsers and Markdown. */

/** Decodes entities once, so that a doubly encoded one is still encoded. */
export const decodeEntities = (text: string): string => (text.includes("&") ? decodeHTMLStrict(text) : text)

/** An incomplete entity that some readers decode, or one that decoding has just produced. */
const entityLike = /&[#a-z0-9]{1,40}/gi

const brokenEntity = (entity: string): string =>
  decodeHTML(entity) === entity && decodeHTML(`${entity};`) === `${entity};` ? entity : `& ${entity.slice(1)}`

/** A link target in parentheses, with one level of nested ones. Unambiguous, to prevent backtracking. */
const linkTarget = String.raw`\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)`

/** A link or an image whose text has no brackets. */
const links = new RegExp(String.raw`!?\[([^\[\]\n]*)\]${linkTarget}`, "g")

/** Characters that continue an address. */
const addressPart = String.raw`[^\s<>"'()[\]{}|\\^\`]`

/** Names that chat templates put into brackets for roles and tools. */
const bracketedNames = [
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

/** A pattern of active markup, and its harmless replacement. */
interface RewriteRule {
  /** Substring of every match; a text without it is skipped. */
  readonly trigger: string
  readonly pattern: RegExp
  readonly replacement: string | ((match: string) => string)
}

/** Rules in order of application. Each makes its own pattern impossible and keeps the words. */
const rewriteRules: ReadonlyArray<RewriteRule> = [
  { trigger: "&", pattern: entityLike, replacement: brokenEntity },
  // Percent encoding, and escapes of JSON and JavaScript.
  { trigger: "%", pattern: /%(?=u?[0-9a-f]{2})/gi, replacement: "% " },
  { trigger: "\\", pattern: /\\(?=u\{?[0-9a-f]{2}|x[0-9a-f]{2})/gi, replacement: "\\ " },
  { trigger: "\\", pattern: /\\(?=(?:href|url|includegraphics|input|include)\b)/gi, replacement: "\\ " },
  // Links and images keep their text. Run twice, because an image can be the text of a link.
  { trigger: "](", pattern: links, replacement: "$1" },
  { trigger: "](", pattern: links, replacement: "$1" },
  { trigger: "![", pattern: /!\[/g, replacement: "! [" },
  { trigger: "]", pattern: /\](?=[([:])/g, replacement: "] " },
  // A bare address is a link, too.
  {
    trigger: ":",
    pattern: new RegExp(String.raw`[a-z][a-z0-9+.-]{0,20}:\\?/\\?/${addressPart}*`, "gi"),
    replacement: "(link)"
  },
  { trigger: ".", pattern: new RegExp(String.raw`www\.(?=[^\s.])${addressPart}*`, "gi"), replacement: "(link)" },
  { trigger: ":", pattern: /(javascript|vbscript|livescript):/gi, replacement: "$1 " },
  { trigger: ":", pattern: /data:(?=[\w.+-]*[/;,])/gi, replacement: "data " },
  // Tags, comments and tokens such as `<|im_start|>`; tokens such as `[INST]`.
  { trigger: "<", pattern: /<(?=[\p{L}/!?|%])/gu, replacement: "< " },
  { trigger: "|>", pattern: /\|>/g, replacement: "| >" },
  {
    trigger: "[",
    pattern: new RegExp(String.raw`\[([\t |]?(?:${bracketedNames})[\t |]?)\]`, "gi"),
    replacement: "($1)"
  },
  { trigger: "", pattern: /[`~]{3,}|"{3,}|'{3,}/g, replacement: (fence) => [...fence].join(" ") }
]

const rewrite = (text: string, { pattern, replacement, trigger }: RewriteRule): string =>
  !text.includes(trigger)
    ? text
    : typeof replacement === "string"
      ? text.replaceAll(pattern, replacement)
      : text.replaceAll(pattern, replacement)

/** Disarms markup and keeps the words. */
export const disarmMarkup = (text: string): string => rewriteRules.reduce(rewrite, text)
