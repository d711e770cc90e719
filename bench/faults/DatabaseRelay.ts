import { type AgentName } from "@storefront/domain/Topology"
import { type Duration, Effect, Option, Stream } from "effect"
import { type Moment } from "./Moment.ts"
import * as Relay from "./Relay.ts"
import * as WireMessages from "./WireMessages.ts"

/** What the way to the database is like. */
export interface Way {
  /** Closed while the database is frozen. */
  readonly open: Effect.Latch
  /** How much later a statement arrives. */
  delay: Duration.DurationInput
}

/** Relays the connections of a service to PostgreSQL, and says what it asks and when that is done. */
export const make = (service: AgentName, target: number, way: Way, reach: (moment: Moment) => Effect.Effect<void>) =>
  Relay.make(target, ({ client, server }) => {
    const read = WireMessages.makeReader()
    let transaction: ReadonlyArray<string> = []

    const request = Effect.fnUntraced(function* (message: WireMessages.WireMessage) {
      const statement = read(message)
      if (Option.isSome(statement)) {
        const text = statement.value
        transaction = [...transaction, text]
        yield* reach({ _tag: "Statement", service, text, transaction })
        yield* Effect.sleep(way.delay)
      }
      yield* way.open.await
      server.write(message.bytes)
    })

    const reply = Effect.fnUntraced(function* (message: WireMessages.WireMessage) {
      const text = transaction.at(-1)
      if (WireMessages.isReady(message) && text !== undefined) {
        yield* reach({ _tag: "Replied", service, text, transaction })
        transaction = WireMessages.isIdle(message) ? [] : transaction
      }
      yield* way.open.await
      client.write(message.bytes)
    })

    const messages = (socket: Relay.Pair["client"], unread: WireMessages.Unread) =>
      Stream.flattenIterables(Stream.mapAccum(Relay.received(socket), unread, WireMessages.split))

    return Effect.raceFirst(
      Stream.runForEach(messages(client, WireMessages.fromClient), request),
      Stream.runForEach(messages(server, WireMessages.fromServer), reply)
    )
  })
