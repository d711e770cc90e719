import { type WordClass } from "./Words.ts"

/** A combination of word classes that indicates an attack. */
export interface Rule {
  /** Stored with verdicts, so it must not change. */
  readonly id: string
  /** Goal of a sender who writes this way, for people who read the rules. */
  readonly intent: string
  /** Added to the score; a message is blocked at 1. */
  readonly weight: number
  /** Classes that must all occur, in any order, since languages differ. */
  readonly all: ReadonlyArray<WordClass>
  /** Most letters between the starts of the first and last word. */
  readonly within: number
  /** Classes that make it ordinary talk if one of them is near. */
  readonly unless?: ReadonlyArray<WordClass>
}

/** Exceptions for ordinary talk: questions, and instructions that come with goods. */
export const talk: ReadonlyArray<WordClass> = ["asking", "questioned", "goods"]
/** Exceptions for talk in a shop: also things that a customer may ask to disregard, such as a filter. */
export const shopTalk: ReadonlyArray<WordClass> = ["asking", "questioned", "goods", "shop"]
