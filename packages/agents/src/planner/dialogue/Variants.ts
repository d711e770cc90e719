import { type Intent, intentSet } from "../Intents.ts"
import { type Group } from "../DialogueState.ts"
import { Focus } from "../slots/Focus.ts"
import { type Clause, split } from "../text/Clauses.ts"
import { shopWords } from "../text/ShopWords.ts"
import { tag, type TaggedToken, unnamed } from "../text/Tags.ts"
import { tokenize } from "../text/Tokens.ts"
import { unitOf, wordsWithRole } from "../text/WordLists.ts"
import { namedBefore, wishOf, type Wish } from "../Wish.ts"
import { replaceValues } from "./State.ts"

/** Values of options in a message about the group in focus: "the red one in 42". */

/** Returns whether a value is also a usual quantity, which counts only after "in", "the" or the name of its option. */
const isUsualQuantity = (value: string): boolean => /^1?\d$/.test(value)

/** Returns whether a token is a number that no variant has, of an option with numbers: "in 43". */
const isUnknownSize = (token: TaggedToken, next: TaggedToken | undefined, { group }: Focus): boolean =>
  token.kind === "number" &&
  (token.value ?? 0) >= 20 &&
  !unitOf.has(next?.lemma ?? "") &&
  group?.options.some(({ values }) => values.every((value) => /^\d/.test(value))) === true

/** Writes each token as a letter: `V` a value, `v` a number that may be one, `N` an option's name, `i` in, `d` the, `o` one. */
const outlineOf = (tokens: ReadonlyArray<TaggedToken>, focus: Focus): string => {
  const names = new Set(focus.group?.options.map(({ name }) => name.toLowerCase()))
  const letterOf = (token: TaggedToken, index: number) =>
    token.tag === "option"
      ? focus.asked !== "option" && isUsualQuantity(token.option ?? "")
        ? "v"
        : "V"
      : isUnknownSize(token, tokens[index + 1], focus)
        ? "v"
        : names.has(token.word)
          ? "N"
          : token.word === "in"
            ? "i"
            : /^(?:the|an?|th(?:at|is|ese|ose))$/.test(token.word)
              ? "d"
              : /^(?:ones?|pairs?)$/.test(token.word)
                ? "o"
                : "x"
  return tokens.map(letterOf).join("")
}

const statedValues = /[iN]*(d?)(?:[iN]*V|(?<=[iNd])v)+N?(o?)/g

const isNoun = (token: TaggedToken | undefined): boolean => /^(?:nouns?|name|department)$/.test(token?.tag ?? "")

const it = { raw: "it", word: "it", lemma: "it", kind: "word", value: null, tag: null, ...unnamed } as const

/** Takes the values out of a clause: "is the red one in stock in 42?" is "is it in stock?", with Red and 42. */
const withoutValues = (clause: Clause, focus: Focus): Clause => {
  const { tokens } = clause
  const kept: Array<TaggedToken> = []
  const values: Array<string> = []
  let end = 0
  for (const { 0: found, 1: article, 2: one, index } of outlineOf(tokens, focus).matchAll(statedValues)) {
    const stated = tokens.slice(index, index + found.length)
    kept.push(...tokens.slice(end, index))
    end = index + found.length
    values.push(...stated.flatMap(({ kind, option, raw }) => option ?? (kind === "number" ? raw : [])))
    // "The red boots" are the boots; "the red one" is it.
    const keptWords = stated.slice(0, found.indexOf("d") + 1)
    const [first] = stated
    kept.push(
      ...(isNoun(tokens[end])
        ? keptWords
        : first !== undefined && (article !== "" || one !== "")
          ? [{ ...first, ...it }]
          : [])
    )
  }
  return { ...clause, tokens: [...kept, ...tokens.slice(end)], values }
}

const isEmpty = ({ tokens }: Clause): boolean => tokens.every(({ kind }) => kind === "mark")

/** Takes the values of options out of clauses, and gives those of a clause of its own to its neighbour: "black, 41". */
export const takeValues = (clauses: ReadonlyArray<Clause>, focus: Focus): ReadonlyArray<Clause> => {
  const joined: Array<Clause> = []
  for (const clause of clauses.map((clause) => (focus.group === null ? clause : withoutValues(clause, focus)))) {
    const last = joined.at(-1)
    const isPart = last !== undefined && (isEmpty(last) || isEmpty(clause))
    const whole = isPart ? { ...(isEmpty(last) ? clause : last), values: [...last.values, ...clause.values] } : clause
    joined.splice(isPart ? -1 : joined.length, 1, whole)
  }
  return joined
}

/** Returns the values that a text states of a group's options, and sizes that no variant has. */
export const valuesIn = (text: string, group: Group): ReadonlyArray<string> =>
  takeValues(split(tag(tokenize(text), shopWords({ categories: [], regions: [] }, group.options))), {
    ...new Focus(),
    group
  }).flatMap(({ values }) => values)

const smallWords = wordsWithRole("small")

/** Further words of an answer to the question which variant it shall be. */
const choosingWords = new Set("am can choose could get give go have let need prefer us want will would".split(" "))

/** Questions that can be about one variant. */
const variantQuestions = intentSet("product_details", "shipping_estimate", "stock")

/** Repeats the last wish with the values that a message consists of: "and in red?", "42". */
export const wishWithValues = (clauses: ReadonlyArray<Clause>, { asked, group, wishes }: Focus): Wish | undefined => {
  const isAnswer = asked === "option"
  const isSmall = ({ kind, word }: TaggedToken) =>
    kind === "mark" || (smallWords.has(word) && word !== "not") || (isAnswer && choosingWords.has(word))
  const stated = clauses.flatMap(({ values }) => values)
  const lastWish = wishes.at(-1)
  if (group === null || stated.length === 0 || !clauses.every(({ tokens }) => tokens.every(isSmall))) {
    return undefined
  }
  const intent: Intent =
    lastWish !== undefined && (isAnswer || variantQuestions.has(lastWish.intent)) ? lastWish.intent : "product_details"
  return {
    ...(isAnswer && lastWish !== undefined ? lastWish : wishOf(intent, "")),
    region: lastWish?.region ?? null,
    product: namedBefore(group.name),
    values: replaceValues(group, group.chosen, stated),
    rest: null,
    fromHistory: true
  }
}
