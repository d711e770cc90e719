import { type Identity, SignedOut } from "../../../../src/widget/customer/Customer.ts"
import { type Store, storeOf } from "../../../../src/widget/customer/Store.ts"
import { Chat, type ChatOptions } from "../../../../src/widget/talk/Chat.ts"
import { Refused, type Request, Unreachable } from "../../../../src/widget/talk/Requests.ts"
import * as Turn from "../../../../src/widget/talk/Turn.ts"
import { vi } from "vitest"

/** A server whose answers a test gives by hand, and a chat that talks to it. */

const encoder = new TextEncoder()

/** A stream of a task, which the test goes on with. */
export interface Streamed {
  readonly message: {
    readonly messageId: string
    readonly contextId?: string
    readonly parts: ReadonlyArray<{ readonly text?: string; readonly data?: unknown }>
  }
  readonly send: (...frames: ReadonlyArray<object>) => Promise<void>
  readonly end: (...frames: ReadonlyArray<object>) => Promise<void>
  readonly cut: () => Promise<void>
}

const progress = "urn:storefront-assistant:a2a:progress:v1"

const status = (state: string, message?: object) => ({
  state: `TASK_STATE_${state}`,
  ...(message === undefined ? {} : { message })
})

const turnOf = (trace: string, conversation: string) => ({
  metadata: { [progress]: { trace_id: trace, conversation_id: conversation, agents_involved: [] } }
})

export const card = (at: number, kind: string, data: unknown) => ({
  artifactId: `card-${at}`,
  parts: [{ data: { kind, data } }]
})

export const proposal = (id: string, state = "open", expires_at = "2999-01-01T00:00:00Z") => ({
  artifactId: `action-${id}`,
  parts: [{ data: { kind: "pending_action", data: { action_id: id, summary: `Do ${id}`, state, expires_at } } }]
})

export const answer = (text: string) => ({ artifactId: "answer", parts: [{ text }] })

/** Frames of a task. */
export const task = (
  state: string,
  { artifacts = [], conversation = "c", id = "t", trace = "trace" } = {} as TaskOf
) => ({
  task: { id, contextId: conversation, status: status(state), artifacts, ...turnOf(trace, conversation) }
})

interface TaskOf {
  readonly artifacts?: ReadonlyArray<object>
  readonly id?: string
  readonly conversation?: string
  readonly trace?: string
}

export const says = (text: string, append = true) => ({ artifactUpdate: { artifact: answer(text), append } })
export const shows = (artifact: object) => ({ artifactUpdate: { artifact } })
export const becomes = (state: string) => ({ statusUpdate: { status: status(state) } })
export const fails = (detail: string, data: object) => ({
  statusUpdate: { status: status("FAILED", { parts: [{ text: detail }], metadata: { [progress]: data } }) }
})
export const works = (call: string, kind: "specialist" | "tool", phase: "started" | "finished" = "started") => ({
  statusUpdate: {
    status: status("WORKING", {
      parts: [{ text: call }],
      metadata: { [progress]: { [kind]: call, call, title: `Title of ${call}`, phase } }
    })
  }
})
export const waits = { statusUpdate: { status: status("SUBMITTED", { parts: [{ text: "Waiting" }] }) } }

/** A message as the server has stored it. */
export const stored = (role: "user" | "assistant", trace: string, content: string, metadata: object = {}) => ({
  id: `${role}-${trace}`,
  role,
  agent_name: role === "user" ? null : "orchestrator",
  content,
  metadata: { trace_id: trace, ...metadata }
})

export const storedProposal = (id: string, state: string) => ({
  pending_actions: [{ action_id: id, summary: `Do ${id}`, state, expires_at: "2999-01-01T00:00:00Z" }]
})

export const memory = (): Store => {
  const values = new Map<string, string>()
  return {
    read: (name) => JSON.parse(values.get(name) ?? "null"),
    write: (name, value) => void values.set(name, JSON.stringify(value)),
    remove: (name) => void values.delete(name)
  }
}

