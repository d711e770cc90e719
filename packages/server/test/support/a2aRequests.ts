import { type HttpMethod } from "@effect/platform"
import { FastCheck as fc } from "effect"
import { v4 } from "uuid"
import { faults, textFaults } from "./contractRequests.ts"

/** Things that a caller of the A2A agent can name. */
export interface Named {
  readonly tasks: ReadonlyArray<string>
  /** Ids of conversations, and clients' names for them. */
  readonly contexts: ReadonlyArray<string>
  readonly messages: ReadonlyArray<string>
  readonly actions: ReadonlyArray<string>
}

/** A request to the A2A agent. */
export interface A2aRequest {
  /** Binding and operation, to count by. */
  readonly operation: string
  readonly method: HttpMethod.HttpMethod
  readonly url: string
  /** None, or a text, which need not be JSON. */
  readonly text?: string
  /** Task in the path or the parameters, if any. */
  readonly task?: string
  /** True if it is a message, which counts against the limits. */
  readonly isMessage: boolean
}

type Params = Readonly<Record<string, unknown>>

const states = ["TASK_STATE_COMPLETED", "TASK_STATE_WORKING", "TASK_STATE_INPUT_REQUIRED", "UNRECOGNIZED", "x"]

/** Replaces a field, at most three levels deep, by a value that is wrong for it, or removes it. */
const damage = (params: Params, place: number, fault: unknown, depth = 3): Params => {
  const names = Object.keys(params)
  const name = names[place % names.length]
  if (name === undefined) {
    return params
  }
  const { [name]: value, ...others } = params
  const isDeep = depth > 1 && typeof value === "object" && value !== null && !Array.isArray(value) && place % 5 > 1
  return isDeep
    ? { ...others, [name]: damage(value as Params, place >> 3, fault, depth - 1) }
    : fault === undefined
      ? others
      : { ...others, [name]: fault }
}

/** Parameters as they should be, or damaged. */
const damaged = (valid: fc.Arbitrary<Params>) =>
  fc.oneof(
    { weight: 3, arbitrary: valid },
    {
      weight: 1,
      arbitrary: fc
        .tuple(valid, fc.nat(), fc.constantFrom(undefined, ...faults))
        .map(([params, place, fault]) => damage(params, place, fault))
    }
  )

/** Escapes a value for a URL, in which half of a surrogate pair cannot stand. */
const escape = (value: unknown) => encodeURIComponent(Buffer.from(String(value)).toString())

/** Escapes a segment of a path. One of nothing, or of dots, is another path. */
const segment = (value: string) => (/^\.*$/.test(value) ? "x" : escape(value))

