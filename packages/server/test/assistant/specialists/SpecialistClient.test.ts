import {
  HttpClient,
  HttpClientError,
  HttpClientResponse,
  HttpServerRequest,
  HttpServerResponse
} from "@effect/platform"
import { assert, it } from "@effect/vitest"
import { createServer } from "node:http"
import { Array, Effect, Fiber, Layer, Option, Record, Ref, Stream, TestClock } from "effect"
import {
  type SpecialistRefused,
  type SpecialistUnavailable
} from "../../../src/assistant/specialists/SpecialistAnswer.ts"
import { SpecialistClient } from "../../../src/assistant/specialists/SpecialistClient.ts"
import * as SteadyClock from "../../../src/platform/limits/SteadyClock.ts"
import * as RetryBudget from "../../../src/platform/provider/RetryBudget.ts"
import * as TokenBudget from "../../../src/platform/provider/TokenBudget.ts"
import * as FixedClock from "../../../src/testing/FixedClock.ts"
import { spansOf } from "../../../src/testing/RecordedSpans.ts"
import { ada } from "../../../src/testing/SmallShop.ts"
import { secret } from "../../../src/testing/TestSpecialist.ts"
import {
  against,
  answered,
  clientOf,
  connect,
  eventStream,
  frameOf,
  listen,
  type Handler,
  question,
  status,
  streamed,
  task,
  words
} from "../../support/specialistHop.ts"

const streaming = (...events: ReadonlyArray<unknown>) => Effect.succeed(streamed(...events))

const usage = {
  "urn:storefront-assistant:a2a:usage-steps:v1": { tokensIn: 7, tokensOut: 3, model: "m", traceId: "t", steps: [] }
}

const failing = (metadata: object) => ({
  state: "TASK_STATE_FAILED",
  message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "No." }], metadata }
})

it.scopedLive("sends the message, the history, the person and the deadline, and reads answer and tokens", () =>
  Effect.gen(function* () {
    const seen = yield* Ref.make<{ headers: Readonly<Record<string, string | undefined>>; body: unknown } | null>(null)
    const answer = yield* against(
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        yield* Ref.set(seen, { headers: request.headers, body: yield* request.json })
        return streamed(
          task("TASK_STATE_COMPLETED", {
            artifacts: [{ artifactId: "answer", parts: [{ text: "On its way." }], metadata: usage }]
          })
        )
      })
    )
    assert.deepStrictEqual(answer, {
      text: "On its way.",
      usage: { tokensIn: 7, tokensOut: 3 },
      writes: [],
      proposed: [],
      missing: [],
      shows: [],
      needsSignIn: false,
      modelState: Option.none()
    })
    const sent = yield* Ref.get(seen)
    assert.include(sent?.headers, {
      "a2a-version": "1.0",
      "content-type": "application/a2a+json",
      "x-agent-secret": secret,
      "x-user-id": ada.id,
      "x-user-email": ada.email,
      "x-user-role": "customer",
      "x-conversation-id": "cccccccc-0000-4000-8000-000000000001"
    })
    assert.isString(sent?.headers["x-turn-deadline"])
    assert.isString(sent?.headers["traceparent"])
    assert.nestedPropertyVal(sent?.body, "message.parts.0.text", "Where is my order?")
    assert.nestedPropertyVal(sent?.body, "message.messageId", "m-1")
    assert.nestedPropertyVal(
      sent?.body,
      "message.metadata.urn:storefront-assistant:a2a:conversation-history:v1.messages.0.parts.0.text",
      "Hello Ada."
    )
    assert.nestedPropertyVal(
      sent?.body,
      "message.metadata.urn:storefront-assistant:a2a:conversation-history:v1.customerMessage",
      "where's my stuff"
    )
  }).pipe(Effect.withSpan("turn"))
)

it.scopedLive("tells a refusal of the guard from a failure", () =>
  Effect.gen(function* () {
    const refused = yield* Effect.flip(against(streaming(task("TASK_STATE_REJECTED"))))
    const failed = yield* Effect.flip(
      against(
        streaming(
          task("TASK_STATE_FAILED", {
            status: {
              state: "TASK_STATE_FAILED",
              message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "Sorry" }], metadata: usage }
            }
          })
        )
      )
    )
    assert.strictEqual(reasonOf(refused), "SpecialistRefused")
    assert.deepStrictEqual([reasonOf(failed), failed.usage], ["failed", { tokensIn: 7, tokensOut: 3 }])
  })
)