export const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub }))}.x`

export const identityOf = (sub: string): Identity => ({ kind: "guest", token: tokenOf(sub), issuedAt: 0 })

/** Lets everything happen that waits for nothing but itself. */
export const settle = async () => {
  for (let round = 0; round < 12; round++) {
    await vi.advanceTimersByTimeAsync(0)
  }
}

export const makeServer = () => {
  const streams: Array<Streamed> = []
  const requests: Array<string> = []
  const faults: Array<[path: string, error: Error]> = []
  const conversations = new Map<string, ReadonlyArray<object>>()
  const removed = new Set<string>()
  let order: ReadonlyArray<string> = []

  const open = (request: Request) => {
    let controller: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (opened) => {
        controller = opened
      }
    })
    request.signal?.addEventListener("abort", () => controller.error(request.signal?.reason))
    const send = async (...frames: ReadonlyArray<object>) => {
      for (const frame of frames) {
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(frame)}\n\n`))
      }
      await settle()
    }
    const { message } = (request.json ?? { message: {} }) as Pick<Streamed, "message">
    streams.push({
      message,
      send,
      end: async (...frames) => {
        await send(...frames)
        controller.close()
        await settle()
      },
      cut: async () => {
        controller.error(new TypeError("network error"))
        await settle()
      }
    })
    return new Response(body)
  }

  const send = async (request: Request): Promise<Response> => {
    const { method, path } = request
    requests.push(`${method} ${path}`)
    const at = faults.findIndex(([faulty]) => path.includes(faulty))
    if (at >= 0) {
      const [fault] = faults.splice(at, 1)
      throw fault![1]
    }
    if (path === "api/conversations") {
      return Response.json(order.map((id) => ({ id, last_message_at: "2026-01-01T00:00:00Z" })))
    }
    if (path.startsWith("api/conversations/")) {
      const id = path.slice("api/conversations/".length)
      if (removed.has(id)) {
        throw new Refused("Conversation not found", 404, null)
      }
      return Response.json({ messages: conversations.get(id) ?? [] })
    }
    return path.endsWith(":cancel") ? Response.json({}) : open(request)
  }

  return {
    send,
    /** Requests so far, as method and path. */
    requests,
    streams,
    /** Returns the newest stream. */
    newest: () => streams.at(-1)!,
    /** Makes the next request to a path fail. */
    fail: (path: string, error: Error) => void faults.push([path, error]),
    store: (id: string, ...messages: ReadonlyArray<object>) => {
      conversations.set(id, messages)
      order = [id, ...order.filter((other) => other !== id)]
    },
    remove: (id: string) => {
      removed.add(id)
      order = order.filter((other) => other !== id)
    }
  }
}

export type FakeServer = ReturnType<typeof makeServer>

export const away = () => new Unreachable("away")
export const signedOut = () => new SignedOut("over")
export const refused = (status: number, detail: string, retryAfter: number | null = null) =>
  new Refused(detail, status, retryAfter)

/** Time of the tests. */
export const noon = Date.parse("2026-01-01T12:00:00Z")

const replies: Readonly<Record<string, "yes" | "number">> = { yes: "yes", ja: "yes", "2": "number" }

/** Opens a chat in a tab, of which `own` is the storage. */
export const openChat = (
  server: FakeServer,
  own = memory(),
  who: { identity: Identity } = { identity: identityOf("g") },
  options: Partial<Pick<ChatOptions, "ended" | "replies">> = {}
) => {
  let ids = 0
  const customer = {
    get identity() {
      return who.identity
    },
    send: server.send
  }
  const chat = new Chat({
    customer,
    kept: storeOf(own, who.identity.kind === "nobody" ? "" : who.identity.token),
    loadTurn: async () => Turn,
    replies: { ready: async () => true, of: (text) => replies[text] ?? null },
    now: () => Date.now(),
    newId: () => `m${server.streams.length}${ids++}`,
    page: () => ({ product_id: null, locale: "en" }),
    changed: () => undefined,
    ended: () => undefined,
    ...options
  })
  return chat
}

/** Returns the text of the log, in short. */
export const logOf = (chat: Chat) =>
  chat.state.entries.map((entry) =>
    entry.from === "customer"
      ? `> ${entry.text ?? entry.decisions.map(({ action_id, decision }) => `${decision} ${action_id}`).join()}`
      : entry.from === "staff"
        ? `${entry.author}: ${entry.text}`
        : [
            ...entry.steps.map((step) => (step.kind === "discarded" ? `(${step.text})` : `[${step.name}]`)),
            entry.text,
            ...entry.cards.map(({ kind }) => `{${kind}}`),
            ...entry.actions.map(({ data }) => {
              const { action_id, state } = data as { action_id: string; state: string }
              return `<${action_id} ${state}>`
            }),
            ...(entry.end === "answered" ? [] : [`${entry.end}${entry.detail === "" ? "" : `: ${entry.detail}`}`])
          ]
            .filter((part) => part !== "")
            .join(" ")
  )