/** Requests of a caller who names mostly what exists, whoever owns it: as many to each operation of both bindings. */
export const requestsOf = (own: Named, others: Named, each: number, seed: number): ReadonlyArray<A2aRequest> => {
  const named = (of: (named: Named) => ReadonlyArray<string>, most: fc.Arbitrary<string> = fc.uuid()) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...of(others)) },
      { weight: 3, arbitrary: of(own).length === 0 ? most : fc.constantFrom(...of(own)) },
      { weight: 1, arbitrary: most }
    )
  const taskId = named(({ tasks }) => tasks, fc.oneof(fc.uuid(), fc.constantFrom(...textFaults)))
  const contextId = named(({ contexts }) => contexts, fc.oneof(fc.uuid(), fc.string({ maxLength: 250 })))
  const text = fc.record({
    text: fc.oneof(fc.constantFrom("Hi", "yes", "1", "cancel it"), fc.string({ maxLength: 40 }))
  })
  const decision = fc.record({
    data: fc.record({
      action_id: named(({ actions }) => actions),
      decision: fc.constantFrom("confirm", "confirm", "decline", "decline", "allow")
    })
  })
  const part = fc.oneof(
    { weight: 8, arbitrary: text },
    { weight: 3, arbitrary: decision },
    { weight: 1, arbitrary: fc.constantFrom({ url: "file:///etc/passwd" }, { raw: "eA==" }, { data: 1 }, {}) }
  )
  const sent = fc.record(
    {
      message: fc.record(
        {
          messageId: fc.oneof(
            { weight: 4, arbitrary: fc.uuid() },
            { weight: 1, arbitrary: named(({ messages }) => messages) }
          ),
          role: fc.oneof(
            { weight: 9, arbitrary: fc.constant("ROLE_USER") },
            { weight: 1, arbitrary: fc.constant("ROLE_AGENT") }
          ),
          parts: fc.array(part, { minLength: 1, maxLength: 3 }),
          contextId,
          taskId,
          referenceTaskIds: fc.array(taskId, { maxLength: 2 }),
          metadata: fc.constantFrom(
            {},
            { "urn:storefront-assistant:a2a:page:v1": { product_id: "LAMP-1" } },
            { "urn:storefront-assistant:a2a:conversation-history:v1": { messages: [], customerMessage: "Hi" } }
          )
        },
        { requiredKeys: ["messageId", "role", "parts"] }
      ),
      configuration: fc.record(
        {
          historyLength: fc.nat(3),
          returnImmediately: fc.boolean(),
          acceptedOutputModes: fc.constantFrom([], [], ["text/plain"], ["text/plain"], ["image/png"])
        },
        { requiredKeys: [] }
      ),
      tenant: fc.constantFrom("", "x")
    },
    { requiredKeys: ["message"] }
  )
  /** Messages without any fault but what they name. */
  const plain = fc
    .tuple(
      fc.uuid(),
      fc.oneof(
        fc.record({ parts: fc.tuple(fc.constant({ text: "Hi" })) }),
        fc.record({ parts: fc.tuple(fc.constant({ text: "Hi" })), taskId: fc.constantFrom(...others.tasks) }),
        fc.record({
          parts: fc.tuple(
            fc.record({
              data: fc.record({
                action_id: fc.constantFrom(...others.actions),
                decision: fc.constantFrom("confirm", "decline")
              })
            })
          )
        })
      )
    )
    .map(([messageId, rest]): Params => ({ message: { messageId, role: "ROLE_USER", ...rest } }))
  const messages = fc.oneof(plain, damaged(sent))
  const one = fc.record({ id: taskId, historyLength: fc.nat(3) }, { requiredKeys: ["id"] })
  const listed = fc.record(
    {
      contextId,
      status: fc.constantFrom(...states),
      pageSize: fc.constantFrom(1, 50, 100),
      pageToken: fc.constantFrom("", "x", "AAAA"),
      historyLength: fc.nat(3),
      includeArtifacts: fc.boolean(),
      statusTimestampAfter: fc.constantFrom("2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z")
    },
    { requiredKeys: [] }
  )
  const push = fc.record({ id: fc.uuid(), taskId, url: fc.constant("http://127.0.0.1:9") })

  const query = (params: Params) => {
    const search = Object.entries(params)
      .map(([name, value]) => `${name}=${escape(value)}`)
      .join("&")
    return search === "" ? "" : `?${search}`
  }
  const taskOf = ({ id }: Params) => (typeof id === "string" ? { task: id } : {})
  const ofTask = (operation: string, method: HttpMethod.HttpMethod, suffix: string) =>
    one.map(({ id, ...rest }): A2aRequest => ({
      operation: `HTTP+JSON ${operation}`,
      method,
      url: `/a2a/tasks/${segment(id)}${suffix}${method === "GET" ? query(rest) : ""}`,
      task: id,
      isMessage: false
    }))
  const posted = (operation: string, url: string, params: fc.Arbitrary<Params>) =>
    params.map((json): A2aRequest => ({
      operation: `HTTP+JSON ${operation}`,
      method: "POST",
      url,
      text: JSON.stringify(json),
      isMessage: true
    }))
  const http = [
    posted("SendMessage", "/a2a/message:send", messages),
    posted("SendStreamingMessage", "/a2a/message:stream", messages),
    ofTask("GetTask", "GET", ""),
    ofTask("CancelTask", "POST", ":cancel"),
    fc
      .constantFrom<HttpMethod.HttpMethod>("GET", "POST")
      .chain((method) => ofTask("SubscribeToTask", method, ":subscribe")),
    damaged(listed).map((params): A2aRequest => ({
      operation: "HTTP+JSON ListTasks",
      method: "GET",
      url: `/a2a/tasks${query(params)}`,
      isMessage: false
    })),
    fc
      .tuple(fc.constantFrom<HttpMethod.HttpMethod>("GET", "POST", "DELETE"), push, fc.boolean())
      .map(([method, { id, taskId, ...config }, isOne]): A2aRequest => ({
        operation: "HTTP+JSON others",
        method,
        url: `/a2a/tasks/${segment(taskId)}/pushNotificationConfigs${method === "DELETE" || (method === "GET" && isOne) ? `/${id}` : ""}`,
        ...(method === "POST" ? { text: JSON.stringify({ id, taskId, ...config }) } : {}),
        isMessage: false
      }))
  ]
  const called = (method: string, params: fc.Arbitrary<Params>, operation = method, isMessage = false) =>
    fc
      .tuple(params, fc.oneof({ weight: 3, arbitrary: fc.constant("whole") }, fc.constantFrom("batch", "cut", "old")))
      .map(([params, form]): A2aRequest => {
        const request = { jsonrpc: form === "old" ? "1.0" : "2.0", id: v4(), method, params }
        const text = JSON.stringify(form === "batch" ? [request] : request)
        return {
          operation: `JSON-RPC ${operation}`,
          method: "POST",
          url: "/a2a",
          text: form === "cut" ? text.slice(0, -1) : text,
          ...(isMessage ? {} : taskOf(params)),
          isMessage
        }
      })
  const rpc = [
    called("SendMessage", messages, "SendMessage", true),
    called("SendStreamingMessage", messages, "SendStreamingMessage", true),
    called("GetTask", damaged(one)),
    called("CancelTask", damaged(one)),
    called("SubscribeToTask", damaged(one)),
    called("ListTasks", damaged(listed)),
    fc
      .constantFrom(
        "GetExtendedAgentCard",
        "CreateTaskPushNotificationConfig",
        "GetTaskPushNotificationConfig",
        "ListTaskPushNotificationConfigs",
        "DeleteTaskPushNotificationConfig",
        "message/send",
        "tasks/get",
        "toString"
      )
      .chain((method) => called(method, damaged(push), "others"))
  ]
  return [...http, ...rpc].flatMap((arbitrary, index) => fc.sample(arbitrary, { numRuns: each, seed: seed + index }))
}
