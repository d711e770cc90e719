import { ConversationBusy, TooManyRequests } from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { type ConversationId } from "@storefront/domain/Ids"
import { Effect, type Scope } from "effect"

/** Turns of one person that run at a time. */
const maxRunning = 3

/** Who may begin a turn in this process. What is taken is given back when the scope closes. */
export interface TurnAdmission {
  /**
   * Waits for the message before this one in the conversation. One message of a conversation waits, any other is refused
   * at once. Waiting costs nothing.
   */
  readonly enter: (user: UserId, conversation: ConversationId) => Effect.Effect<void, ConversationBusy, Scope.Scope>
  /** A place among the running turns of the person. */
  readonly takePlace: (user: UserId) => Effect.Effect<void, TooManyRequests, Scope.Scope>
}

interface Conversation {
  readonly room: Effect.Semaphore
  /** The message that is answered, and the one that waits. */
  present: number
}

/** Nobody is there yet. */
export const make = (): TurnAdmission => {
  const conversations = new Map<string, Conversation>()
  const running = new Map<UserId, number>()

  const line = (key: string) =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const conversation = conversations.get(key) ?? { room: Effect.unsafeMakeSemaphore(1), present: 0 }
        if (conversation.present > 1) {
          return new ConversationBusy()
        }
        conversation.present++
        conversations.set(key, conversation)
        return Effect.succeed(conversation)
      }),
      (conversation) =>
        Effect.sync(() => {
          conversation.present--
          if (conversation.present === 0) {
            conversations.delete(key)
          }
        })
    )

  const enter = Effect.fnUntraced(function* (user: UserId, conversation: ConversationId) {
    // Somebody else's conversation is not found in the end; until then it holds up nobody.
    const { room } = yield* line(`${user} ${conversation}`)
    yield* Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        restore(room.take(1)),
        Effect.addFinalizer(() => room.release(1))
      )
    )
  })

  const takePlace = (user: UserId) =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const turns = running.get(user) ?? 0
        if (turns >= maxRunning) {
          return new TooManyRequests({ retryAfterSeconds: 5 })
        }
        running.set(user, turns + 1)
        return Effect.void
      }),
      () =>
        Effect.sync(() => {
          const left = (running.get(user) ?? 1) - 1
          if (left === 0) {
            running.delete(user)
          } else {
            running.set(user, left)
          }
        })
    )

  return { enter, takePlace }
}
