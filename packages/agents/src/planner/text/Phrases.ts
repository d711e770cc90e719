import { type Category } from "@storefront/domain/Catalog"
import { type Tag, type TaggedToken } from "./Tags.ts"
import { generalNouns, stopWords, wordsWithRole } from "./WordLists.ts"

/** A noun phrase that may name or describe a product. */
export interface Phrase {
  /** As written. */
  readonly text: string
  readonly tokens: ReadonlyArray<TaggedToken>
  /** Token indices in the clause: first, and one past the last. */
  readonly from: number
  readonly to: number
  /** Contains a shop noun. */
  readonly hasNoun: boolean
  /** Contains a word that is in no lexicon, or is written like a name. */
  readonly hasName: boolean
  /** Is written like a name: capitals or figures. */
  readonly isProper: boolean
  /** Follows a definite word, such as `the`, `this` or `my`. */
  readonly isDefinite: boolean
  /** Its last noun is plural. */
  readonly isPlural: boolean
}

const kin = wordsWithRole("relative")

const determiners = new Set("the that this those these your their its her his my our".split(" "))

const isCapitalised = (token: TaggedToken | undefined): boolean =>
  token !== undefined && /^\p{Lu}\p{Ll}/u.test(token.raw)

/** Indices of tokens that must not be part of a phrase. */
type Excluded = ReadonlySet<number>

const neverProducts = new Set<Tag>(["code", "order-id", "place", "money", "address"])

const isNeverProduct = ({ tag }: TaggedToken): boolean => tag !== null && neverProducts.has(tag)

const isObjectWord = (tokens: ReadonlyArray<TaggedToken>, index: number, excluded: Excluded): boolean => {
  const token = tokens[index]
  if (token === undefined || excluded.has(index) || token.kind === "mark" || isNeverProduct(token)) {
    return false
  }
  if (token.tag === "number" || token.value !== null) {
    // A figure right after a name is a model number: "hush 700".
    const isModel = token.kind === "number" && tokens[index - 1]?.kind !== "number"
    return isModel && isObjectWord(tokens, index - 1, excluded)
  }
  // "the Trail Weekend"
  const isOfName = isCapitalised(token) && isCapitalised(tokens[index - 1]) && isObjectWord(tokens, index - 1, excluded)
  return (
    token.tag !== null || isOfName || [token.lemma, token.word].every((word) => !stopWords.has(word) && !kin.has(word))
  )
}

/** Returns whether a token connects two words of a name: "the atlas of quiet places". */
const isNameConnector = (tokens: ReadonlyArray<TaggedToken>, index: number, excluded: Excluded): boolean => {
  const [before, mark, after] = [tokens[index - 1], tokens[index], tokens[index + 1]]
  const between = isObjectWord(tokens, index - 1, excluded) && isObjectWord(tokens, index + 1, excluded)
  return (
    between &&
    ((mark?.raw === "-" && mark.glued && after?.glued === true) ||
      (mark?.word === "of" && before?.tag === "noun" && after?.tag !== "nouns") ||
      ((mark?.raw === "&" || mark?.word === "and") && isCapitalised(before) && isCapitalised(after)))
  )
}

