/**
 * Separates the words for the customer from what a model says to itself. Servers leave the marks between the two in the text,
 * or swallow some of them; the marks of models differ, so that they are read by what they name.
 */

type Kind = "thoughts" | "answer"

/** Names of marks, by all their words or the last: `scratch_pad`; `seed:think` and `inner_thoughts` are named like `think`. */
const kindOfName: ReadonlyMap<string, Kind> = new Map([
  ...["think", "thinking", "thought", "thoughts", "reason", "reasoning", "reflect", "reflection", "reflections"].map(
    (name) => [name, "thoughts"] as const
  ),
  ...["analysis", "scratchpad", "monologue", "rationale", "deliberation", "planning", "cot", "chainthought"].map(
    (name) => [name, "thoughts"] as const
  ),
  ...["answer", "response", "reply", "solution", "output", "final", "assistant", "text"].map(
    (name) => [name, "answer"] as const
  )
])

/** Words of names that belong to calls, and to what they gave: `tool_response`. */
const ofTools: ReadonlySet<string> = new Set(["tool", "function"])

/** Words of a mark that tell which side it is: `<|START_THINKING|>`, `<|end_of_thought|>`, `<|think_start|>`. */
const sides: ReadonlyMap<string, "open" | "close"> = new Map([
  ["start", "open"],
  ["begin", "open"],
  ["end", "close"],
  ["stop", "close"]
])

/** A mark in a text. */
interface Mark {
  readonly kind: Kind
  readonly isOpening: boolean
  readonly start: number
  readonly end: number
}

