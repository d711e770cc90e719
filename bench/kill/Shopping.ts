import { HttpClient } from "@effect/platform"
import { Clock, Effect, type Ref, Schedule } from "effect"
import * as Chat from "../support/Chat.ts"
import { type Wish } from "../support/Script.ts"

/** Units that a customer buys. */
export const quantity = 2

/** What every customer does, in this order; the order is proposed, and placed after a yes. */
export const wishesFor = ({ id }: { readonly id: string }): ReadonlyArray<Wish> => [
  {
    message: `Put ${quantity} of ${id} into my cart`,
    tool: "add_to_cart",
    params: { product_id: id, quantity },
    done: "it is in your cart."
  },
  { message: "Show me my orders", tool: "get_user_orders", params: {}, done: "these are your orders." },
  {
    message: "Ship it to Ada Byron, 1 Elm Street, Boston, MA 02118",
    tool: "set_shipping_address",
    params: { recipient_name: "Ada Byron", street: "1 Elm Street", city: "Boston", state: "MA", zip: "02118" },
    done: "it goes there."
  },
  {
    message: "Place the order for my cart now",
    tool: "checkout",
    params: {},
    done: "your order was placed."
  }
]

/** One customer of the load. */
export interface Visit {
  readonly customer: Chat.Customer
  /** The tools of what the customer was told is done. */
  readonly acknowledged: ReadonlyArray<string>
  /** Wishes that the customer gave up: the tool, what was told in turn, and what was said last. */
  readonly missed: ReadonlyArray<string>
  /** Messages that were said again. */
  readonly repeats: number
  /** How long the conversation was busy at most, after the last interruption and the start of the service. */
  readonly busyMillis: number
}

/** A suite under load, as customers know it. */
export interface Shop {
  readonly origin: string
  readonly wishes: ReadonlyArray<Wish>
  /** Closed while nobody is to say anything. */
  readonly open: Effect.Latch
  /** When the front door was opened last. */
  readonly openedAt: Ref.Ref<number>
}

/** How long a customer says the same thing again and again, and how fast. */
const patienceMillis = 120_000
const pause = "300 millis"

/** One customer from the sign-up to the order, who says everything again until it is done. */
export const visit = Effect.fnUntraced(function* ({ open, openedAt, origin, wishes }: Shop) {
  const client = yield* HttpClient.HttpClient
  const retried = <A>(effect: Effect.Effect<A, never, HttpClient.HttpClient>) =>
    effect.pipe(
      Effect.sandbox,
      Effect.timeout("5 seconds"),
      Effect.retry(Schedule.spaced(pause)),
      Effect.orDie,
      Effect.provideService(HttpClient.HttpClient, client)
    )
  const customer = yield* retried(Effect.zipRight(open.await, Chat.signUp(origin)))
  const conversation: Chat.Conversation = {
    origin,
    customer,
    id: yield* retried(Effect.zipRight(open.await, Chat.begin(origin, customer))),
    // Longer than a turn and its storing take: whoever gives up at the last moment may have been given the answer.
    patience: "30 seconds"
  }

  let interruptedAt = 0
  let busyMillis = 0
  const say = Effect.fnUntraced(function* (message: string) {
    yield* open.await
    const { text, told } = yield* Chat.say(conversation, message)
    const now = yield* Clock.currentTimeMillis
    if (told === "busy") {
      busyMillis = Math.max(busyMillis, now - Math.max(interruptedAt, yield* openedAt))
    } else if (told !== "done") {
      interruptedAt = now
    }
    return { told, text }
  })

  const acknowledged: Array<string> = []
  const missed: Array<string> = []
  let repeats = 0
  for (const { message, tool } of wishes) {
    let words = message
    let last = yield* say(words)
    const told = [last.told]
    const givesUpAt = (yield* Clock.currentTimeMillis) + patienceMillis
    while (last.told !== "done" && (yield* Clock.currentTimeMillis) < givesUpAt) {
      yield* Effect.sleep(pause)
      // A yes is said again until somebody says that nothing is open.
      words = last.told === "asked" ? Chat.yes : last.told === "undone" ? message : words
      last = yield* say(words)
      told.push(last.told)
      repeats += Number(last.told !== "done")
    }
    if (last.told === "done") {
      acknowledged.push(tool)
    } else {
      missed.push(`${tool}: ${told.join(", ")}: ${last.text}`)
    }
  }
  const done: Visit = {
    customer,
    acknowledged,
    missed,
    repeats,
    busyMillis
  }
  return done
})
