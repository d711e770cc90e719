import { FetchHttpClient, FileSystem, HttpClient, HttpClientRequest, Path } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import * as ModelCheck from "@storefront/server/assistant/model/ModelCheck"
import * as OpenAi from "@storefront/server/assistant/model/providers/OpenAi"
import * as Chat from "@storefront/server/assistant/model/wire/Chat"
import * as ProviderEndpoint from "@storefront/server/platform/provider/ProviderEndpoint"
import { settings } from "@storefront/server/testing/Settings"
import { temporaryFolder } from "@storefront/server/testing/TemporaryFolder"
import { Effect, Either, Fiber, Layer, Option, Queue, Schema } from "effect"
import { request } from "undici"
import * as Answer from "../src/bridge/Answer.ts"
import * as Bridge from "../src/bridge/Bridge.ts"
import * as FolderPlayer from "../src/bridge/FolderPlayer.ts"
import * as Question from "../src/bridge/Question.ts"
import * as ReplayPlayer from "../src/bridge/ReplayPlayer.ts"
import * as TerminalPlayer from "../src/bridge/TerminalPlayer.ts"
import { LineEditor } from "../src/LineEditor.ts"
import { heard } from "./support/Heard.ts"

const readRequest = Schema.decodeUnknown(Schema.parseJson(Bridge.Request))

/** A bridge at a free port, whose folder goes with the scope. */
const bridgeIn = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const told: Array<string> = []
  const tell = (line: string) => Effect.sync(() => void told.push(line))
  const { player, ...opened } = yield* FolderPlayer.open(folder)
  const made = yield* Bridge.make({ ...opened, port: 0, player: player(yield* Answer.makeReader, tell), tell })
  const at = (name: string) => path.join(folder, name)
  const read = (name: string): Effect.Effect<string> =>
    Effect.catchAll(files.readFileString(at(name)), () =>
      Effect.delay(
        Effect.suspend(() => read(name)),
        "10 millis"
      )
    )
  return {
    ...made,
    transcript: opened.transcript,
    told,
    /** The content of a file, once it is there. */
    read,
    request: (label: string) => Effect.flatMap(read(`${label}.request.json`), readRequest),
    answer: (label: string, answer: unknown) =>
      files.writeFileString(at(`${label}.answer.json`), typeof answer === "string" ? answer : JSON.stringify(answer))
  }
})
type Running = Effect.Effect.Success<ReturnType<typeof bridgeIn>>

const lampCall = { calls: [{ name: "count_in_stock", arguments: { product: "lamps" } }] }

/** Plays the model that `model check` is content with. */
const playCheck = (bridge: Running) =>
  Effect.forEach(
    [{ text: "Hello." }, lampCall, { text: "There are 4711." }, { text: "heron" }, lampCall],
    (answer, index) =>
      Effect.gen(function* () {
        const label = Bridge.labelOf(index + 1)
        const request = yield* bridge.request(label)
        yield* bridge.answer(label, answer)
        return request
      })
  )

const checkAt = (url: string, api: Question.ModelApi) =>
  Effect.provide(
    ModelCheck.check,
    settings({
      OPENAI_BASE_URL: url,
      LLM_MODEL: "bridge",
      LLM_API: api,
      EMBEDDING_PROVIDER: "embedded",
      LLM_TRACE_HEADERS: "true",
      LLM_STREAM: "all"
    })
  )

const tool = (name: string) => ({
  name,
  description: "Says how many there are.",
  parameters: {
    type: "object",
    required: ["product"],
    properties: { product: { type: "string" }, size: { enum: ["S", "L"] } }
  }
})

/** The same request in both interfaces. */
const requests = {
  responses: {
    path: "/responses",
    body: {
      model: "m",
      tools: [{ type: "function", ...tool("count_in_stock") }],
      input: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "How many lamps?" },
        { type: "function_call", call_id: "c1", name: "count_in_stock", arguments: '{"product":"lamps"}' },
        { type: "function_call_output", call_id: "c1", output: '{"count":3}' },
        { role: "assistant", content: "Three." },
        { role: "user", content: [{ type: "input_text", text: "And mugs?" }] }
      ]
    }
  },
  chat: {
    path: "/chat/completions",
    body: {
      model: "m",
      tools: [{ type: "function", function: tool("count_in_stock") }],
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "How many lamps?" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "c1", type: "function", function: { name: "count_in_stock", arguments: '{"product":"lamps"}' } }
          ]
        },
        { role: "tool", tool_call_id: "c1", content: '{"count":3}' },
        { role: "assistant", content: "Three." },
        { role: "user", content: [{ type: "text", text: "And mugs?" }] }
      ]
    }
  }
}
const protocols = { responses: OpenAi.protocol, chat: Chat.protocol }