it.scopedLive("reads from a failed task what was written all the same", () =>
  Effect.gen(function* () {
    const stepOf = (toolName: string, status: string, stepIndex: number) => ({
      stepIndex,
      toolName,
      status,
      durationMs: 1
    })
    const steps = [
      stepOf("get_cart", "success", 0),
      stepOf("remember_preference", "success", 1),
      stepOf("add_to_cart", "error", 2),
      { ...stepOf("forget_preference", "success", 3), isProposal: true }
    ]
    const metadata = Record.map(usage, (figures) => ({ ...figures, steps }))
    const message = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "Sorry" }], metadata }
    const failed = yield* Effect.flip(
      against(streaming(task("TASK_STATE_FAILED", { status: { state: "TASK_STATE_FAILED", message } })))
    )
    assert.deepInclude(failed, { _tag: "SpecialistUnavailable", writes: ["remember_preference"] })
  })
)

it.scopedLive("reads the state of the specialist's model, and the answer without one that is too large", () =>
  Effect.gen(function* () {
    const statesOf = (data: unknown) =>
      Effect.map(
        against(
          streaming(
            task("TASK_STATE_COMPLETED", {
              artifacts: [
                { artifactId: "answer", parts: [{ text: "Yes." }] },
                { artifactId: "model-state", parts: [{ data }] }
              ]
            })
          )
        ),
        ({ modelState, text }) => [text, modelState]
      )
    assert.deepStrictEqual(yield* statesOf({ turn: 1 }), ["Yes.", Option.some({ turn: 1 })])
    assert.deepStrictEqual(yield* statesOf("x".repeat(20_000)), ["Yes.", Option.none()])
  })
)

it.scopedLive("does not believe impossible numbers of tokens", () =>
  Effect.gen(function* () {
    const metadata = Record.map(usage, (figures) => ({ ...figures, tokensIn: Number.MAX_SAFE_INTEGER }))
    const artifacts = [{ artifactId: "answer", parts: [{ text: "Yes." }], metadata }]
    const answer = yield* against(streaming(task("TASK_STATE_COMPLETED", { artifacts })))
    assert.deepStrictEqual(answer.usage, { tokensIn: 0, tokensOut: 0 })
  })
)

it.scopedLive("tells a hop that failed on the spans of the hop", () =>
  Effect.gen(function* () {
    const hop = (handler: Handler) =>
      Effect.map(spansOf(against(handler)), (spans) => spans.filter(({ kind }) => kind === "CLIENT"))
    const failing = yield* hop(Effect.succeed(HttpServerResponse.empty({ status: 500 })))
    assert.deepStrictEqual(
      failing.map(({ attributes, name, parent }) => [name, parent, attributes["error.type"]]),
      [
        ["invoke_agent order-management", "GET /test", "error_status"],
        ["POST", "invoke_agent order-management", "500"]
      ]
    )
    const answering = yield* hop(
      streaming(task("TASK_STATE_COMPLETED", { artifacts: [{ artifactId: "answer", parts: [{ text: "Yes." }] }] }))
    )
    assert.deepStrictEqual(
      answering.map(({ isError }) => isError),
      [false, false]
    )
    assert.notMatch(JSON.stringify([failing, answering]), /ada@|Where is my order|Hello Ada|-secret/)
  })
)

/** Why there is no answer. */
const reasonOf = (error: SpecialistUnavailable | SpecialistRefused) =>
  error._tag === "SpecialistUnavailable" ? error.reason : error._tag

const megabyte = new Uint8Array(1_048_576).fill(32)

