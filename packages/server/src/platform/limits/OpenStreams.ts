import { ServiceUnavailable, TooManyRequests } from "@storefront/domain/Errors"
import { Context, Effect, Layer, type Scope } from "effect"
import { maxStreams } from "../config/LimitsConfig.ts"
import * as KeyedGate from "./KeyedGate.ts"

/** Maximum open streams of a person. */
const perPerson = 10

/** Maximum open streams of all guests of a client address. */
const perAddress = 100

/** Limits of the streams that this process writes to clients of all doors. */
export class OpenStreams extends Context.Tag("@storefront/server/platform/limits/OpenStreams")<
  OpenStreams,
  {
    /** Occupies a stream of the person, and of the client address of a guest, until the scope closes. */
    readonly open: (
      person: string,
      address?: string
    ) => Effect.Effect<void, TooManyRequests | ServiceUnavailable, Scope.Scope>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const all = KeyedGate.make({ running: yield* maxStreams, waiting: 0 })
      const persons = KeyedGate.make({ running: perPerson, waiting: 0 })
      const addresses = KeyedGate.make({ running: perAddress, waiting: 0 })
      const tooMany = () => new TooManyRequests({ retryAfterSeconds: 5 })
      return {
        open: (person, address) =>
          Effect.gen(function* () {
            yield* Effect.mapError(persons.enter(person), tooMany)
            if (address !== undefined) {
              yield* Effect.mapError(addresses.enter(address), tooMany)
            }
            yield* Effect.mapError(all.enter(""), () => new ServiceUnavailable())
          })
      }
    })
  )
}
