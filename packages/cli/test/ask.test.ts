import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { settings } from "@storefront/server/testing/Settings"
import { Effect } from "effect"
import { ask } from "../src/commands/ask.ts"
import * as Failure from "../src/Failure.ts"
import { plain, Paint } from "../src/Paint.ts"

/** Why there is no answer. */
const refusal = (variables: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  Command.run(ask, { name: "ask", version: "0" })(["node", "storefront", "hello", ...args]).pipe(
    Effect.sandbox,
    Effect.flip,
    Effect.map(Failure.describe),
    Effect.provideService(Paint, plain),
    Effect.provide(settings(variables))
  )

layer(NodeContext.layer, { excludeTestServices: true })("ask", (it) => {
  it.effect("looks for the orchestrator where it listens", () =>
    Effect.gen(function* () {
      const port = { ORCHESTRATOR_PORT: "1" }
      assert.include(yield* refusal(port), "Nobody answers at http://127.0.0.1:1.")
      assert.include(yield* refusal({ ...port, HOST: "127.0.0.2" }), "Nobody answers at http://127.0.0.2:1.")
      assert.include(yield* refusal(port, "--url", "http://127.0.0.1:2/"), "Nobody answers at http://127.0.0.1:2.")
    })
  )

  it.effect("says what an address has to be, and of a variable never the value", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refusal({}, "--url", "nope"),
        '"nope" is not a web address such as http://127.0.0.1:8080'
      )
      assert.strictEqual(
        yield* refusal({ ORCHESTRATOR_PORT: "s3cret" }),
        "ORCHESTRATOR_PORT must be a whole number from 0 to 65535, for example 8080"
      )
    })
  )
})
