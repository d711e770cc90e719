import { Command } from "@effect/cli"
import * as Verification from "@storefront/server/assistant/usage/Verification"
import * as Database from "@storefront/server/platform/database/Database"
import * as Logging from "@storefront/server/platform/telemetry/Logging"
import { Console, Data, Effect, Layer } from "effect"
import * as CommandDatabase from "../CommandDatabase.ts"

/** The data violates its own invariants; the lines above say which. */
export class DataInconsistent extends Data.TaggedError("DataInconsistent")<{ readonly message: string }> {}

/** Checks every invariant of the data. */
export const verify = Command.make("verify", {}, () =>
  Effect.gen(function* () {
    yield* CommandDatabase.checkTables
    const results = yield* Verification.verify
    yield* Effect.forEach(results, (result) =>
      Console.log(
        `${result.ok ? "ok    " : "BROKEN"}  ${result.invariant}${result.ok ? "" : `: ${result.violations.join(", ")}`}`
      )
    )
    const broken = results.filter((result) => !result.ok)
    if (broken.length > 0) {
      return yield* new DataInconsistent({ message: `${broken.length} of ${results.length} invariants are broken` })
    }
  }).pipe(Effect.provide(Layer.merge(Database.layerCommand, Logging.layerCommand)))
).pipe(Command.withDescription("Check every invariant of the data."))
