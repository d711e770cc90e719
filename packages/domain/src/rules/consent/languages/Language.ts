import { type BindingAct } from "../../../tools/Binding.ts"

/**
 * How one language speaks of binding acts: alternatives of regular expressions over lower-case text, without anything
 * that repeats, so that they match in linear time.
 */
export interface Language {
  /** Stems that name the act. For `order`, only what asks for it: the noun is in half of all questions. */
  readonly acts: { readonly [A in BindingAct]: string }
  /** How a question speaks of placing an order. */
  readonly ordering: string
  readonly yes: string
  /** What may stand in one clause with a yes, so that nothing else is said there. */
  readonly beside: string
  /** What says no, or not yet. */
  readonly no: string
  /** What makes a question a request. */
  readonly please: string
  readonly wish: Wish
  /** Words are not separated by spaces: they are found anywhere. */
  readonly isUnspaced?: true
}

/** How customers tell us to do something: whole words, or parts of them where nothing separates words. */
interface Wish {
  /** What tells us to do the act: imperatives, infinitives, and nouns where a wish takes them. Not what tells of it. */
  readonly acts: { readonly [A in BindingAct]: string }
  /** Who wishes: only the first person. */
  readonly wanting: string
  /** What else stands beside the act: what it is done to, how soon, a greeting. */
  readonly beside: string
  /** In front of the name of any thing, which goes back. */
  readonly articles?: string
  /** Where an order is to go. */
  readonly place: string
}

/** All from a preposition on, if a number follows within a few words. */
export const behind = (prepositions: string) => `(?:${prepositions}) (?:\\S+ ){0,6}?\\S*\\d.*`
/** Beside another script, a place may stand anywhere. */
export const inLatin = "[a-z]+"
