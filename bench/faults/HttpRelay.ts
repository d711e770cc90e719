import { type AgentName } from "@storefront/domain/Topology"
import { Effect, Stream } from "effect"
import { type Moment } from "./Moment.ts"
import * as Relay from "./Relay.ts"

/** Relays requests to a service, and says when it begins to answer one. */
export const make = (service: AgentName, target: number, reach: (moment: Moment) => Effect.Effect<void>) =>
  Relay.make(target, ({ client, server }) => {
    let isAsked = false
    const requests = Stream.runForEach(Relay.received(client), (bytes) =>
      Effect.sync(() => {
        isAsked = true
        server.write(bytes)
      })
    )
    const answers = Stream.runForEach(
      Relay.received(server),
      Effect.fnUntraced(function* (bytes) {
        if (isAsked) {
          isAsked = false
          yield* reach({ _tag: "Answering", service })
        }
        client.write(bytes)
      })
    )
    return Effect.raceFirst(requests, answers)
  })
