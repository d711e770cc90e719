import { assert, layer } from "@effect/vitest"
import { type StreamResponse } from "@storefront/domain/api/AgentApi"
import { Array, Context, Deferred, Effect, Layer } from "effect"
import { StreamedTurns } from "../../../src/assistant/chat/StreamedTurns.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as A2a from "../../support/a2a.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { answering, type Send, startProcess } from "../../support/orchestrator.ts"
import { providerModel } from "../../support/providerModel.ts"
import { answers, at, type ProviderName } from "../../support/providerShapes.ts"
import { streamed, streams } from "../../support/providerStreams.ts"

/** Ends of a provider's streams as a client of the front door sees them. */

const progress = ["Let me look. I see the orders ", "of this year."]
/** Released of it: the sentence that is complete. */
const looked = "Let me look."
const words = ["Your order is on its way ", "to you today."]
const answer = words.join("")
const name = "call_specialist_agent"
const args = JSON.stringify({ agent_name: "order-management", message: "Where is it?" })

interface Row {
  readonly stream: string
  readonly replies: (provider: ProviderName) => ReadonlyArray<ScriptedProvider.Reply>
  /** Texts of the answer that the client shows, one after another. */
  readonly shown: ReadonlyArray<string>
  /** Detail of the failure, if there is no answer. */
  readonly failure?: string
  readonly requests: ReadonlyArray<"streamed" | "whole">
  /** Questions to specialists. */
  readonly questions?: number
  readonly variables?: Readonly<Record<string, string>>
}

const all = (provider: ProviderName, said: Parameters<(typeof streams)["openai"]>[0]) => {
  const { begun, ended } = streams[provider](said)
  return streamed([...begun, ...ended])
}
const good = (provider: ProviderName) => all(provider, { pieces: words })
const whole = (provider: ProviderName): ScriptedProvider.Reply => ({ body: answers[provider].said(answer) })
const begun = (provider: ProviderName) => streams[provider]({ pieces: progress }).begun

const errorEvent = (provider: ProviderName, error: object) =>
  provider === "compatible" ? { error } : { type: "error", error }

const replaced = [looked, "", answer]

const rows: ReadonlyArray<Row> = [
  {
    stream: "has a broken frame",
    replies: (provider) => [streamed([...begun(provider), 'data: {"type": "respo\n\n']), whole(provider)],
    shown: replaced,
    requests: ["streamed", "whole"]
  },
  {
    stream: "is cut",
    replies: (provider) => [streamed(begun(provider), "drops"), whole(provider)],
    shown: replaced,
    requests: ["streamed", "whole"]
  },
  {
    stream: "is cut, and so is the repetition",
    replies: (provider) => [streamed(begun(provider), "drops"), "drops", good(provider)],
    shown: [looked, ""],
    failure: "The assistant could not produce an answer",
    requests: ["streamed", "whole"]
  },
  {
    stream: "has failed at the server",
    replies: (provider) => [
      streamed([
        ...begun(provider),
        provider === "openai"
          ? {
              type: "response.failed",
              response: { status: "failed", output: [], error: { code: "server_error", message: "no" } }
            }
          : errorEvent(provider, { type: "overloaded_error", code: "server_error", message: "Overloaded" })
      ]),
      good(provider)
    ],
    shown: replaced,
    requests: ["streamed", "streamed"]
  },
  {
    stream: "has an error about the question",
    replies: (provider) => [
      streamed([
        ...begun(provider),
        errorEvent(provider, {
          type: "invalid_request_error",
          code: "context_length_exceeded",
          message: "prompt is too long: 9 > 8 maximum"
        })
      ])
    ],
    shown: [looked, ""],
    failure: "The assistant could not produce an answer",
    requests: ["streamed"]
  },
  {
    stream: "is silent until the time for the turn is used up",
    replies: (provider) => [streamed(begun(provider), "hangs")],
    shown: [looked, ""],
    failure: "The assistant took too long to answer",
    requests: ["streamed"],
    variables: { CHAT_TURN_BUDGET_MS: "1500" }
  },
  {
    stream: "has text, then a call",
    replies: (provider) => [all(provider, { pieces: progress, calls: [[name, args]] }), good(provider)],
    shown: replaced,
    requests: ["streamed", "streamed"],
    questions: 1
  },
  {
    stream: "is cut behind a call",
    replies: (provider) => [
      streamed(streams[provider]({ pieces: progress, calls: [[name, args]] }).begun, "drops"),
      { body: answers[provider].called([name, args]) },
      good(provider)
    ],
    shown: replaced,
    requests: ["streamed", "whole", "streamed"],
    questions: 1
  },
  {
    stream: "has a call written as text",
    replies: (provider) => [
      all(provider, { pieces: [`{"name": "${name}", `, `"arguments": ${args}}`] }),
      good(provider)
    ],
    shown: [answer],
    requests: ["streamed", "streamed"]
  },
  {
    stream: "has text, then a call written as text",
    replies: (provider) => [
      all(provider, { pieces: [`${looked} Calling **${name}** with`, ` ${args}`] }),
      good(provider)
    ],
    shown: replaced,
    requests: ["streamed", "streamed"]
  }
]