const post = (url: string, api: Question.ModelApi, more: object = {}) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    client.execute(
      HttpClientRequest.post(`${url}${requests[api].path}`).pipe(
        HttpClientRequest.bodyUnsafeJson({ ...requests[api].body, ...more })
      )
    )
  )

layer(Layer.merge(NodeContext.layer, FetchHttpClient.layer), { excludeTestServices: true })("a bridge", (it) => {
  it.scoped("answers no page of the web, and takes no answer that was there before its request", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const files = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const elsewhere = path.join(yield* temporaryFolder, "precious")
      yield* files.writeFileString(elsewhere, "precious")
      yield* files.symlink(elsewhere, path.join(folder, ".0008.request.json"))
      yield* files.writeFileString(path.join(folder, "0007.answer.json"), '{"text":"Old."}')
      const bridge = yield* bridgeIn(folder)
      const { body, path: place } = requests.chat
      for (const headers of [
        { "content-type": "text/plain" },
        { "content-type": "application/json", host: "evil.example" }
      ]) {
        const { statusCode } = yield* Effect.promise(() =>
          request(`${bridge.url}${place}`, { method: "POST", headers, body: JSON.stringify(body) })
        )
        assert.strictEqual(statusCode, 415)
      }
      const asking = yield* Effect.fork(post(bridge.url, "chat"))
      assert.strictEqual((yield* bridge.request("0008")).number, 8)
      yield* bridge.answer("0008", { text: "New." })
      assert.include(yield* Effect.flatMap(Fiber.join(asking), ({ text }) => text), "New.")
      assert.strictEqual(yield* files.readFileString(elsewhere), "precious")
    })
  )

  for (const api of ["responses", "chat"] as const) {
    it.scoped(`lets a program play the model over ${api}: what agents need works`, () =>
      Effect.gen(function* () {
        const bridge = yield* bridgeIn(yield* temporaryFolder)
        const [findings, [, calling, second, long]] = yield* Effect.all([checkAt(bridge.url, api), playCheck(bridge)], {
          concurrency: 2
        })
        assert.deepStrictEqual(
          findings.map(({ outcome }) => outcome),
          findings.map(() => "works" as const)
        )
        assert.deepStrictEqual(
          calling?.tools.map(({ name }) => name),
          ["count_in_stock"]
        )
        assert.match(calling?.instructions ?? "", /^You work in a shop\./)
        assert.match(calling?.turn ?? "", /^[0-9a-f]{32}$/)
        assert.deepStrictEqual(second?.messages.slice(second.new), [
          { role: "assistant", call: { name: "count_in_stock", arguments: { product: "lamps" } } },
          { role: "tool", name: "count_in_stock", result: { count: 4711 } }
        ])
        assert.isAbove(long?.tokens.total ?? 0, 10_000)

        const page = yield* bridge.read("0003.request.md")
        assert.match(
          page,
          /^# 0003 a model\n\n\*\*assistant calls count_in_stock\*\*[^]*"count": 4711[^]*## Before[^]*- `count_in_stock`: Says[^]*  - `product` \(string\)[^]*## Instructions/
        )
        const entries = yield* FolderPlayer.readTranscript(bridge.transcript)
        assert.deepStrictEqual(
          entries.map(({ answer, number, outcome }) => [number, outcome, answer?.text]),
          [
            [1, "answered", "Hello."],
            [2, "answered", ""],
            [3, "answered", "There are 4711."],
            [4, "answered", "heron"],
            [5, "answered", ""]
          ]
        )
        assert.isTrue(
          entries.every(
            ({ outputTokens, tokens }) =>
              outputTokens > 0 && tokens.total === tokens.instructions + tokens.tools + tokens.messages
          )
        )
        assert.match(yield* bridge.summary, /^5 requests answered in \d turns?: .* input tokens a turn/)
      })
    )

    it.scoped(`streams an answer over ${api} where that is asked for`, () =>
      Effect.gen(function* () {
        const bridge = yield* bridgeIn(yield* temporaryFolder)
        yield* bridge.answer("0001", {
          text: "Let me see.",
          calls: [{ name: "count_in_stock", arguments: { product: "mugs" } }]
        })
        const exchange = ProviderEndpoint.makeExchange(yield* HttpClient.HttpClient, false)
        const body = JSON.stringify({ ...requests[api].body, stream: true, store: false })
        const answer = yield* exchange(
          ProviderEndpoint.post({ address: bridge.url, apiKey: Option.none() }, requests[api].path, body),
          { join: protocols[api].join }
        )
        const { parts, usage } = Either.getOrThrow(protocols[api].read(answer))
        assert.deepInclude(parts, {
          _tag: "Words",
          text: "Let me see.",
          additions: {}
        })
        const call = parts.find((part) => part._tag === "Call")
        assert.deepStrictEqual([call?.name, call?.arguments], ["count_in_stock", '{"product":"mugs"}'])
        const { tokens } = yield* bridge.request("0001")
        assert.strictEqual(usage.tokensIn, tokens.total)
      })
    )
  }

  it("reads the same question from both interfaces", () => {
    const [one, other] = [
      Question.read("responses", requests.responses.body),
      Question.read("chat", requests.chat.body)
    ]
    assert.deepStrictEqual(one, other)
    assert.strictEqual(one.instructions, "Be kind.")
    assert.deepStrictEqual(one.messages[2], { role: "tool", name: "count_in_stock", result: { count: 3 } })
  })

  it("knows agents by their tools", () => {
    const agentOf = (...names: ReadonlyArray<string>) =>
      Question.read("responses", { input: [], tools: names.map(tool) }).agent
    assert.deepStrictEqual(
      [agentOf("call_specialist_agent"), agentOf("get_user_profile", "get_cart"), agentOf("count_in_stock"), agentOf()],
      ["orchestrator", "order-management", null, null]
    )
  })

  it.scoped("rejects an answer that is none, says why, and reads the next one", () =>
    Effect.gen(function* () {
      const bridge = yield* bridgeIn(yield* temporaryFolder)
      const asking = yield* Effect.fork(post(bridge.url, "chat"))
      const call = (name: string, args: object) => ({ calls: [{ name, arguments: args }] })
      const said: Array<string> = []
      for (const answer of [
        '{"text": ',
        { words: "Hello" },
        { calls: [] },
        call("count_stock", {}),
        call("count_in_stock", { product: 7, size: "M", colour: "red" })
      ]) {
        const before = bridge.told.length
        yield* bridge.answer("0001", answer)
        yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => bridge.told.length > before })
        said.push(yield* bridge.read("0001.error.txt"))
      }
      assert.match(said[0] ?? "", /^An answer is \{"text": "…"\}[^]*JSON[^]*Change 0001\.answer\.json/)
      assert.match(said[1] ?? "", /"words"[^]*is unexpected/)
      assert.match(said[2] ?? "", /^An answer is [^]*says nothing/)
      assert.match(said[3] ?? "", /^count_stock: no such tool is offered; there are: count_in_stock\n/)
      assert.match(
        said[4] ?? "",
        /^count_in_stock: "colour" is no argument; there are: product, size\n[^]*arguments\/product must be string\n[^]*arguments\/size must be equal to one of/
      )
      yield* bridge.answer("0001", call("count_in_stock", { product: "mugs" }))
      assert.strictEqual((yield* Fiber.join(asking)).status, 200)
      assert.notInclude(
        yield* Effect.flatMap(FileSystem.FileSystem, (files) =>
          files.readDirectory(bridge.transcript.replace(/transcript.jsonl$/, ""))
        ),
        "0001.error.txt"
      )
    })
  )

  it.scoped("takes no call where words are due", () =>
    Effect.gen(function* () {
      const { read } = yield* Answer.makeReader
      const question = Question.read("chat", { ...requests.chat.body, tool_choice: "none" })
      const problem = yield* Effect.flip(read(question, '{"calls":[{"name":"count_in_stock"}]}'))
      assert.strictEqual(problem.message, "count_in_stock: in this request no tool may be called; answer in words")
    })
  )

  it.scoped("answers what waits with 503 when it stops, and tells the player of requests that were given up", () =>
    Effect.gen(function* () {
      const bridge = yield* bridgeIn(yield* temporaryFolder)
      const gone = yield* Effect.fork(post(bridge.url, "chat"))
      yield* bridge.request("0001")
      yield* Fiber.interrupt(gone)
      assert.match(yield* bridge.read("0001.error.txt"), /^Nobody waits/)
      const waiting = yield* Effect.fork(post(bridge.url, "responses"))
      yield* bridge.request("0002")
      yield* bridge.stop
      assert.strictEqual((yield* Fiber.join(waiting)).status, 503)
      assert.strictEqual((yield* post(bridge.url, "responses")).status, 503)
      const entries = yield* FolderPlayer.readTranscript(bridge.transcript)
      assert.deepStrictEqual(
        entries.map(({ outcome }) => outcome),
        ["abandoned", "refused", "refused"]
      )
      // The next bridge in this folder goes on behind these.
      assert.strictEqual((yield* FolderPlayer.open(bridge.transcript.replace(/transcript.jsonl$/, ""))).first, 3)
    })
  )

  it.scoped("is played at a terminal, line by line, until the person wants no more", () =>
    Effect.gen(function* () {
      const typed = ["?", "count_stock {}", 'count_in_stock {"product": "mugs"}', "There are none."].map(Option.some)
      const lines = yield* Queue.unbounded<Option.Option<string>>()
      yield* Queue.offerAll(lines, [...typed, Option.none()])
      const { hold, player } = yield* Effect.provideService(
        Effect.flatMap(Answer.makeReader, TerminalPlayer.make),
        LineEditor,
        { read: () => Queue.take(lines), untilInterrupted: Effect.asSome }
      )
      const bridge = yield* Bridge.make({ port: 0, player, first: 1, keep: () => Effect.void, tell: () => Effect.void })
      const ask = Effect.flatMap(post(bridge.url, "chat"), ({ status, text }) =>
        Effect.map(text, (body) => ({ status, body }))
      )
      const asking = yield* Effect.fork(Effect.replicateEffect(ask, 3))
      const { printed } = yield* heard(hold)
      yield* bridge.stop
      const [first, second, third] = yield* Fiber.join(asking)
      assert.include(first?.body, String.raw`"name":"count_in_stock","arguments":"{\"product\":\"mugs\"}"`)
      assert.include(second?.body, '"content":"There are none."')
      assert.strictEqual(third?.status, 503)
      assert.match(printed[3] ?? "", /^# 0002 a model[^]*And mugs\?/)
      assert.match(printed[0] ?? "", /^# 0001 a model[^]*And mugs\?/)
      assert.match(printed[1] ?? "", /## Instructions/)
      assert.match(printed[2] ?? "", /^count_stock: no such tool is offered/)
    })
  )

  it.scoped("answers a transcript again, and says where a request is another one", () =>
    Effect.gen(function* () {
      const bridge = yield* bridgeIn(yield* temporaryFolder)
      yield* Effect.all([checkAt(bridge.url, "responses"), playCheck(bridge)], { concurrency: 2 })
      const recorded = yield* FolderPlayer.readTranscript(bridge.transcript)
      const told: Array<string> = []
      const tell = (line: string) => Effect.sync(() => void told.push(line))
      const replayed = (entries: ReadonlyArray<Bridge.Entry>) =>
        Effect.flatMap(ReplayPlayer.make(entries, tell), (player) =>
          Bridge.make({ port: 0, player, first: 1, keep: () => Effect.void, tell: () => Effect.void })
        )
      const again = yield* replayed(recorded)
      // The other interface carries the same questions.
      const findings = yield* checkAt(again.url, "chat")
      assert.isTrue(findings.every(({ outcome }) => outcome === "works"))
      assert.deepStrictEqual(told, [])
      assert.strictEqual((yield* post(again.url, "chat")).status, 400)
      assert.deepStrictEqual(told, ["The recording is over, and one more request is made"])
      const other = yield* replayed(recorded)
      assert.strictEqual((yield* post(other.url, "chat")).status, 200)
      assert.match(
        told[1] ?? "",
        /^0001 differs from request 0001 of the recording at model, character 1: recorded was "bridge", sent now is "m"$/
      )
    })
  )
})
