import { SqlClient, SqlSchema } from "@effect/sql"
import {
  ActionNotFound,
  type DatabaseUnavailable,
  MessageConflict,
  type ServiceUnavailable,
  TurnNotFound
} from "@storefront/domain/Errors"
import { type User, UserId } from "@storefront/domain/Identity"
import { ProductReference } from "@storefront/domain/api/AgentApi"
import { ActionId, type TurnId } from "@storefront/domain/Ids"
import { english, languageOf, Locale } from "@storefront/domain/words/Locale"
import { texts } from "@storefront/domain/words/Texts"
import { Context, Data, Effect, Layer, Option, RcMap, Schedule, Schema, type Scope, Stream } from "effect"
import { hash } from "node:crypto"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { needsReading, type TurnRow, StoredTurns } from "./StoredTurns.ts"
import { ChatTurn } from "./ChatTurn.ts"
import { type FollowedTurn } from "./FollowedTurn.ts"
import { LiveTurns } from "./LiveTurns.ts"
import { unavailable } from "./NoAnswer.ts"
import { type WordedMessage } from "./StreamedStart.ts"
import * as TurnEnding from "./TurnEnding.ts"
import { TurnEventLog } from "./TurnEventLog.ts"
import * as TurnFeed from "./TurnFeed.ts"
import { type NotBegun } from "./TurnLife.ts"
import * as TurnRelay from "./TurnRelay.ts"
import { TurnStates } from "./TurnStates.ts"

/** Decision about a proposal, by its id. */
export interface ActionDecision {
  readonly actionId: ActionId
  readonly decision: "confirm" | "decline"
}

/** Message of a person at a door that streams. */
export interface StreamedMessage extends Pick<
  WordedMessage,
  "door" | "context" | "task" | "acceptLanguage" | "generation" | "client"
> {
  /** The client's id of the message, unique per person. */
  readonly messageId: string
  /** 1 to 8,000 characters; empty if the message only decides. */
  readonly words: string
  readonly decisions: ReadonlyArray<ActionDecision>
  /** Product whose page the customer looks at, by its id, external id or SKU; any other text is ignored. */
  readonly page?: { readonly productId: string }
}

/** Returns the digest of what a message says. */
const digestOf = ({ decisions, words }: StreamedMessage) =>
  hash("sha256", JSON.stringify([words, ...decisions.map(({ actionId, decision }) => [actionId, decision])]))

const decodeProduct = Schema.decodeUnknownOption(ProductReference)

class RemoteTurn extends Data.Class<{ readonly owner: UserId; readonly id: TurnId }> {}

