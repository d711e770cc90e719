/**
 * Separation of the text for the customer from the model's reasoning, for servers that leave the delimiters of the two
 * in the text, or drop some of them. Delimiters ("marks") differ by model, and are recognised by words in their names.
 */

type Kind = "reasoning" | "answer"

/** Kinds by the name of a mark: its words joined (`scratch_pad`), or its last word (`seed:think`, `inner_thoughts`). */
const kindOfName: ReadonlyMap<string, Kind> = new Map([
  ...["think", "thinking", "thought", "thoughts", "reason", "reasoning", "reflect", "reflection", "reflections"].map(
    (name) => [name, "reasoning"] as const
  ),
  ...["analysis", "scratchpad", "monologue", "rationale", "deliberation", "planning", "cot", "chainthought"].map(
    (name) => [name, "reasoning"] as const
  ),
  ...["answer", "response", "reply", "solution", "output", "final", "assistant", "text"].map(
    (name) => [name, "answer"] as const
  )
])

/** Words in names of tool calls and their results, such as `tool_response`, which are no marks. */
const toolWords: ReadonlySet<string> = new Set(["tool", "function"])

/** Words that open or close instead of a slash: `<|START_THINKING|>`, `<|end_of_thought|>`, `<|think_start|>`. */
const sideOfWord: ReadonlyMap<string, "open" | "close"> = new Map([
  ["start", "open"],
  ["begin", "open"],
  ["end", "close"],
  ["stop", "close"]
])

interface Mark {
  readonly kind: Kind
  readonly isOpening: boolean
  readonly start: number
  readonly end: number
}

/**
 * Name in any brackets of models: `<think>`, `</think>`, `<|think|>`, `[THINK]`, `◁think▷`, with attributes,
 * self-closing, escaped as `&lt;`, or full-width.
 */
