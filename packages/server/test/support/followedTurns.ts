import { applyEvent, type TurnState } from "@storefront/domain/turn/TurnEvents"
import { TurnId } from "@storefront/domain/Ids"
import { Chunk, Context, Effect, Schedule, Stream } from "effect"
import { v7 } from "uuid"
import { ChatTurn } from "../../src/assistant/chat/ChatTurn.ts"
import { type FollowedTurn } from "../../src/assistant/chat/FollowedTurn.ts"
import { type StreamedMessage, StreamedTurns } from "../../src/assistant/chat/StreamedTurns.ts"
import type * as ScriptedModel from "../../src/testing/ScriptedModel.ts"
import { type Options, startProcess } from "./orchestrator.ts"

/** Turns that are followed, at processes of their own. */

export const message = (words: string, more: Partial<StreamedMessage> = {}): StreamedMessage => ({
  door: "a2a",
  messageId: v7(),
  context: null,
  task: null,
  decisions: [],
  acceptLanguage: null,
  words,
  ...more
})

/** A process with its chat and the turns that are followed there. */
export const processOf = (script: ReadonlyArray<ScriptedModel.Line>, options: Options = {}) =>
  Effect.map(startProcess(script, options), (context) => ({
    chat: Context.get(context, ChatTurn),
    turns: Context.get(context, StreamedTurns)
  }))

/** Reads a followed turn to its end, as a client that stays connected does. */
const readAll = ({ events, state }: FollowedTurn) =>
  Effect.map(Stream.runCollect(events), (all) => ({
    events: Chunk.toReadonlyArray(all),
    state: Chunk.reduce(all, state, applyEvent)
  }))

export const followed = <E, R>(turn: Effect.Effect<FollowedTurn, E, R>) => Effect.scoped(Effect.flatMap(turn, readAll))

export const turnOf = ({ ids }: TurnState) => TurnId.make(ids!.turn_id)

/** Reads until the condition holds. */
export const until = <A, E, R>(read: Effect.Effect<A, E, R>, holds: (value: A) => boolean) =>
  read.pipe(Effect.filterOrFail(holds), Effect.retry(Schedule.spaced("10 millis")))