/** Returns the text as written, with single spaces and without possessives; hyphens are kept. */
const textOf = (tokens: ReadonlyArray<TaggedToken>): string =>
  tokens.reduce((text, { glued, kind, raw }) => {
    const isJoined = text === "" || (glued && (kind === "mark" || text.endsWith("-")))
    return `${text}${isJoined ? "" : " "}${raw.replace(/['’`´]s?$/u, "")}`
  }, "")

/** Shorter unknown words are usually typing errors and exclamations, not names. */
const minNameLength = 5

const phraseOf = (clause: ReadonlyArray<TaggedToken>, from: number, to: number): Phrase => {
  const tokens = clause.slice(from, to)
  const before = clause[from - 1]?.word ?? ""
  const lastNoun = tokens.findLast(({ tag }) => tag === "noun" || tag === "nouns")
  const isProper = tokens.some((token, at) => /\d/.test(token.raw) || (isCapitalised(token) && from + at > 0))
  return {
    text: textOf(tokens),
    tokens,
    from,
    to,
    hasNoun: lastNoun !== undefined,
    hasName: isProper || tokens.some(({ raw, tag }) => tag === "name" && raw.length >= minNameLength),
    isProper,
    isDefinite: determiners.has(before),
    isPlural: lastNoun?.tag === "nouns"
  }
}

/**
 * Returns the end of a phrase, which in a question is before its predicate: "is the Deck Shirt machine washable?" The
 * predicate follows the last noun or capital letter, up to the end.
 */
const endOf = (clause: ReadonlyArray<TaggedToken>, from: number, to: number): number => {
  const isQuestion = clause[0]?.lemma === "be" && clause.slice(to).every(({ kind }) => kind === "mark")
  const last = clause
    .slice(from, to)
    .findLastIndex((token) => /^(?:nouns?|name|department)$/.test(token.tag ?? "") || isCapitalised(token))
  return isQuestion && last >= 0 ? from + last + 1 : to
}

/** Matches a size or a colour, which is no product. */
const sizeOrColour = /^(?:(?:shoe|other|different|which|what|any) )?(?:sizes?|colou?rs?)(?: \S+)?$|^ip\d\d$|^\d+x\d+$/iu

/** Finds the noun phrases of a clause that may name or describe a product, in order. */
export const phrases = (tokens: ReadonlyArray<TaggedToken>, excluded: Excluded = new Set()): ReadonlyArray<Phrase> => {
  const found: Array<Phrase> = []
  let from = -1
  for (let index = 0; index <= tokens.length; index++) {
    const inside = isObjectWord(tokens, index, excluded) || (from >= 0 && isNameConnector(tokens, index, excluded))
    if (inside && from < 0) {
      from = index
    }
    if (!inside && from >= 0) {
      const phrase = phraseOf(tokens, from, endOf(tokens, from, index))
      found.push(...(sizeOrColour.test(phrase.text) ? [] : [phrase]))
      from = -1
    }
  }
  return found
}

const weight = (phrase: Phrase): number =>
  (phrase.isProper ? 4 : phrase.hasName ? 2 : 0) + (phrase.hasNoun ? 3 : 0) + (phrase.isDefinite ? 1 : 0)

/** Returns the phrase that most probably names a product; the first one in a tie. */
export const mainPhrase = (found: ReadonlyArray<Phrase>): Phrase | undefined =>
  found.toSorted((left, right) => weight(right) - weight(left) || left.from - right.from)[0]

/** Returns the department that a clause names; not "kitchen" in "kitchen knife". */
export const categoryOf = (tokens: ReadonlyArray<TaggedToken>): Category | null => {
  const isWanted = ({ department }: TaggedToken, at: number) =>
    department !== null && !/^(?:no|not|without|except)$/.test(tokens[at - 1]?.word ?? "")
  return tokens.find(isWanted)?.department ?? null
}

/** Returns the department of the first shop noun in a phrase. */
export const nounCategory = (phrase: Phrase | undefined): Category | null =>
  phrase?.tokens.map(({ goods }) => goods).find((category) => category !== null) ?? null

/** Returns whether all words of a phrase are in a name: "the jacket" for "Oskaberg Nordvind Winter Jacket". */
export const shortens = ({ tokens }: Phrase, name: string): boolean =>
  tokens.every(({ lemma, word }) => [lemma, word].some((said) => name.toLowerCase().includes(said)))

/** Returns whether a phrase names a product or a kind of product. */
export const isProduct = ({ hasName, hasNoun }: Phrase): boolean => hasName || hasNoun

/** Words too general to name a product. */
const general = new Set([...generalNouns, ...wordsWithRole("trait")])

/** Returns whether a phrase consists of departments, traits and words like "gear". */
export const isGeneral = (phrase: Phrase): boolean =>
  phrase.tokens.every(({ lemma, tag, word }) => tag === "department" || general.has(lemma) || general.has(word))
