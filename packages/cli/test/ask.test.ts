import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { settings } from "@storefront/server/testing/Settings"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { ask } from "../src/commands/ask.ts"
import * as Failure from "../src/Failure.ts"
import { plain, Paint } from "../src/Paint.ts"
import { heard, typed } from "./support/Heard.ts"
import * as Scripted from "./support/ScriptedAssistant.ts"

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

  it.scoped("fails and prints the ids if the answer is cut off for good, and prints the answer as it always was", () =>
    Effect.gen(function* () {
      const frames = [{ task: Scripted.task("SUBMITTED") }, Scripted.text("It is here.", false)]
      const { url } = yield* Scripted.serve(({ path }, earlier) =>
        path !== "POST /a2a/message:stream"
          ? { status: 404, json: { detail: "Task not found" } }
          : { frames: earlier === 0 ? frames : [...frames, Scripted.end("COMPLETED", "orders")], ending: "cut" }
      )
      const run = (...args: ReadonlyArray<string>) =>
        heard(Effect.provide(typed(ask, ["hello", "--url", url, ...args]), settings({})))
      const cut = yield* run()
      assert.deepStrictEqual(cut, {
        printed: ["conversation  c-1\ntrace         t-1"],
        announced: [],
        failure: "Task not found"
      })
      const ids = "agents        orders\nconversation  c-1\ntrace         t-1"
      assert.deepStrictEqual((yield* run()).printed.join("\n"), `It is here.\n\n${ids}`)
      const json = `{"response":"It is here.","agents_involved":["orders"],"conversation_id":"c-1","trace_id":"t-1"}`
      assert.deepStrictEqual((yield* run("--json")).printed, [json])
    })
  )

  it.scoped("stops the turn when it is interrupted, and prints what was done", () =>
    Effect.gen(function* () {
      const isAsked = yield* Deferred.make<void>()
      const { paths, url } = yield* Scripted.serve(({ path }) => {
        Deferred.unsafeDone(isAsked, Effect.void)
        return path === "POST /a2a/message:stream"
          ? { frames: [{ task: Scripted.task("WORKING") }], ending: "stay" }
          : path === "POST /a2a/message:send"
            ? { json: { task: Scripted.task("WORKING") } }
            : { json: Scripted.task("CANCELED", "The order was cancelled.", ["orders"]) }
      })
      const printed: Array<string> = []
      const console = yield* Effect.console
      const asking = yield* typed(ask, ["hello", "--url", url]).pipe(
        Effect.provide(settings({})),
        Effect.withConsole({
          ...console,
          log: (line) => Effect.sync(() => printed.push(String(line))),
          error: () => Effect.void
        }),
        Effect.fork
      )
      yield* Deferred.await(isAsked)
      const exit = yield* Fiber.interrupt(asking)
      assert.isTrue(Exit.isInterrupted(exit))
      assert.strictEqual(paths().at(-1), "POST /a2a/tasks/task-1:cancel")
      assert.match(printed.join("\n"), /^The order was cancelled\.\n\nagents {8}orders\nconversation {2}c-1\n/)
    })
  )

  it.effect("is a guest without a password", () =>
    Effect.gen(function* () {
      assert.include(yield* refusal(door, "--guest", "--as", "eve@shop.org"), "Nobody answers")
      assert.strictEqual(yield* refusal(door, "--guest", "--password-stdin"), "A guest has no password")
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
