import { Command } from "@effect/cli"
import { plural } from "@storefront/domain/EnglishWording"
import * as Logging from "@storefront/server/platform/telemetry/Logging"
import { Data, Effect, Schema } from "effect"
import * as Doctor from "../doctor/Doctor.ts"
import { Finding, lines } from "../doctor/Finding.ts"
import * as Output from "../Output.ts"
import { Paint } from "../Paint.ts"

/** Something has to be fixed; the lines above say what. */
export class MendNeeded extends Data.TaggedError("MendNeeded")<{ readonly message: string }> {}

const Report = Schema.Struct({ findings: Schema.Array(Finding) })

/** Checks everything that a suite needs, and plays a turn. */
export const doctor = Command.make(
  "doctor",
  { json: Output.json },
  Effect.fn("cli.doctor")(function* ({ json }) {
    const paint = yield* Paint
    const findings = yield* Doctor.examine
    yield* Output.print(Report, { findings }, json, () => lines(findings, paint))
    const problems = findings.filter(({ state }) => state === "problem").length
    if (problems > 0) {
      return yield* new MendNeeded({
        message: `${plural(problems, "thing has", "things have")} to be fixed`
      })
    }
  }, Effect.provide(Logging.layerCommand))
).pipe(
  Command.withDescription(
    "Say what stands in the way of a start, and how to mend it. Looks at Node, variables, ports, secrets, disk, database, schema and model, and plays a turn, which leaves an entry in the audit."
  )
)
