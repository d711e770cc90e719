import { type WordClass } from "./Words.ts"

/** A combination of words that speaks for an attack. */
export interface Rule {
  readonly id: string
  /** What a sender who writes so is after. */
  readonly intent: string
  /** What it adds to the score; a message is blocked at 1. */
  readonly weight: number
  /** Classes that must all be there, in any order: languages differ. */
  readonly all: ReadonlyArray<WordClass>
  /** Most letters from the first to the last of them. */
  readonly within: number
  /** Classes that make it ordinary talk when one of them is near. */
  readonly unless?: ReadonlyArray<WordClass>
}

/** A person asks about such things, or speaks of instructions that come with goods. */
export const talk: ReadonlyArray<WordClass> = ["asking", "questioned", "goods"]
/** The same, and what customers ask to disregard. */
export const shopTalk: ReadonlyArray<WordClass> = ["asking", "questioned", "goods", "shop"]
