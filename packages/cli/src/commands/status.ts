import { Command } from "@effect/cli"
import { ServiceName } from "@storefront/domain/Topology"
import { Data, Effect, Schema } from "effect"
import { columns } from "../TerminalLayout.ts"
import * as Output from "../Output.ts"
import { Paint } from "../Paint.ts"
import * as Readiness from "../Readiness.ts"

/** The orchestrator does not run, is not ready or is degraded; the lines above say why. */
export class NotInOperation extends Data.TaggedError("NotInOperation")<{ readonly message: string }> {}

const Status = Schema.Struct({ services: Schema.Array(Readiness.Readiness) })

/** Asks every service at its configured address. */
export const status = Command.make(
  "status",
  { json: Output.json },
  Effect.fn("cli.status")(function* ({ json }) {
    const paint = yield* Paint
    const services = yield* Effect.forEach(ServiceName.literals, Readiness.of, {
      concurrency: ServiceName.literals.length
    })
    const colours = { ready: paint.good, degraded: paint.warning, "not ready": paint.bad, "not running": paint.faint }
    yield* Output.print(Status, { services }, json, () => {
      const [heading = "", ...rows] = columns([
        ["service", "address", "state"],
        ...services.map(({ address, failed, service, state }) => [service, address, [state, ...failed].join(", ")])
      ])
      return [
        heading,
        ...rows.flatMap((row, index) => {
          const service = services[index]
          return service === undefined
            ? []
            : [colours[service.state](row), ...Readiness.faults(service).map((fault) => paint.faint(`  ${fault}`))]
        })
      ]
    })
    const door = services.find(({ service }) => service === "orchestrator")
    if (door?.state === "degraded") {
      return yield* new NotInOperation({
        message: "The orchestrator is degraded; the lines below it say how to mend it"
      })
    }
    if (door?.state === "not ready") {
      return yield* new NotInOperation({ message: "The orchestrator is not ready. Ask why with: storefront doctor" })
    }
    if (door?.state !== "ready") {
      return yield* new NotInOperation({ message: "The orchestrator is not running. Start the suite with: npm start" })
    }
  })
).pipe(
  Command.withDescription(
    "Show which services run and are ready. Exit code 1 unless the orchestrator is, with nothing degraded."
  )
)