/** Turns that are followed, resumed and stopped, at whichever process they run. */
export class StreamedTurns extends Context.Tag("@storefront/server/assistant/chat/StreamedTurns")<
  StreamedTurns,
  {
    /** Begins a turn as `ChatTurn.start` does, or joins the one with the same message id of the same person. */
    readonly start: (
      caller: User,
      message: StreamedMessage
    ) => Effect.Effect<FollowedTurn, NotBegun | MessageConflict | TurnNotFound | ServiceUnavailable, Scope.Scope>
    /** Follows a turn of the person, or returns its end. Reading the end of a turn counts as receiving its answer. */
    readonly follow: (
      owner: UserId,
      turn: TurnId
    ) => Effect.Effect<FollowedTurn, TurnNotFound | ServiceUnavailable | DatabaseUnavailable, Scope.Scope>
    /** Asks for a running turn to stop. It has ended when its followers say so. Ignored if it has ended already. */
    readonly stop: (owner: UserId, turn: TurnId) => Effect.Effect<void, TurnNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.scoped(
    this,
    Effect.gen(function* () {
      const chat = yield* ChatTurn
      const live = yield* LiveTurns
      const sql = yield* SqlClient.SqlClient
      const states = yield* TurnStates
      const stored = yield* StoredTurns
      const log = yield* TurnEventLog

      /** Marks the answers of a conversation as received, if that of the turn still has to be. */
      const receive = (owner: UserId, { conversation_id, state }: TurnRow) =>
        Effect.when(states.acknowledgeRead(owner, conversation_id), () => needsReading(state))

      /** Brings a feed up to date with the database. Returns true once the turn has ended. */
      const advance = Effect.fnUntraced(function* (owner: UserId, id: TurnId, feed: TurnFeed.TurnFeed) {
        yield* Effect.forEach(yield* log.read(id, yield* feed.count), feed.publish, { discard: true })
        const { row, state } = yield* stored.find(owner, id)
        if (state.end === null) {
          return false
        }
        const known = yield* feed.state
        // A turn shorter than the interval may end before any of its events is stored.
        if (known.ids === null && state.ids !== null) {
          yield* feed.publish({ _tag: "accepted", ...state.ids })
        }
        yield* feed.end(TurnEnding.eventsTo({ ...state, end: state.end }, known), needsReading(row.state))
        return true
      })

      /** Ends the feed of a turn that is gone from the database: its process died before its message was stored. */
      const endGone = (feed: TurnFeed.TurnFeed) =>
        Effect.flatMap(TurnEnding.withoutAnswer("shutdown"), (ended) =>
          Effect.flatMap(feed.state, (state) => feed.end(TurnEnding.eventsTo(ended, state), false))
        )

      /**
       * Feeds of turns that run at other processes, each read once for all its followers here. This process does not wait
       * for their ends when it shuts down.
       */
      const remoteFeeds = yield* RcMap.make({
        lookup: ({ id, owner }: RemoteTurn) =>
          Effect.gen(function* () {
            const feed = yield* TurnFeed.make
            yield* Effect.forkScoped(Effect.zipRight(chat.drainBegun, feed.close("shutdown")))
            if (!(yield* advance(owner, id, feed))) {
              const untilEnd = advance(owner, id, feed).pipe(
                Effect.catchTags({
                  TurnNotFound: () => Effect.as(endGone(feed), true),
                  DatabaseUnavailable: () => Effect.succeed(false)
                }),
                Effect.repeat({ schedule: Schedule.spaced(TurnRelay.interval), until: (hasEnded) => hasEnded })
              )
              yield* Effect.forkScoped(Effect.delay(untilEnd, TurnRelay.interval))
            }
            yield* Effect.forkScoped(
              Effect.flatMap(feed.isReceived, (isReceived) =>
                isReceived
                  ? stored.find(owner, id).pipe(
                      Effect.flatMap(({ row }) => receive(owner, row)),
                      Effect.catchAll((error) => Effect.logWarning("An answer could not be marked as received", error))
                    )
                  : Effect.void
              )
            )
            return feed
          })
      })

      /** Follows a turn of another process. */
      const followRemote = Effect.fnUntraced(function* (owner: UserId, id: TurnId) {
        yield* Effect.mapError(chat.accepting, unavailable)
        const feed = yield* RcMap.get(remoteFeeds, new RemoteTurn({ owner, id }))
        const early = yield* feed.follow
        if (early.state.ids !== null) {
          return early
        }
        // Its process stores the first event, which has the ids, up to an interval after the turn began.
        yield* Effect.mapError(Stream.runHead(early.events), unavailable)
        return yield* Effect.filterOrFail(
          feed.follow,
          ({ state }) => state.ids !== null,
          () => new TurnNotFound()
        )
      })

      const follow = Effect.fn("StreamedTurns.follow")(function* (owner: UserId, id: TurnId) {
        const running = yield* live.find(id)
        if (running !== undefined && running.owner === owner) {
          return yield* running.feed.follow
        }
        const { row, state } = yield* stored.find(owner, id)
        if (state.end === null) {
          return yield* followRemote(owner, id)
        }
        yield* receive(owner, row)
        const ended: FollowedTurn = { state, events: Stream.empty }
        return ended
      })

      const selectDecided = SqlSchema.findAll({
        Request: Schema.Struct({ owner: UserId, ids: Schema.Array(ActionId) }),
        Result: Schema.Struct({ id: ActionId, locale: Schema.NullOr(Locale) }),
        execute: ({ ids, owner }) => sql`
          SELECT p.id, m.metadata ->> 'locale' AS locale FROM pending_actions p
          JOIN messages m ON m.id = p.shown_by
          WHERE p.user_id = ${owner} AND ${sql.in("p.id", ids)}`
      })

      /** Words a message that only decides, in the language of the question. */
      const wordDecisions = Effect.fnUntraced(function* (owner: UserId, decisions: ReadonlyArray<ActionDecision>) {
        const found = yield* orUnavailable(selectDecided({ owner, ids: decisions.map(({ actionId }) => actionId) }))
        const words = decisions.flatMap(({ actionId, decision }) =>
          found.flatMap(({ id, locale }) =>
            id === actionId ? [texts[languageOf(locale ?? english)][decision === "confirm" ? "yes" : "no"]] : []
          )
        )
        return words.length < decisions.length ? yield* new ActionNotFound() : words.join(", ")
      })

      const idsWith = (decisions: ReadonlyArray<ActionDecision>, kind: ActionDecision["decision"]) =>
        decisions.flatMap(({ actionId, decision }) => (decision === kind ? [actionId] : []))

      const start = Effect.fn("StreamedTurns.start")(function* (caller: User, message: StreamedMessage) {
        const { decisions, messageId, page, ...rest } = message
        const viewed = Option.flatMap(Option.fromNullable(page), ({ productId }) => decodeProduct(productId))
        const words = message.words === "" ? yield* wordDecisions(caller.id, decisions) : message.words
        const worded: WordedMessage = {
          ...rest,
          ...Option.match(viewed, { onNone: () => ({}), onSome: (page) => ({ page }) }),
          words,
          clientMessageId: messageId,
          sha256: digestOf(message),
          namedActions: idsWith(decisions, "confirm"),
          declinedActions: idsWith(decisions, "decline")
        }
        return yield* Effect.catchTag(chat.start(caller, worded), "RepeatedMessage", (repeated) =>
          Effect.if(repeated.isSame, {
            onTrue: () => follow(caller.id, repeated.turn),
            onFalse: () => new MessageConflict()
          })
        )
      })

      const stop = Effect.fn("StreamedTurns.stop")(function* (owner: UserId, id: TurnId) {
        const isRequested = yield* states.requestStop(owner, id)
        const running = yield* live.find(id)
        if (running !== undefined && running.owner === owner) {
          yield* running.feed.stop
        } else if (!isRequested) {
          yield* stored.find(owner, id)
        }
      })

      return { start, follow, stop }
    })
  )
}
