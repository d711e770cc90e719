import { type Intent, intentSet } from "../Intents.ts"
import { type Focus } from "../slots/Focus.ts"
import { type Clause } from "../text/Clauses.ts"
import { type TaggedToken, unnamed } from "../text/Tags.ts"
import { wordsWithRole } from "../text/WordLists.ts"
import { namedBefore, wishOf, type OptionChoices, type Wish } from "../Wish.ts"

/** Values of options in a message about the group in focus: "the red one in 42". */

/** Values that are also usual quantities count only after "in", "the" or the name of their option. */
const isUsualQuantity = (value: string): boolean => /^1?\d$/.test(value)

/** Writes each token as a letter: `V` and `v` values, `N` an option's name, `i` in, `d` the, `o` one. */
const outlineOf = (tokens: ReadonlyArray<TaggedToken>, { asked, group }: Focus): string => {
  const names = new Set(group?.options.map(({ name }) => name.toLowerCase()))
  return tokens
    .map(({ option, tag, word }) =>
      tag === "option"
        ? asked !== "option" && isUsualQuantity(option ?? "")
          ? "v"
          : "V"
        : names.has(word)
          ? "N"
          : word === "in"
            ? "i"
            : /^(?:the|an?|th(?:at|is|ese|ose))$/.test(word)
              ? "d"
              : /^(?:ones?|pairs?)$/.test(word)
                ? "o"
                : "x"
    )
    .join("")
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
    values.push(...stated.flatMap(({ option }) => option ?? []))
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
export const takeValues = (clauses: ReadonlyArray<Clause>, focus: Focus): ReadonlyArray<Clause> =>
  focus.group === null
    ? clauses
    : clauses
        .map((clause) => withoutValues(clause, focus))
        .reduce<ReadonlyArray<Clause>>((joined, clause) => {
          const last = joined.at(-1)
          return last !== undefined && (isEmpty(last) || isEmpty(clause))
            ? [
                ...joined.slice(0, -1),
                { ...(isEmpty(last) ? clause : last), values: [...last.values, ...clause.values] }
              ]
            : [...joined, clause]
        }, [])

const smallWords = wordsWithRole("small")

/** Further words of an answer to the question which variant it shall be. */
const choosingWords = new Set("am can choose could get give go have let need prefer us want will would".split(" "))

/** Replaces earlier values by stated ones of the same option. */
const replaceValues = (
  options: ReadonlyArray<OptionChoices>,
  earlier: ReadonlyArray<string>,
  stated: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const replaced = options.filter(({ values }) => stated.some((value) => values.includes(value)))
  return [...earlier.filter((value) => !replaced.some(({ values }) => values.includes(value))), ...stated]
}

/** Questions that can be about one variant. */
const variantQuestions = intentSet("product_details", "shipping_estimate", "stock")

/** Repeats the last wish with the values that a message consists of: "and in red?", "42". */
export const wishWithValues = (clauses: ReadonlyArray<Clause>, { asked, group, wishes }: Focus): Wish | undefined => {
  const isAnswer = asked === "option"
  const isSmall = ({ kind, word }: TaggedToken) =>
    kind === "mark" || smallWords.has(word) || (isAnswer && choosingWords.has(word))
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
    values: replaceValues(group.options, group.chosen, stated),
    rest: null,
    fromHistory: true
  }
}
