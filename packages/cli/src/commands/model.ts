import { Command } from "@effect/cli"
import * as ModelCheck from "@storefront/server/assistant/model/ModelCheck"
import { Data, Effect, Logger, LogLevel, Schema } from "effect"
import { columns } from "../TerminalLayout.ts"
import * as Output from "../Output.ts"
import { during } from "../Progress.ts"
import { bridge } from "./model-bridge.ts"

/** Agents could not work with this provider; the output says why. */
export class ModelUnfit extends Data.TaggedError("ModelUnfit")<{ readonly message: string }> {}

const Findings = Schema.Struct({ findings: Schema.Array(ModelCheck.Finding) })

const outcomes: Readonly<Record<ModelCheck.Finding["outcome"], string>> = {
  works: "works",
  fails: "FAILS",
  "not tried": "not tried"
}

const lineOf = ({ mend, need, outcome, says }: ModelCheck.Finding): ReadonlyArray<string> => [
  need,
  outcomes[outcome],
  Output.printable(mend === null ? says : `${says}. ${mend}`)
]

const checkCommand = Command.make(
  "check",
  { json: Output.json },
  Effect.fn("cli.model.check")(function* ({ json }) {
    const findings = yield* ModelCheck.check.pipe(
      during("asking the model"),
      // Failures are printed, not logged.
      Logger.withMinimumLogLevel(LogLevel.Error)
    )
    yield* Output.print(Findings, { findings }, json, ({ findings }) => columns(findings.map(lineOf)))
    const failing = findings.filter(({ outcome }) => outcome === "fails")
    if (failing.length > 0) {
      return yield* new ModelUnfit({
        message: `does not work: ${failing.map(({ need }) => need).join(", ")}. Try again after each change of the settings`
      })
    }
  })
).pipe(
  Command.withDescription(
    "Ask the configured model for what agents need of it (address, key, model, a tool call and its result, a long " +
      "conversation, a stream, embeddings) and say how to fix what fails; exit code 1 then."
  )
)

/** Commands to check or play a model; they need no database. */
export const model = Command.make("model").pipe(
  Command.withDescription("Check the configured language model, or play one yourself."),
  Command.withSubcommands([checkCommand, bridge])
)
