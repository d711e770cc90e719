import { type UserId } from "@storefront/domain/Identity"
import { type TurnId } from "@storefront/domain/Ids"
import { Context, Effect, Layer, type Scope } from "effect"
import { type TurnFeed } from "./TurnFeed.ts"

/** Turn of this process, from its first event until it is closed in the database. */
export interface LiveTurn {
  readonly id: TurnId
  readonly owner: UserId
  readonly feed: TurnFeed
}

/** Turns of this process that can be followed and stopped. */
export class LiveTurns extends Context.Tag("@storefront/server/assistant/chat/LiveTurns")<
  LiveTurns,
  {
    /** Adds a turn until the scope closes. */
    readonly add: (turn: LiveTurn) => Effect.Effect<void, never, Scope.Scope>
    readonly find: (id: TurnId) => Effect.Effect<LiveTurn | undefined>
    readonly all: Effect.Effect<ReadonlyArray<LiveTurn>>
  }
>() {
  static readonly layer = Layer.sync(this, () => {
    const turns = new Map<TurnId, LiveTurn>()
    return {
      add: (turn) =>
        Effect.acquireRelease(
          Effect.sync(() => void turns.set(turn.id, turn)),
          () => Effect.sync(() => void turns.delete(turn.id))
        ),
      find: (id) => Effect.sync(() => turns.get(id)),
      all: Effect.sync(() => [...turns.values()])
    }
  })
}