const bracketedName =
  /(?:<|＜|&lt;)[|｜]?(?:\s?(?<slash>\/)|)\s*(?<name>[a-z][\w:.▁-]{0,40})(?:\s[^<>]{0,80}?)?\s*(?<selfClosing>\/?)[|｜]?(?:>|＞|&gt;)|\[(?<squareSlash>\/?)(?<square>[a-z][\w:-]{0,40})\](?!\()|◁(?<wedgeSlash>\/?)(?<wedge>[a-z][\w:-]{0,40})▷/gi

/** Marks of other shapes. */
const irregularMarks: ReadonlyArray<readonly [pattern: RegExp, kind: Kind, isOpening: boolean]> = [
  [/<\|channel>\s*(?:thought|analysis)\b|<\|inner_prefix\|>|<\|im_start\|>(?:think|analysis)\b/gi, "reasoning", true],
  [/<channel\|>|<\|inner_suffix\|>/gi, "reasoning", false],
  // Start of the assistant's turn in a chat template. Text before it is not for the customer.
  [
    /<\|im_start\|>(?:answer|assistant)\b|<start_of_turn>model\b|<\|(?:begin|start_header_id)\|>\s*assistant\s*<\|(?:content|end_header_id)\|>/gi,
    "reasoning",
    false
  ],
  [/\[BEGIN FINAL RESPONSE\]/gi, "answer", true],
  [/\[END FINAL RESPONSE\]/gi, "answer", false]
]

/** Names that are marks in square brackets as well, where other names could be ordinary text. */
const squareNames: ReadonlySet<string> = new Set(["think", "thinking", "thought", "thoughts", "reasoning"])

const readMark = ({ 0: whole, groups = {}, index }: RegExpExecArray): ReadonlyArray<Mark> => {
  const name = (groups["name"] ?? groups["square"] ?? groups["wedge"] ?? "").toLowerCase()
  const words = name.split(/[_:.▁-]/).filter((word) => word !== "of")
  const side = words.map((word) => sideOfWord.get(word)).find((found) => found !== undefined)
  const nameWords = words.filter((word) => !sideOfWord.has(word))
  const kind = kindOfName.get(nameWords.join("")) ?? kindOfName.get(nameWords.at(-1) ?? "")
  const slash = groups["slash"] || groups["squareSlash"] || groups["wedgeSlash"]
  return kind === undefined ||
    words.some((word) => toolWords.has(word)) ||
    groups["selfClosing"] === "/" ||
    (groups["square"] !== undefined && !squareNames.has(name))
    ? []
    : [{ kind, isOpening: !slash && side !== "close", start: index, end: index + whole.length }]
}

/** Returns whether a tag is a mark without attributes, which is harmless in HTML. */
export const isPlainMark = (tag: string): boolean =>
  /^<\/?[\w:-]+>$/.test(tag) && [...tag.matchAll(bracketedName)].some((found) => readMark(found).length > 0)

const quotes = /["'`“”„«»‘’]/

/** Returns whether a mark is in quotes, and so only mentioned. */
const isQuoted = (text: string, { end, start }: Mark) =>
  quotes.test(text.charAt(start - 1)) && quotes.test(text.charAt(end))

const marksIn = (text: string): ReadonlyArray<Mark> =>
  [
    ...[...text.matchAll(bracketedName)].flatMap(readMark),
    ...irregularMarks.flatMap(([pattern, kind, isOpening]) =>
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

/** Code, fenced or inline; a mark in it is text for the customer. */
const codePattern = /^ {0,3}(```+|~~~+)[^\n]*\n[\s\S]*?^ {0,3}\1[`~]*[ \t]*$|(`+)[^`\n]+\2/gm

/** Builds a test whether a mark is in code. Must be called with marks in ascending order. */
const inCode = (text: string) => {
  const spans = [...text.matchAll(codePattern)].map(({ 0: whole, index }) => [index, index + whole.length] as const)
  let next = 0
  return ({ start }: Mark): boolean => {
    while ((spans[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) {
      next += 1
    }
    return (spans[next]?.[0] ?? Number.POSITIVE_INFINITY) <= start
  }
}

/**
 * Returns whether an unclosed mark is part of a sentence, like a product name: after a word, and before a space or
 * punctuation. Reasoning begins at the start of the answer, on a new line or after a sentence.
 */
const isPartOfSentence = (text: string, { end, start }: Mark) =>
  /[\p{L}\p{N},:(][ \t]{0,3}$/u.test(text.slice(Math.max(0, start - 5), start)) &&
  /^(?:[ \t][\p{Ll}\p{N}(]|[.,;:!?)])/u.test(text.slice(end, end + 4))

/** Removes reasoning, even if it is nested, unclosed, or without its opening mark. */
const withoutReasoning = (text: string): string => {
  const isInCode = inCode(text)
  const marks = marksIn(text).filter(({ kind }) => kind === "reasoning")
  const lastClosing = marks.findLast(({ isOpening }) => !isOpening)
  let depth = 0
  let from = 0
  let kept: Array<string> = []
  let closedAt: number | undefined
  for (const mark of marks) {
    const isCode = isInCode(mark)
    const isClosed = lastClosing !== undefined && lastClosing.start > mark.start
    if (depth === 0 && (isCode || (mark.isOpening && !isClosed && isPartOfSentence(text, mark)))) {
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
  // Reasoning that mentions its own mark has one opening mark too many.
  return before.trim() === "" && closedAt !== undefined ? text.slice(closedAt) : before
}

/** Returns the text inside the answer marks, if there are any. An unclosed mark extends to the next one or the end. */
const insideAnswerMarks = (text: string, hadReasoning: boolean): string => {
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
  return isClosed || isAround || hadReasoning
    ? marks
        .flatMap(({ end, isOpening }, index) =>
          isOpening ? [text.slice(end, marks[index + 1]?.start ?? text.length).trim()] : []
        )
        .join("\n\n")
    : text
}

/** Channels of gpt-oss (harmony format) that its server left in the text. Only the final one is for the customer. */
const beforeFinal = /^[\s\S]*<\|channel\|>final(?:\s*<\|constrain\|>\w+)?\s*(?:<\|message\|>)?/i
const afterFinal = /<\|(?:return|end|call|start)\|>[\s\S]*$/i

/** Reasoning without marks: channels of which only the names are left, and headings or phrases of some models. */
const unmarkedReasoning: ReadonlyArray<RegExp> = [
  // Other channels, except those addressed to a tool (`to=`), which are calls.
  /^\s*(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)\b(?![\s\S]*\bto=)[\s\S]*$/i,
  /^\s*(?:assistant\s*)?(?:analysis|commentary)[\s\S]*assistant\n*final(?:\n*message)?/,
  /^\s*(?:assistant\s*)?analysis(?=[A-Z])[\s\S]*$/,
  /^\s*assistantfinal(?=\S)/,
  /^\s*(?:here's|here is) my thought process:[\s\S]*?\b(?:here's|here is) my response:/i,
  /^\s*here are my reasoning steps:[\s\S]*?(?=\[BEGIN FINAL RESPONSE\]|$)/i,
  /^\s*thought:[\s\S]*?\n[ \t]*final answer:/i,
  // Reasoning as user interfaces render it: folded, quoted, in a code block, between dots (Ollama).
  /<details\s[^<>]{0,200}\breasoning\b[^<>]{0,200}>[\s\S]*?(?:<\/details>|$)/gi,
  /^\s*[*_]{1,3}thinking[\W_]{0,6}\n(?:[ \t]*(?:>.*)?(?:\n|$))+/i,
  /^\s*```(?:think|thinking|thoughts?|reasoning)[ \t]*\n[\s\S]*?(?:\n```[ \t]*(?=\n|$)|$)/i,
  /^\s*thinking\.{3}[ \t]*\n[\s\S]*?\n\.{3}[ \t]*done thinking\.?/i
]

const withoutUnmarked = (text: string): string =>
  beforeFinal.test(text)
    ? text.replace(beforeFinal, "").replace(afterFinal, "")
    : unmarkedReasoning.reduce((rest, heading) => rest.replace(heading, ""), text)

/** Special tokens: at the end of an answer, and around its result. */
const endMark = /(?:<[|｜](?:im_end|eo[tm]_id|end|return|end[▁_]of[▁_]sentence|endoftext)[|｜]>|<end_of_turn>|<\/s>)$/i
const boxMarks = /<\|(?:begin|end)_of_box\|>/g

const withoutEndMarks = (text: string): string => {
  let result = text
  for (let mark = endMark.exec(text.trimEnd().slice(-40)); mark !== null; mark = endMark.exec(result.slice(-40))) {
    result = result.trimEnd().slice(0, -mark[0].length).trimEnd()
  }
  return result
}

/** Beginnings of reasoning without marks. A longer text that begins with none of them is an answer. */
const reasoningBeginning = /^\s*(?:assistant|analysis|commentary|here(?:'s| is| are) my |[*_]*thinking|thought:)/i
const longestBeginning = 24

/** Place where a mark may begin, complete or not: `<`, `&lt;`, `[think` and the like. */
const markBeginning = /[<＜◁]|&(?:lt|l?$)|\[\/?(?:think|thought|reason|begin final|[\w ]{0,10}$)/i

/** Returns whether a text that is still arriving may begin with reasoning. */
export const mayBeginWithReasoning = (text: string): boolean =>
  text.trimStart().length <= longestBeginning || reasoningBeginning.test(text)

/** Returns the part before the first place where reasoning may begin, of a text that is still arriving. */
export const textBeforeMarks = (text: string): string => text.slice(0, markBeginning.exec(text)?.index)

/** Returns the text for the customer, without the model's reasoning. */
export const visibleText = (text: string): string => {
  const answer = withoutReasoning(withoutUnmarked(withoutEndMarks(text)))
  const words = insideAnswerMarks(answer, answer !== text).replace(boxMarks, "")
  return words === text ? text : words.trim()
}
