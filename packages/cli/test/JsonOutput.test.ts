import { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as SuiteProcess from "./support/SuiteProcess.ts"

const Line = Schema.Struct({
  "service.name": Schema.String,
  message: Schema.String,
  logLevel: Schema.String,
  timestamp: Schema.String
})
const decode = Schema.decodeSync(Schema.parseJson(Line))

/** Every line, decoded: fails on one that is no line of the log. */
const linesOf = (output: string) =>
  output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => decode(line))

const said = (output: string) => linesOf(output).map(({ logLevel, message }) => `${logLevel} ${message}`)

/** Loaded before the program: when that has ended, libraries, threads and Node itself have something to say. */
const noise = `
import { isMainThread, Worker } from "node:worker_threads"
if (isMainThread) process.once("beforeExit", () => {
  console.log("NOTICE of a library\\nin two lines")
  console.error("complaint of a library")
  process.emitWarning("mind this")
  new Worker("console.log('a thread'); process.emitWarning('mind the thread')", { eval: true }).on("exit", () => {
    Promise.reject(new Error(["hunter", 2].join("")))
  })
})`

layer(NodeContext.layer, { excludeTestServices: true })("with LOG_FORMAT=json", (it) => {
  it.scoped("everything that a process says is a line of the log, whoever says it", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const { code, stderr, stdout } = yield* SuiteProcess.run(["migrate"], {
        LOG_FORMAT: "json",
        STOREFRONT_DATA_DIR: yield* files.makeTempDirectoryScoped(),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noise)}`
      })
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(said(stdout), [
        "INFO The database schema is up to date.",
        "INFO NOTICE of a library\nin two lines",
        "INFO a thread"
      ])
      const complaints = said(stderr)
      assert.includeMembers(complaints, ["WARN complaint of a library", "WARN Warning: mind this"])
      assert.isTrue(complaints.some((line) => line.startsWith("WARN ") && line.includes("mind the thread")))
      assert.strictEqual(complaints.at(-1), "FATAL The process ends: nobody handled an error")
      assert.notInclude(stderr, "hunter2")
    })
  )

  it.scoped("the sentence that a start fails with is one, in the name of the service", () =>
    Effect.gen(function* () {
      const { stderr, stdout } = yield* SuiteProcess.run(["start", "auth"], {
        LOG_FORMAT: "json",
        OAUTH_ISSUER: "nowhere"
      })
      assert.strictEqual(stdout, "")
      const [line, ...more] = linesOf(stderr)
      assert.deepStrictEqual([line?.["service.name"], line?.logLevel, more.length], ["auth-server", "ERROR", 0])
      assert.match(line?.message ?? "", /^OAUTH_ISSUER must be /)
    })
  )

  it.scoped("what a command prints as its result stays as it is", () =>
    Effect.gen(function* () {
      const { stdout } = yield* SuiteProcess.run(["up", "--help"], { LOG_FORMAT: "json" })
      assert.match(stdout, /^Run the whole suite .*\n/)
    })
  )
})