/** Texts of the answer as a client shows them that folds the events. */
const shownBy = (events: ReadonlyArray<StreamResponse>) => {
  const shown: Array<string> = []
  for (const event of events) {
    if ("task" in event) {
      shown.push(A2a.textOf(event.task) ?? "")
    } else if ("artifactUpdate" in event && event.artifactUpdate.artifact.artifactId === "answer") {
      const { append, artifact } = event.artifactUpdate
      const text = artifact.parts.map((part) => part.text ?? "").join("")
      shown.push(append === true ? `${shown.at(-1)}${text}` : text)
    }
  }
  return Array.dedupeAdjacent(shown).slice(1)
}

/** The turns of the test that runs. */
const current: { turns?: StreamedTurns["Type"] } = {}
const switching = Layer.succeed(StreamedTurns, {
  start: (...message) => Effect.suspend(() => current.turns!.start(...message)),
  follow: (...turn) => Effect.suspend(() => current.turns!.follow(...turn)),
  stop: (...turn) => Effect.suspend(() => current.turns!.stop(...turn))
})

const TestLayer = FrontDoor.layer(
  TestDatabase.seeded,
  { RATE_LIMIT_CHAT: "1000" },
  undefined,
  undefined,
  undefined,
  switching
)

layer(TestLayer, { excludeTestServices: true })("a client of the front door", (it) => {
  rows.forEach(({ failure, questions = 0, replies, requests, shown, stream, variables = {} }, index) => {
    const provider = (["openai", "anthropic", "compatible"] as const)[index % 3]!
    const binding = A2a.bindings[index % 2]!
    it.scoped(`sees what the docs say where the stream of ${provider} ${stream}`, () =>
      Effect.gen(function* () {
        const isFollowed = yield* Deferred.make<void>()
        const { received, url } = yield* ScriptedProvider.serve(
          replies(provider),
          undefined,
          Deferred.await(isFollowed)
        )
        const model = yield* Layer.build(providerModel({ ...at(provider, url), LLM_STREAM: "all" }))
        const asked: Array<string> = []
        const send: Send = (run, ...rest) => {
          asked.push(run.message)
          return answering("It is in Boston.")(run, ...rest)
        }
        const turns = Context.get(
          yield* startProcess([], { model: Layer.succeedContext(model), send, variables }),
          StreamedTurns
        )
        current.turns = {
          ...turns,
          start: (...message) => Effect.tap(turns.start(...message), () => Deferred.succeed(isFollowed, undefined))
        }
        const caller = { token: yield* FrontDoor.tokenOf("alice") }
        const events = yield* A2a.collect(binding.stream(caller, A2a.message("Where is my order?")))
        assert.deepStrictEqual(shownBy(events), shown)
        assert.deepStrictEqual(
          received.map(({ body }) => (Object(body).stream === true ? "streamed" : "whole")),
          requests
        )
        assert.lengthOf(asked, questions)
        const [first] = events
        const { value: task } = yield* binding.find(caller, first !== undefined && "task" in first ? first.task.id : "")
        const last = events.at(-1)
        for (const { message, state } of [
          task.status,
          ...(last !== undefined && "statusUpdate" in last ? [last.statusUpdate.status] : [])
        ]) {
          assert.deepStrictEqual(
            [state, message?.parts[0].text],
            failure === undefined ? ["TASK_STATE_COMPLETED", undefined] : ["TASK_STATE_FAILED", failure]
          )
        }
        assert.strictEqual(A2a.textOf(task), failure === undefined ? answer : undefined)
      })
    )
  })
})
