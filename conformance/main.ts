/**
 * Runs the scenarios of the official conformance suite that apply to a server with tools and nothing else, in both
 * revisions, against the HTTP wiring of our tool servers with the tools that the suite calls mounted in it.
 */
import { Command, FileSystem } from "@effect/platform"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { TokenGate } from "@storefront/mcp/http/TokenGate"
import * as ToolServer from "@storefront/mcp/ToolServer"
import * as Database from "@storefront/server/platform/database/Database"
import * as HttpListener from "@storefront/server/platform/http/HttpListener"
import { freePort } from "@storefront/server/testing/FreePort"
import { Array, Config, Console, Data, Effect, Layer, Schema } from "effect"
import { fileURLToPath } from "node:url"
import * as Table from "../bench/support/Table.ts"
import * as Fixtures from "./fixtures.ts"

const both = [
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
  "json-schema-2020-12"
]

/** The scenarios that apply, by revision. The others are about resources, prompts, sampling and elicitation. */
const scenarios: Readonly<Record<string, ReadonlyArray<string>>> = {
  "2026-07-28": [...both, "server-stateless", "http-header-validation", "http-custom-header-server-validation"],
  "2025-11-25": [
    ...both,
    "server-initialize",
    "ping",
    "logging-set-level",
    "tools-call-with-logging",
    "server-session-lifecycle",
    "server-sse-polling"
  ]
}

const suite = fileURLToPath(new URL("node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url))

/** A Node that can run the suite. */
const node = Config.withDefault(Config.string("CONFORMANCE_NODE"), process.execPath)

const Checks = Schema.parseJson(Schema.Array(Schema.Struct({ id: Schema.String, status: Schema.String })))

class NotConformant extends Data.TaggedError("NotConformant")<{ readonly message: string }> {}

/** The server under test, on a port of this machine until the scope closes. */
const serve = Effect.gen(function* () {
  const port = yield* Effect.scoped(freePort)
  const program = Layer.unwrapScoped(ToolServer.program("mcp-product", [], Fixtures.make))
  yield* program.pipe(
    Layer.provide(HttpListener.layerAt("mcp-product", { host: "127.0.0.1", port, portVariable: "" }, "1 second")),
    Layer.provide(TokenGate.layerOpen),
    Layer.provide(Database.layerEmbedded()),
    Layer.build
  )
  return `http://localhost:${port}/mcp`
})

/** What the suite says of one scenario: how many of its checks have which status. */
const run = Effect.fnUntraced(function* (url: string, revision: string, scenario: string) {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped()
  const args = ["server", "--url", url, "--scenario", scenario, "--spec-version", revision, "-o", folder]
  const output = yield* Command.string(Command.make(yield* node, suite, ...args))
  const written = yield* files.readDirectory(folder, { recursive: true })
  const checks = yield* Effect.forEach(
    written.filter((name) => name.endsWith("checks.json")),
    (name) => Effect.flatMap(files.readFileString(`${folder}/${name}`), Schema.decodeUnknown(Checks))
  )
  const count = (status: string) => checks.flat().filter((check) => check.status === status).length
  const counts = { passed: count("SUCCESS"), failed: count("FAILURE"), warned: count("WARNING") }
  const isPassed = counts.failed === 0 && checks.flat().length > 0
  return { scenario, revision, output, isPassed, ...counts }
}, Effect.scoped)

const main = Effect.gen(function* () {
  const url = yield* serve
  const results = yield* Effect.forEach(
    Object.entries(scenarios).flatMap(([revision, names]) => names.map((name) => [revision, name] as const)),
    ([revision, name]) => run(url, revision, name)
  )
  yield* Table.print(
    ["scenario", "revision", "passed", "failed", "warned"],
    results.map(({ failed, passed, revision, scenario, warned }) => [
      scenario,
      revision,
      String(passed),
      String(failed),
      String(warned)
    ]),
    2
  )
  const [failed, passed] = Array.partition(results, ({ isPassed }) => isPassed)
  for (const revision of Object.keys(scenarios)) {
    const of = (some: typeof results) => some.filter((each) => each.revision === revision).length
    yield* Console.log(`${revision}: ${of(passed)} of ${of(results)} scenarios`)
  }
  yield* Effect.forEach(failed, ({ output }) => Console.log(output))
  if (failed.length > 0) {
    return yield* new NotConformant({ message: failed.map(({ scenario }) => scenario).join(", ") })
  }
})

NodeRuntime.runMain(main.pipe(Effect.scoped, Effect.provide(NodeContext.layer)))
