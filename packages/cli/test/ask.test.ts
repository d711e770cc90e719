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

const door = { ORCHESTRATOR_PORT: "1" }

layer(NodeContext.layer, { excludeTestServices: true })("ask", (it) => {
  it.effect("looks for the orchestrator where it listens", () =>
    Effect.gen(function* () {
      assert.include(yield* refusal(door), "Nobody answers at http://127.0.0.1:1.")
      assert.include(yield* refusal({ ...door, HOST: "127.0.0.2" }), "Nobody answers at http://127.0.0.2:1.")
      assert.include(yield* refusal(door, "--url", "http://127.0.0.1:2/"), "Nobody answers at http://127.0.0.1:2.")
    })
  )

  it.effect("needs the password of an account that is not the demonstration's, from the environment or a person", () =>
    Effect.gen(function* () {
      const ways =
        "Put the password into STOREFRONT_PASSWORD, pipe it in with --password-stdin, or run this in a terminal"
      assert.strictEqual(yield* refusal(door, "--as", "eve@shop.org"), ways)
      assert.include(
        yield* refusal({ ...door, STOREFRONT_PASSWORD: "kettle harbour" }, "--as", "eve@shop.org"),
        "Nobody"
      )
      assert.include(yield* refusal(door, "--as", " Bob@Example.COM "), "Nobody answers")
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
        "ORCHESTRATOR_PORT must be a whole number from 1 to 65535, for example 8080"
      )
    })
  )
})