/** Anything in the brackets of models: with a slash, a name in words, and attributes after it; also escaped or of full width. */
const bracketed =
  /(?:<|＜|&lt;)[|｜]?(?:\s?(?<slash>\/)|)\s*(?<name>[a-z][\w:.▁-]{0,40})(?:\s[^<>]{0,80}?)?\s*(?<selfClosing>\/?)[|｜]?(?:>|＞|&gt;)|\[(?<squareSlash>\/?)(?<square>[a-z][\w:-]{0,40})\](?!\()|◁(?<wedgeSlash>\/?)(?<wedge>[a-z][\w:-]{0,40})▷/gi

/** Marks that are not built like the others, with the kind that each opens or closes. */
const special: ReadonlyArray<readonly [pattern: RegExp, kind: Kind, isOpening: boolean]> = [
  [/<\|channel>\s*(?:thought|analysis)\b|<\|inner_prefix\|>|<\|im_start\|>(?:think|analysis)\b/gi, "thoughts", true],
  [/<channel\|>|<\|inner_suffix\|>/gi, "thoughts", false],
  // Where templates let the model speak: what stands before is not for the customer.
  [
    /<\|im_start\|>(?:answer|assistant)\b|<start_of_turn>model\b|<\|(?:begin|start_header_id)\|>\s*assistant\s*<\|(?:content|end_header_id)\|>/gi,
    "thoughts",
    false
  ],
  [/\[BEGIN FINAL RESPONSE\]/gi, "answer", true],
  [/\[END FINAL RESPONSE\]/gi, "answer", false]
]

/** Words in square brackets are marks only where no shop would write them. */
const squareNames: ReadonlySet<string> = new Set(["think", "thinking", "thought", "thoughts", "reasoning"])

const readMark = ({ 0: whole, groups = {}, index }: RegExpExecArray): ReadonlyArray<Mark> => {
  const name = (groups["name"] ?? groups["square"] ?? groups["wedge"] ?? "").toLowerCase()
  const words = name.split(/[_:.▁-]/).filter((word) => word !== "of")
  const side = words.map((word) => sides.get(word)).find((found) => found !== undefined)
  const naming = words.filter((word) => !sides.has(word))
  const kind = kindOfName.get(naming.join("")) ?? kindOfName.get(naming.at(-1) ?? "")
  const slash = groups["slash"] || groups["squareSlash"] || groups["wedgeSlash"]
  return kind === undefined ||
    words.some((word) => ofTools.has(word)) ||
    groups["selfClosing"] === "/" ||
    (groups["square"] !== undefined && !squareNames.has(name))
    ? []
    : [{ kind, isOpening: !slash && side !== "close", start: index, end: index + whole.length }]
}

/** Whether a tag is a mark of models and nothing more: no program that shows it does anything with it. */
export const isPlainMark = (tag: string): boolean =>
  /^<\/?[\w:-]+>$/.test(tag) && [...tag.matchAll(bracketed)].some((found) => readMark(found).length > 0)

const quotes = /["'`“”„«»‘’]/

/** Whether a mark is quoted: then somebody speaks of it. */
const isQuoted = (text: string, { end, start }: Mark) =>
  quotes.test(text.charAt(start - 1)) && quotes.test(text.charAt(end))

const marksIn = (text: string): ReadonlyArray<Mark> =>
  [
    ...[...text.matchAll(bracketed)].flatMap(readMark),
    ...special.flatMap(([pattern, kind, isOpening]) =>
      [...text.matchAll(pattern)].map(({ 0: whole, index }) => ({
        kind,
        isOpening,
        start: index,
        end: index + whole.length
      }))
    )
  ]
    .filter((mark) => !isQuoted(text, mark))
    .toSorted((one, other) => one.start - other.start)

/** Code that a customer is shown: a fence, or a span of a line. */
const code = /^ {0,3}(```+|~~~+)[^\n]*\n[\s\S]*?^ {0,3}\1[`~]*[ \t]*$|(`+)[^`\n]+\2/gm

/** Tells of marks, from the first to the last, whether they stand in code. */
const inCode = (text: string) => {
  const spans = [...text.matchAll(code)].map(({ 0: whole, index }) => [index, index + whole.length] as const)
  let next = 0
  return ({ start }: Mark): boolean => {
    while ((spans[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) {
      next += 1
    }
    return (spans[next]?.[0] ?? Number.POSITIVE_INFINITY) <= start
  }
}

/**
 * Whether a mark that nothing closes stands in a sentence like a word of it, as the name of a product would: after a word, and
 * before a space or a sign. Thoughts begin with the answer, with a line or after a sentence.
 */
const isWordOfSentence = (text: string, { end, start }: Mark) =>
  /[\p{L}\p{N},:(][ \t]{0,3}$/u.test(text.slice(Math.max(0, start - 5), start)) &&
  /^(?:[ \t][\p{Ll}\p{N}(]|[.,;:!?)])/u.test(text.slice(end, end + 4))

/** The text without thoughts: nested ones, those that nothing closes, and those whose beginning was swallowed. */
const withoutThoughts = (text: string): string => {
  const isInCode = inCode(text)
  const marks = marksIn(text).filter(({ kind }) => kind === "thoughts")
  const lastClosing = marks.findLast(({ isOpening }) => !isOpening)
  let depth = 0
  let from = 0
  let kept: Array<string> = []
  let closedAt: number | undefined
  for (const mark of marks) {
    const isShown = isInCode(mark)
    const isClosed = lastClosing !== undefined && lastClosing.start > mark.start
    if (depth === 0 && (isShown || (mark.isOpening && !isClosed && isWordOfSentence(text, mark)))) {
      continue
    }
    if (mark.isOpening) {
      kept.push(depth === 0 ? text.slice(from, mark.start) : "")
      depth += 1
    } else {
      kept = depth === 0 ? [] : kept
      depth = Math.max(0, depth - 1)
      closedAt = mark.end
    }
    from = mark.end
  }
  const before = kept.join("")
  if (depth === 0) {
    return before + text.slice(from)
  }
  // Thoughts that speak of their own mark open it once more than they close it.
  return before.trim() === "" && closedAt !== undefined ? text.slice(closedAt) : before
}

/** The words in the marks of an answer, if it has any around them: a first one that nothing closes goes on to the end. */
const unwrapped = (text: string, hadThoughts: boolean): string => {
  const isInCode = inCode(text)
  const marks = marksIn(text).filter((mark) => mark.kind === "answer" && !isInCode(mark))
  const [first] = marks
  if (first === undefined) {
    return text
  }
  if (!first.isOpening) {
    return text.slice(0, first.start)
  }
  const isClosed = marks.some(({ isOpening }) => !isOpening)
  const isAround = text.slice(0, first.start).trim() === ""
  return isClosed || isAround || hadThoughts
    ? marks
        .flatMap(({ end, isOpening }, index) =>
          isOpening ? [text.slice(end, marks[index + 1]?.start ?? text.length).trim()] : []
        )
        .join("\n\n")
    : text
}

/** Channels of gpt-oss that its server has left in the text: only the last one is for the customer. */
const beforeFinal = /^[\s\S]*<\|channel\|>final(?:\s*<\|constrain\|>\w+)?\s*(?:<\|message\|>)?/i
const afterFinal = /<\|(?:return|end|call|start)\|>[\s\S]*$/i

/** What stands before an answer without marks: channels of which only the names are left, and thoughts that a sentence ends. */
const headings: ReadonlyArray<RegExp> = [
  // Other channels; one that is to a tool is a call.
  /^\s*(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)\b(?![\s\S]*\bto=)[\s\S]*$/i,
  /^\s*(?:assistant\s*)?(?:analysis|commentary)[\s\S]*assistant\n*final(?:\n*message)?/,
  /^\s*(?:assistant\s*)?analysis(?=[A-Z])[\s\S]*$/,
  /^\s*assistantfinal(?=\S)/,
  /^\s*(?:here's|here is) my thought process:[\s\S]*?\b(?:here's|here is) my response:/i,
  /^\s*here are my reasoning steps:[\s\S]*?(?=\[BEGIN FINAL RESPONSE\]|$)/i,
  /^\s*thought:[\s\S]*?\n[ \t]*final answer:/i,
  // How programs show thoughts to people: folded up, as a quotation, as a block, between dots (Ollama).
  /<details\s[^<>]{0,200}\breasoning\b[^<>]{0,200}>[\s\S]*?(?:<\/details>|$)/gi,
  /^\s*[*_]{1,3}thinking[\W_]{0,6}\n(?:[ \t]*(?:>.*)?(?:\n|$))+/i,
  /^\s*```(?:think|thinking|thoughts?|reasoning)[ \t]*\n[\s\S]*?(?:\n```[ \t]*(?=\n|$)|$)/i,
  /^\s*thinking\.{3}[ \t]*\n[\s\S]*?\n\.{3}[ \t]*done thinking\.?/i
]

const withoutHeadings = (text: string): string =>
  beforeFinal.test(text)
    ? text.replace(beforeFinal, "").replace(afterFinal, "")
    : headings.reduce((rest, heading) => rest.replace(heading, ""), text)

/** Marks without a meaning for people: of the end of an answer, and of the place where its result stands. */
const endMark = /(?:<[|｜](?:im_end|eo[tm]_id|end|return|end[▁_]of[▁_]sentence|endoftext)[|｜]>|<end_of_turn>|<\/s>)$/i
const boxes = /<\|(?:begin|end)_of_box\|>/g

const withoutEndMarks = (text: string): string => {
  let ended = text
  for (let mark = endMark.exec(text.trimEnd().slice(-40)); mark !== null; mark = endMark.exec(ended.slice(-40))) {
    ended = ended.trimEnd().slice(0, -mark[0].length).trimEnd()
  }
  return ended
}

/** The text without what the model says to itself. */
export const spoken = (text: string): string => {
  const said = withoutThoughts(withoutHeadings(withoutEndMarks(text)))
  const words = unwrapped(said, said !== text).replace(boxes, "")
  return words === text ? text : words.trim()
}