const bad: ReadonlyArray<readonly [string, Handler, string]> = [
  ["a redirect", Effect.succeed(HttpServerResponse.empty({ status: 302, headers: { location: "/" } })), "error_status"],
  ["an error", Effect.succeed(HttpServerResponse.empty({ status: 500 })), "error_status"],
  ["that it is unavailable", Effect.succeed(HttpServerResponse.empty({ status: 503 })), "unavailable"],
  ["no JSON", Effect.succeed(HttpServerResponse.text("<html>")), "unreadable_answer"],
  ["other JSON", streaming({ task: { id: 1 } }), "unreadable_answer"],
  ["a task without an answer", streaming(task("TASK_STATE_COMPLETED")), "unreadable_answer"],
  [
    "an empty answer",
    streaming(task("TASK_STATE_COMPLETED", { artifacts: [{ artifactId: "answer", parts: [{ text: " \n\u200B" }] }] })),
    "unreadable_answer"
  ],
  ["a task that goes on", streaming(task("TASK_STATE_WORKING")), "unreachable"],
  ["a task that waits for somebody", streaming(task("TASK_STATE_AUTH_REQUIRED")), "failed"],
  ["an answer that is no stream", Effect.succeed(HttpServerResponse.unsafeJson(answered("Yes."))), "unreadable_answer"],
  ["an update of no task", streaming(status("TASK_STATE_COMPLETED")), "unreadable_answer"],
  [
    "an event that is no JSON",
    Effect.sync(() => HttpServerResponse.text(`${frameOf(task("TASK_STATE_WORKING"))}data: {"task"\n\n`, eventStream)),
    "unreadable_answer"
  ],
  ["an event of 3 MB", streaming(task("TASK_STATE_WORKING"), words("y".repeat(3_000_000), false)), "unreadable_answer"],
  [
    "a stream that is cut",
    Effect.sync(() =>
      HttpServerResponse.stream(
        Stream.concat(
          Stream.encodeText(Stream.make(frameOf(task("TASK_STATE_WORKING")), frameOf(words("Half an ans", false)))),
          Stream.fail("cut")
        ),
        eventStream
      )
    ),
    "unreachable"
  ],
  [
    "silence after the first words",
    Effect.sync(() =>
      HttpServerResponse.stream(
        Stream.concat(
          Stream.encodeText(Stream.make(frameOf(task("TASK_STATE_WORKING")), frameOf(words("Half an ans", false)))),
          Stream.never
        ),
        eventStream
      )
    ),
    "timeout"
  ],
  [
    "50 MB",
    Effect.sync(() => HttpServerResponse.stream(Stream.take(Stream.repeatValue(megabyte), 50), eventStream)),
    "unreadable_answer"
  ],
  ["silence", Effect.never, "timeout"],
  [
    "half an answer",
    Effect.sync(() => HttpServerResponse.stream(Stream.concat(Stream.make(megabyte), Stream.never), eventStream)),
    "timeout"
  ]
]

for (const [name, handler, reason] of bad) {
  it.scopedLive(`takes ${name} for no answer, once`, () =>
    Effect.gen(function* () {
      const requests = yield* Ref.make(0)
      const counted = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
        url === "/message:stream"
          ? Effect.zipRight(
              Ref.update(requests, (n) => n + 1),
              handler
            )
          : Effect.succeed(HttpServerResponse.empty())
      )
      const error = yield* Effect.flip(against(counted, { AGENT_HOP_TIMEOUT_MS: "500" }))
      assert.strictEqual(reasonOf(error), reason)
      assert.strictEqual(yield* Ref.get(requests), 1)
    })
  )
}

it.scopedLive("reads the answer of a task to its end, and nothing that comes later", () =>
  Effect.gen(function* () {
    const answer = yield* against(
      Effect.succeed(
        HttpServerResponse.text(
          [
            task("TASK_STATE_SUBMITTED"),
            status("TASK_STATE_WORKING"),
            words("It is ", false),
            // Neither of them is allowed.
            status("TASK_STATE_SUBMITTED"),
            words("on its way.", true),
            status("TASK_STATE_COMPLETED"),
            words("Not at all.", false)
          ]
            .map(frameOf)
            .join("")
            .concat("data: what?\n\n"),
          eventStream
        )
      )
    )
    assert.strictEqual(answer.text, "It is on its way.")
  })
)

it.scopedLive("uses the connection again, which the specialist may close a moment after the last event", () =>
  Effect.gen(function* () {
    let connections = 0
    const counting = () => createServer().on("connection", () => (connections += 1))
    const body = (end: Stream.Stream<string>) =>
      HttpServerResponse.stream(
        Stream.encodeText(Stream.concat(Stream.make(frameOf(answered("Yes."))), end)),
        eventStream
      )
    const ask = Effect.fnUntraced(function* (end: Stream.Stream<string>) {
      const { send } = yield* connect(
        yield* listen(
          Effect.sync(() => body(end)),
          counting
        )
      )
      connections = 0
      const answers = yield* Effect.replicateEffect(
        Effect.flatMap(question(), (run) => send(run)),
        5
      )
      assert.deepStrictEqual(
        answers.map(({ text }) => text),
        Array.makeBy(5, () => "Yes.")
      )
      return connections
    })
    // The pool alternates between two.
    assert.isAtMost(yield* ask(Stream.empty), 2)
    assert.isAtLeast(yield* ask(Stream.never), 5)
  })
)

