import { type HttpClient } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { AgentCard, FrontExtension } from "@storefront/domain/api/AgentApi"
import { ActionId, TurnId } from "@storefront/domain/Ids"
import { Effect, Schedule, Schema, Stream } from "effect"
import { v4, v7 } from "uuid"
import { type StreamedMessage } from "../../../src/assistant/chat/StreamedTurns.ts"
import * as ScriptedTurns from "../../../src/testing/ScriptedTurns.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as A2a from "../../support/a2a.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { send } from "../../support/requests.ts"

const { bindings, decide, message } = A2a

const received: Array<StreamedMessage> = []

const alice = Effect.map(FrontDoor.tokenOf("alice"), (token) => ({ token }))
const bob = Effect.map(FrontDoor.tokenOf("bob"), (token) => ({ token }))

for (const engine of TestDatabase.seededEngines) {
  const TestLayer = FrontDoor.layer(
    engine.layer,
    { PUBLIC_URL: "https://assistant.shop.example", GUESTS_ENABLED: "true", RATE_LIMIT_CHAT: "1000" },
    undefined,
    undefined,
    undefined,
    ScriptedTurns.layer(A2a.script, received)
  )

  layer(TestLayer, { excludeTestServices: true })(`the A2A agent on ${engine.name}`, (it) => {
    it.effect("shows its card to everybody, with both bindings and how to log in", () =>
      Effect.gen(function* () {
        const response = yield* send("/.well-known/agent-card.json")
        const card = yield* Schema.decodeUnknown(AgentCard)(response.body)
        assert.deepStrictEqual(
          card.supportedInterfaces,
          ["HTTP+JSON", "JSONRPC"].map((protocolBinding) => ({
            url: "https://assistant.shop.example/a2a",
            protocolBinding,
            protocolVersion: "1.0"
          }))
        )
        assert.deepStrictEqual(
          card.capabilities.extensions.map(({ uri }) => uri),
          Object.values(FrontExtension)
        )
        const [scheme] = Object.values(card.securitySchemes)
        assert.include(JSON.stringify(scheme), "/api/auth/login")
        assert.include(JSON.stringify(scheme), "POST /guests")
        assert.isAtLeast(card.skills.length, 5)
        assert.strictEqual(response.headers["cache-control"], "public, max-age=300")
        const again = yield* send("/.well-known/agent-card.json", {
          headers: { "if-none-match": response.headers["etag"]! }
        })
        assert.strictEqual(again.status, 304)
      })
    )

    for (const binding of bindings) {
      const newAction = Effect.sync(() => v4())

      it.effect(`answers a message with its task, and shows that again (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = yield* alice
          const body = message("Hi", { metadata: { [FrontExtension.page]: { product_id: "LAMP-1", other: 1 } } })
          const sent = yield* binding.send({ ...caller, headers: { "accept-language": "de" } }, body)
          const { value: task } = sent
          assert.strictEqual(sent.response.status, 200)
          assert.strictEqual(task.status.state, "TASK_STATE_COMPLETED")
          assert.strictEqual(A2a.textOf(task), "Hello, you.")
          assert.deepStrictEqual(
            task.history?.map(({ messageId, parts: [part], role, taskId }) => [messageId, part.text, role, taskId]),
            [[body.message.messageId, "Hi", "ROLE_USER", task.id]]
          )
          assert.deepStrictEqual(received.at(-1), {
            door: "a2a",
            messageId: body.message.messageId,
            words: "Hi",
            decisions: [],
            generation: 0,
            page: { productId: "LAMP-1" },
            acceptLanguage: "de",
            context: null,
            task: null
          })
          const french = { [FrontExtension.page]: { product_id: "LAMP-1", locale: "fr-FR" } }
          yield* binding.send({ ...caller, headers: { "accept-language": "de" } }, message("Hi", { metadata: french }))
          assert.strictEqual(received.at(-1)?.acceptLanguage, "fr-FR")
          // No page of a product.
          const spanish = { [FrontExtension.page]: { locale: "es-ES" } }
          yield* binding.send(caller, message("Hi", { metadata: spanish }))
          assert.deepInclude(received.at(-1), { acceptLanguage: "es-ES" })
          assert.notProperty(received.at(-1), "page")
          const { value: found } = yield* binding.find(caller, task.id)
          assert.deepStrictEqual({ ...found, status: found.status.state }, { ...task, status: task.status.state })
          const { value: short } = yield* binding.find(caller, task.id, { historyLength: 0 })
          assert.notProperty(short, "history")
          assert.strictEqual((yield* binding.find(yield* bob, task.id)).reason, "TASK_NOT_FOUND")
        })
      )

      it.effect(`streams the task, its progress, its answer and its end (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = yield* alice
          const events = yield* A2a.collect(binding.stream(caller, message("show")))
          const kinds = A2a.kindsOf(events)
          const [first] = kinds
          assert.match(first!, /^task TASK_STATE_(SUBMITTED|WORKING)$/)
          assert.deepStrictEqual(
            kinds.filter((kind) => !kind.startsWith("task ") && kind !== "TASK_STATE_WORKING"),
            ["answer", "card-1", "answer+", "TASK_STATE_COMPLETED"]
          )
          const plain = yield* A2a.collect(
            binding.stream(caller, message("show", {}, { acceptedOutputModes: ["text/plain"] }))
          )
          assert.notInclude(A2a.kindsOf(plain), "card-1")
        })
      )

      it.effect(`keeps a conversation under the client's name for it (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = yield* alice
          const contextId = `cli ${v7()}`
          const { value: first } = yield* binding.send(caller, message("Hi", { contextId, taskId: "" }))
          assert.deepStrictEqual(received.at(-1)?.context, contextId)
          assert.strictEqual(first.contextId, contextId)
          yield* binding.send(caller, message("Hi", { contextId }))
          const { value: page } = yield* binding.list(caller, { contextId })
          assert.deepStrictEqual(
            [page.totalSize, page.tasks.map((task) => task.contextId)],
            [2, [contextId, contextId]]
          )
          const { value: own } = yield* binding.send(caller, message("Hi", { contextId: "" }))
          yield* binding.send(caller, message("Hi", { contextId: own.contextId }))
          assert.deepStrictEqual(received.at(-1)?.context, own.contextId)
        })
      )

      it.effect(`names a conversation as it is stored, however the client names it (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = yield* alice
          const contextId = `own ${v7()}`
          const action = yield* newAction
          yield* binding.send(caller, message(`forget ${action}`, { contextId }))
          yield* binding.send(caller, decide(action, "decline"))
          const { body: conversations } = yield* send("/api/conversations", caller)
          const others = [
            // The task of the action has ended.
            decide(action, "confirm"),
            message("Hi", { contextId: conversations[0].id })
          ]
          for (const body of others) {
            const { value: task } = yield* binding.send(caller, body)
            const { value: found } = yield* binding.find(caller, task.id)
            assert.deepStrictEqual(
              [task.contextId, task.history?.map((one) => one.contextId), found.contextId],
              [contextId, [contextId], contextId]
            )
          }
        })
      )

      it.effect(`asks for a yes, takes it, and has then ended (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = yield* alice
          const action = yield* newAction
          const { value: asking } = yield* binding.send(caller, message(`forget ${action}`))
          assert.strictEqual(asking.status.state, "TASK_STATE_INPUT_REQUIRED")
          assert.deepStrictEqual(
            asking.artifacts?.map(({ artifactId }) => artifactId),
            ["answer", `action-${action}`]
          )
          const { contextId, id: taskId } = asking
          const events = yield* A2a.collect(binding.stream(caller, decide(action, "confirm", { taskId, contextId })))
          const end = A2a.kindsOf(events)
          assert.strictEqual(end.at(-1), "TASK_STATE_COMPLETED")
          assert.include(end, `action-${action}`)
          assert.deepInclude(received.at(-1), {
            words: "",
            task: TurnId.make(taskId),
            context: contextId,
            decisions: [{ actionId: ActionId.make(action), decision: "confirm" }]
          })
          const { value: whole } = yield* binding.find(caller, taskId)
          assert.deepStrictEqual(
            [whole.status.state, A2a.textOf(whole), whole.history?.length],
            ["TASK_STATE_COMPLETED", "Hello, you.", 2]
          )
          assert.nestedPropertyVal(
            whole.artifacts?.find(({ artifactId }) => artifactId === `action-${action}`),
            "parts[0].data.data.state",
            "confirmed"
          )
          const { reason } = yield* binding.send(caller, message("And?", { taskId }))
          assert.strictEqual(reason, "UNSUPPORTED_OPERATION")
        })
      )

      it.effect(
        `takes a decision without a task for the action's task, and only its own actions (${binding.name})`,
        () =>
          Effect.gen(function* () {
            const caller = yield* alice
            const [action, other] = [yield* newAction, yield* newAction]
            const { value: asking } = yield* binding.send(caller, message(`forget ${action}`))
            const { value: another } = yield* binding.send(caller, message(`forget ${other}`))
            const refusals = [
              decide(action, "confirm", { taskId: another.id }),
              decide(v4(), "confirm"),
              decide("nothing", "confirm"),
              decide(action, "confirm", { contextId: another.contextId }),
              decide(action, "confirm", { taskId: asking.id, contextId: another.contextId })
            ]
            assert.deepStrictEqual(
              yield* Effect.forEach(refusals, (body) => Effect.map(binding.send(caller, body), ({ reason }) => reason)),
              ["ACTION_NOT_FOUND", "ACTION_NOT_FOUND", "ACTION_NOT_FOUND", "INVALID_PARAMS", "INVALID_PARAMS"]
            )
            const both = message("", {
              parts: [action, other].map((action_id) => ({ data: { action_id, decision: "confirm" } }))
            })
            const { reason, response } = yield* binding.send(caller, both)
            assert.strictEqual(reason, "INVALID_PARAMS")
            assert.include(JSON.stringify(response.body), "all decisions must be of one task")
            const foreign = yield* binding.send(yield* bob, decide(action, "confirm"))
            assert.strictEqual(foreign.reason, "ACTION_NOT_FOUND")
            const { value: settled } = yield* binding.send(caller, decide(action, "decline"))
            assert.deepStrictEqual([settled.id, settled.status.state], [asking.id, "TASK_STATE_COMPLETED"])
            // The other one still asks; a decision that comes too late is a message of its own.
            assert.strictEqual(
              (yield* binding.find(caller, another.id)).value.status.state,
              "TASK_STATE_INPUT_REQUIRED"
            )
            const { value: late } = yield* binding.send(caller, decide(action, "confirm"))
            assert.notStrictEqual(late.id, asking.id)
            assert.strictEqual(received.at(-1)?.task, null)
          })
      )

      it.effect(`drops what it asks when the task is cancelled (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = yield* alice
          const action = yield* newAction
          const { value: asking } = yield* binding.send(caller, message(`forget ${action}`))
          const { value: cancelled } = yield* binding.cancel(caller, asking.id)
          assert.strictEqual(cancelled.status.state, "TASK_STATE_CANCELED")
          assert.nestedPropertyVal(cancelled, "artifacts[1].parts[0].data.data.state", "dropped")
          assert.strictEqual((yield* binding.cancel(caller, asking.id)).reason, "TASK_NOT_CANCELABLE")
        })
      )

      it.effect(`shows an ended task alike, however it is read (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = yield* alice
          const [ended, dropped] = [message("Hi"), message(`forget ${yield* newAction}`)]
          yield* binding.send(caller, ended)
          yield* binding.cancel(caller, (yield* binding.send(caller, dropped)).value.id)
          for (const body of [ended, dropped]) {
            const { value: again } = yield* binding.send(caller, body)
            const [first] = yield* A2a.collect(binding.stream(caller, body))
            const { value: found } = yield* binding.find(caller, again.id)
            assert.deepStrictEqual([again, first], [found, { task: found }])
          }
          // The first message of a task that went on.
          const action = yield* newAction
          const asking = message(`forget ${action}`)
          const { value: task } = yield* binding.send(caller, asking)
          yield* binding.send(caller, decide(action, "confirm", { taskId: task.id }))
          const { value: again } = yield* binding.send(caller, asking)
          const { value: found } = yield* binding.find(caller, task.id)
          assert.strictEqual(String(again.status.timestamp), String(found.status.timestamp))
        })
      )

      it.effect(`lets several follow a task, join it by its message, and stop it (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = yield* alice
          const body = message("slow")
          const streamed = yield* A2a.watch(binding.stream(caller, body))
          const { task } = streamed.first as { task: { id: string } }
          const subscribed = yield* A2a.watch(binding.subscribe(caller, task.id))
          const { value: joined } = yield* binding.send(caller, {
            ...body,
            configuration: { returnImmediately: true }
          })
          assert.strictEqual(joined.id, task.id)
          const conflict = yield* binding.send(caller, {
            message: { ...body.message, parts: [{ text: "Something else" }] }
          })
          assert.strictEqual(conflict.response.status, 409)
          const { value: running } = yield* binding.find(caller, task.id)
          assert.strictEqual(running.status.state, "TASK_STATE_WORKING")
          assert.strictEqual((yield* binding.send(caller, message("More", { taskId: task.id }))).response.status, 409)
          const { value: cancelled } = yield* binding.cancel(caller, task.id)
          assert.deepStrictEqual(
            [cancelled.status.state, A2a.textOf(cancelled)],
            ["TASK_STATE_CANCELED", "Let me see. "]
          )
          for (const { rest } of [streamed, subscribed]) {
            assert.strictEqual(A2a.kindsOf(yield* rest).at(-1), "TASK_STATE_CANCELED")
          }
          assert.strictEqual((yield* binding.cancel(caller, task.id)).reason, "TASK_NOT_CANCELABLE")
        })
      )

      it.effect(`shows a subscriber what waits for an answer, and nothing of what has ended (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = yield* alice
          const { value: asking } = yield* binding.send(caller, message(`forget ${yield* newAction}`))
          const events = yield* A2a.collect(binding.subscribe(caller, asking.id))
          assert.deepStrictEqual(A2a.kindsOf(events), ["task TASK_STATE_INPUT_REQUIRED"])
          const { value: ended } = yield* binding.send(caller, message("Hi"))
          assert.deepStrictEqual(yield* A2a.collect(binding.subscribe(caller, ended.id)), [])
        })
      )

      it.effect(`tells of refusals by the guard and of failures (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = { ...(yield* alice), headers: { "a2a-extensions": `x, ${FrontExtension.progress}` } }
          const { value: rejected } = yield* binding.send(caller, message("blocked"))
          assert.deepStrictEqual(
            [rejected.status.state, rejected.status.message?.parts[0].text],
            ["TASK_STATE_REJECTED", "I can't help with that request."]
          )
          const { response, value: lost } = yield* binding.send(caller, message("fail"))
          assert.strictEqual(response.headers["a2a-extensions"], FrontExtension.progress)
          for (const { status } of [lost, (yield* binding.find(caller, lost.id)).value]) {
            assert.deepStrictEqual(
              [status.state, status.message?.parts[0].text, status.message?.metadata],
              [
                "TASK_STATE_FAILED",
                "The assistant took too long to answer",
                { [FrontExtension.progress]: { status: 504, retry_after: null } }
              ]
            )
          }
          assert.notProperty(lost, "artifacts")
        })
      )

      it.effect(`lists a person's tasks by the time of their last change, in pages (${binding.name})`, () =>
        Effect.gen(function* () {
          const token = yield* guest
          const sent: Array<string> = []
          for (const words of ["Hi", "show", "blocked", "fail"]) {
            sent.unshift((yield* binding.send({ token }, message(words))).value.id)
          }
          const caller = { token }
          const ids: Array<string> = []
          let pageToken = ""
          do {
            const { value } = yield* binding.list(caller, { pageSize: 3, ...(pageToken === "" ? {} : { pageToken }) })
            assert.deepStrictEqual([value.totalSize, value.pageSize], [4, 3])
            ids.push(...value.tasks.map(({ id }) => id))
            pageToken = value.nextPageToken
          } while (pageToken !== "")
          assert.deepStrictEqual(ids, sent)
          const { value: failures } = yield* binding.list(caller, { status: "TASK_STATE_FAILED" })
          assert.deepStrictEqual(
            failures.tasks.map(({ id, status }) => [id, status.state]),
            [[sent[0], "TASK_STATE_FAILED"]]
          )
          const { value: shown } = yield* binding.list(caller, { include_artifacts: true, history_length: 0 })
          assert.deepStrictEqual(
            shown.tasks.map(({ artifacts = [], history = [] }) => [artifacts.length, history.length]),
            [
              [0, 0],
              [1, 0],
              [2, 0],
              [1, 0]
            ]
          )
          const { value: all } = yield* binding.list(caller, { status: "UNRECOGNIZED", contextId: "" })
          assert.deepStrictEqual(
            all.tasks.map(({ artifacts }) => artifacts),
            [undefined, undefined, undefined, undefined]
          )
          for (const query of [
            { pageSize: 0 },
            { pageSize: 101 },
            { pageToken: "x" },
            { status: "DONE" },
            { historyLength: -1 }
          ]) {
            assert.strictEqual((yield* binding.list(caller, query)).reason, "INVALID_PARAMS", JSON.stringify(query))
          }
        })
      )

      it.effect(`reads names in snake_case (${binding.name})`, () =>
        Effect.gen(function* () {
          const context = `snake ${v7()}`
          const body = {
            message: {
              message_id: v7(),
              context_id: context,
              task_id: "",
              role: "ROLE_USER",
              parts: [{ text: "show", media_type: "text/plain" }]
            },
            configuration: { history_length: 0, accepted_output_modes: ["text/plain"] }
          }
          const { value: task } = yield* binding.send(yield* alice, body)
          assert.deepStrictEqual([task.contextId, task.history, task.artifacts?.length], [context, undefined, 1])
        })
      )

      it.effect(`refuses what it cannot take (${binding.name})`, () =>
        Effect.gen(function* () {
          const caller = yield* alice
          const cases: ReadonlyArray<readonly [object, string]> = [
            [message(" "), "INVALID_MESSAGE"],
            [message("x".repeat(8_001)), "INVALID_MESSAGE"],
            [message("Hi", { role: "ROLE_AGENT" }), "INVALID_PARAMS"],
            [message("Hi", { role: "UNRECOGNIZED" }), "INVALID_PARAMS"],
            [message("Hi", { contextId: "x".repeat(201) }), "INVALID_PARAMS"],
            [message("Hi", { parts: [] }), "INVALID_PARAMS"],
            [message("Hi", { taskId: "nothing" }), "TASK_NOT_FOUND"],
            [message("Hi", { taskId: v4() }), "TASK_NOT_FOUND"],
            [message("Hi", { parts: [{ url: "http://x" }] }), "CONTENT_TYPE_NOT_SUPPORTED"],
            [message("Hi", { parts: [{ data: { words: "Hi" } }] }), "CONTENT_TYPE_NOT_SUPPORTED"],
            [message("Hi", {}, { acceptedOutputModes: ["image/png"] }), "CONTENT_TYPE_NOT_SUPPORTED"],
            [message("Hi", {}, { taskPushNotificationConfig: { url: "http://x" } }), "PUSH_NOTIFICATION_NOT_SUPPORTED"],
            [message("busy"), "TOO_MANY_REQUESTS"],
            [message("draining"), "UNAVAILABLE"]
          ]
          for (const [body, reason] of cases) {
            const { reason: actual, response } = yield* binding.send(caller, body)
            assert.strictEqual(actual, reason, JSON.stringify(response.body).slice(0, 300))
          }
          assert.strictEqual((yield* binding.send(caller, message("busy"))).response.headers["retry-after"], "7")
          const stranger = yield* binding.send({ token: "x" }, message("Hi"))
          assert.deepStrictEqual(
            [stranger.response.status, stranger.reason, stranger.response.headers["www-authenticate"]],
            [401, "UNAUTHENTICATED", "Bearer"]
          )
          const older = yield* binding.send({ ...caller, headers: { "a2a-version": "0.3" } }, message("Hi"))
          assert.strictEqual(older.reason, "VERSION_NOT_SUPPORTED")
        })
      )
    }

    it.effect("has ten streams for a person, and more when those are closed", () =>
      Effect.gen(function* () {
        const token = yield* guest
        const [binding] = bindings
        const { value: task } = yield* binding!.send({ token }, message("slow", {}, { returnImmediately: true }))
        const open = A2a.watch(binding!.subscribe({ token }, task.id))
        const watched = yield* Effect.replicateEffect(open, 10)
        const refused = yield* A2a.rpc({ token }, "SubscribeToTask", { id: task.id })
        assert.deepStrictEqual([refused.status, refused.body.error.data[0].reason], [429, "TOO_MANY_REQUESTS"])
        yield* watched[0]!.close
        const again = yield* Effect.retry(
          A2a.rpc({ token }, "GetTask", { id: task.id }).pipe(
            Effect.zipRight(Stream.runHead(binding!.subscribe({ token }, task.id))),
            Effect.flatMap((first) => first)
          ),
          { times: 50, schedule: Schedule.spaced("20 millis") }
        )
        assert.property(again, "task")
        yield* binding!.cancel({ token }, task.id)
      })
    )

    it.effect("serves guests by their own limits", () =>
      Effect.gen(function* () {
        const token = yield* guest
        // The 20 of a minute, or twice as many if another minute begins meanwhile.
        const limited = yield* Effect.iterate(0, {
          while: (sent) => sent < 50,
          body: (sent) =>
            Effect.map(bindings[sent % 2]!.send({ token }, message("Hi")), ({ response }) =>
              response.status === 429 ? 50 + sent : sent + 1
            )
        })
        assert.isAtLeast(limited, 50 + 20)
        assert.isAtMost(limited, 50 + 40)
        assert.isString(received.at(-1)?.client)
      })
    )
  })
}

/** An access token of a new guest. */
const guest: Effect.Effect<string, never, HttpClient.HttpClient> = Effect.map(
  send("/guests", { method: "POST" }),
  ({ body }) => String(body.access_token)
)
