import { staffName } from "@storefront/domain/api/ConversationsApi"
import { type Shown, ShownList } from "@storefront/domain/tools/Shows"
import { AgentName } from "@storefront/domain/Topology"
import { Array, Option, Schema } from "effect"
import * as ModelState from "../model/ModelState.ts"
import { Offer } from "./Offer.ts"
import { cut } from "../../platform/text/Text.ts"

/** Characters of one message that a model gets to see again. */
export const longestMessage = 24_000

/** Who wrote a message that is not the customer's: an agent, or somebody at the shop. */
const Answerer = Schema.Literal(...AgentName.literals, staffName)

/** One earlier message of a conversation. */
export interface HistoryEntry {
  readonly role: "user" | "assistant"
  readonly text: string
  /** Who answered, where that is known. */
  readonly agentName?: typeof Answerer.Type
  /** The proposals of the answer; the text is without the server's words for them. */
  readonly offers?: ReadonlyArray<Offer>
  /** The ids of what the answer was about. */
  readonly shows?: ReadonlyArray<Shown>
  /** What the models that answered wanted back: the specialists in the order they were asked, then the orchestrator. */
  readonly modelStates?: ReadonlyArray<unknown>
}

const decodeAgentName = Schema.decodeUnknownOption(Answerer)
const decodeOffers = Schema.decodeUnknownOption(Schema.NonEmptyArray(Offer))
const decodeShows = Schema.decodeUnknownOption(ShownList)

/** Makes an earlier message of its text and of what came with it; what does not read as its kind is left out. */
export const entryOf = (
  role: HistoryEntry["role"],
  text: string,
  beside: { readonly [Key in Exclude<keyof HistoryEntry, "role" | "text">]?: unknown }
): HistoryEntry => {
  const modelStates = ModelState.readAll(beside.modelStates)
  return {
    role,
    text,
    ...Option.match(decodeAgentName(beside.agentName), { onNone: () => ({}), onSome: (agentName) => ({ agentName }) }),
    ...Option.match(decodeOffers(beside.offers), { onNone: () => ({}), onSome: (offers) => ({ offers }) }),
    ...Option.match(decodeShows(beside.shows), { onNone: () => ({}), onSome: (shows) => ({ shows }) }),
    ...(modelStates.length === 0 ? {} : { modelStates })
  }
}

/** Messages of a history. */
export const maxEntries = 50

/** Characters of a history; what is older is left out. */
const maxCharacters = longestMessage

/** Messages from one of a person to the next. */
const turnsOf = (history: ReadonlyArray<HistoryEntry>): ReadonlyArray<ReadonlyArray<HistoryEntry>> =>
  Array.reduce(history, Array.empty<ReadonlyArray<HistoryEntry>>(), (turns, entry) =>
    entry.role === "user" || turns.length === 0
      ? [...turns, [entry]]
      : [...turns.slice(0, -1), [...(turns.at(-1) ?? []), entry]]
  )

/** What one character of a text costs. */
type Cost = (character: string) => number

const inCharacters: Cost = () => 1

/** About: four ASCII characters make one, of others each half of a pair is one by itself. */
const inTokens: Cost = (character) => (character <= "\x7f" ? 1 / 4 : character.length)

const sizeOf = (text: string, cost: Cost): number =>
  Math.ceil(Array.reduce(Array.fromIterable(text), 0, (size, character) => size + cost(character)))

/** The beginning of a text that costs no more than the limit. */
const beginning = (text: string, limit: number, cost: Cost): string => {
  const [, kept] = Array.mapAccum(Array.fromIterable(text), 0, (size, character) => {
    const total = size + cost(character)
    return [total, total <= limit ? character : ""]
  })
  return kept.join("")
}

/** The beginning of a turn that costs no more than the limit. */
const beginningOfTurn = (turn: ReadonlyArray<HistoryEntry>, limit: number, cost: Cost): ReadonlyArray<HistoryEntry> => {
  const [, kept] = Array.mapAccum(turn, limit, (left, entry) => {
    const text = beginning(entry.text, left, cost)
    return [text === entry.text ? left - sizeOf(text, cost) : 0, { ...entry, text }]
  })
  return kept.filter(({ text }) => text.trim() !== "")
}

/** The last turns that together cost no more than the limit; of a last one that costs more by itself its beginning. */
const lastWithin = (turns: ReadonlyArray<ReadonlyArray<HistoryEntry>>, limit: number, cost: Cost) => {
  const sizes = Array.scanRight(turns, 0, (total, turn) =>
    turn.reduce((sum, { text }) => sum + sizeOf(text, cost), total)
  )
  const fitting = turns.filter((_, index) => (sizes[index] ?? 0) <= limit)
  return fitting.length > 0 ? fitting : turns.slice(-1).map((turn) => beginningOfTurn(turn, limit, cost))
}

/**
 * The newest turns that fit the limits, oldest first; what is older is left out turn by turn. The last one is always there: of
 * one that is too long by itself the beginning.
 */
export const newest = (
  history: ReadonlyArray<HistoryEntry>,
  maxTokens = Number.POSITIVE_INFINITY
): ReadonlyArray<HistoryEntry> => {
  const recent = Array.takeRight(history, maxEntries).map((entry) => ({
    ...entry,
    text: cut(entry.text, maxCharacters)
  }))
  return lastWithin(lastWithin(turnsOf(recent), maxCharacters, inCharacters), maxTokens, inTokens).flat()
}