it.scopedLive("reads the task anew where the specialist repeats it whole", () =>
  Effect.gen(function* () {
    const answer = yield* against(
      streaming(task("TASK_STATE_WORKING"), words("It is ", false), answered("It has been delivered."))
    )
    assert.strictEqual(answer.text, "It has been delivered.")
  })
)

it.scopedLive("has the specialist stop a moment earlier, so that it can say what it used", () =>
  Effect.gen(function* () {
    const sent = yield* Ref.make("")
    const deadline = yield* SteadyClock.deadlineIn("10 seconds")
    const handler = Effect.gen(function* () {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      yield* Ref.set(sent, headers["x-turn-deadline"] ?? "")
      return HttpServerResponse.empty()
    })
    yield* Effect.flip(against(handler, {}, { deadline }))
    assert.strictEqual(yield* sent, "2026-01-01T00:00:09.750Z")
  }).pipe(Effect.provide(FixedClock.at("2026-01-01T00:00:00Z")))
)

it.scopedLive("does not wait beyond the deadline of the turn", () =>
  Effect.gen(function* () {
    const deadline = yield* SteadyClock.deadlineIn(0)
    const error = yield* Effect.flip(against(Effect.never, {}, { deadline }))
    assert.strictEqual(reasonOf(error), "timeout")
  })
)

it.scopedLive("says that nobody listens", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(
      Effect.flatMap(connect("http://127.0.0.1:1"), ({ send }) => Effect.flatMap(question(), (run) => send(run)))
    )
    assert.strictEqual(reasonOf(error), "unreachable")
  })
)

/** Connections are refused so often, then answered. */
const refusing = (times: number, attempts: Ref.Ref<number>) =>
  Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request) =>
      Effect.flatMap(
        Ref.updateAndGet(attempts, (n) => n + 1),
        (attempt) =>
          attempt <= times
            ? Effect.fail(
                new HttpClientError.RequestError({
                  request,
                  reason: "Transport",
                  cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" })
                })
              )
            : Effect.succeed(
                HttpClientResponse.fromWeb(
                  request,
                  new Response(frameOf(answered("Yes.")), {
                    headers: { "content-type": "text/event-stream" }
                  })
                )
              )
      )
    )
  )

const ask = Effect.flatMap(SpecialistClient, ({ send }) => Effect.flatMap(question(), (run) => send(run)))

it.effect("tries a refused connection twice more, because nothing was sent", () =>
  Effect.gen(function* () {
    for (const [times, outcome] of [
      [2, "Success"],
      [3, "Failure"]
    ] as const) {
      const attempts = yield* Ref.make(0)
      const call = yield* Effect.fork(
        Effect.provide(ask, Layer.provide(clientOf("http://127.0.0.1:1"), refusing(times, attempts)))
      )
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.await(call))._tag, outcome)
      assert.strictEqual(yield* Ref.get(attempts), 3)
    }
  })
)

it.scopedLive("shares the repetitions and the tokens of a turn with the specialists, one after another", () =>
  Effect.gen(function* () {
    const given: Array<string | undefined> = []
    const lent: Array<string | undefined> = []
    const told = (repeatedRequests: number, failure: string) =>
      Record.map(usage, (steps) => ({ ...steps, repeatedRequests, failure }))
    const answers = [
      task("TASK_STATE_COMPLETED", {
        artifacts: [{ artifactId: "answer", parts: [{ text: "Here." }], metadata: told(2, "model") }]
      }),
      { task: { ...task("TASK_STATE_FAILED").task, status: failing(told(1, "deadline")) } },
      { task: { ...task("TASK_STATE_FAILED").task, status: failing(told(1, "unavailable")) } },
      task("TASK_STATE_FAILED")
    ]
    const send = against(
      Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => {
        given.push(headers["x-turn-retries"])
        lent.push(headers["x-turn-tokens"])
        return streamed(answers[given.length - 1])
      })
    )
    const deadline = yield* SteadyClock.deadlineIn("10 seconds")
    const reasons = yield* Effect.forEach(answers, () =>
      Effect.match(send, {
        onSuccess: () => "answered",
        onFailure: (error) => (error._tag === "SpecialistUnavailable" ? error.reason : error._tag)
      })
    ).pipe(RetryBudget.within(deadline, RetryBudget.maxRetriesOfTurn), TokenBudget.within(1_000))
    assert.deepStrictEqual(given, ["5", "3", "2", "1"])
    // Half of what is left; who does not tell has used it up.
    assert.deepStrictEqual(lent, ["500", "495", "490", "485"])
    assert.deepStrictEqual(reasons, ["answered", "timeout", "unavailable", "failed"])
  })
)
