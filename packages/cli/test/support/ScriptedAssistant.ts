import { FrontExtension } from "@storefront/domain/api/AgentApi"
import { session } from "@storefront/domain/api/examples/Customer"
import { Effect } from "effect"
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"

/** An assistant that follows a script, on loopback. */

export interface Request {
  readonly path: string
  // oxlint-disable-next-line typescript/no-explicit-any -- a body of any form
  readonly body: any
  readonly authorization: string
}

export type Reply =
  | { readonly status?: number; readonly json: unknown }
  /** Frames of a stream, and what becomes of it then. */
  | { readonly frames: ReadonlyArray<object>; readonly ending: "close" | "cut" | "stay" | "linger" }
  /** Nothing, as by a proxy that keeps a stream back. */
  | "silence"

/** Time in ms that a stream which lingers stays open after its frames. */
const lingering = 50

const play = (response: ServerResponse, reply: Reply, left: Array<boolean>) => {
  if (reply === "silence") {
    return
  }
  if ("json" in reply) {
    response.writeHead(reply.status ?? 200, { "content-type": "application/json" }).end(JSON.stringify(reply.json))
    return
  }
  response.writeHead(200, { "content-type": "text/event-stream", "x-trace-id": "of-the-request" })
  response.write(reply.frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(""), () => {
    if (reply.ending === "close") {
      response.end()
    } else if (reply.ending === "cut") {
      response.destroy()
    } else if (reply.ending === "linger") {
      void setTimeout(lingering).then(() => {
        left.push(response.destroyed)
        response.end()
      })
    }
  })
}

/** Serves log-in and the script, which gets each request and the number of those to the same path before it. */
export const serve = (script: (request: Request, earlier: number) => Reply) =>
  Effect.gen(function* () {
    const received: Array<Request> = []
    const left: Array<boolean> = []
    const server = yield* Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((request, response) => {
          let text = ""
          request.on("data", (chunk) => (text += String(chunk)))
          request.on("end", () => {
            const path = `${request.method} ${request.url}`
            const read: Request = {
              path,
              body: text === "" ? null : JSON.parse(text),
              authorization: request.headers.authorization ?? ""
            }
            if (path === "POST /api/auth/login") {
              return play(response, { json: session }, left)
            }
            const earlier = received.filter((other) => other.path === path).length
            received.push(read)
            play(response, script(read, earlier), left)
          })
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    const { port } = server.address() as AddressInfo
    return {
      url: `http://127.0.0.1:${port}`,
      received,
      /** Of each stream that lingered, whether its reader had left. */
      left,
      paths: () => received.map(({ path }) => path)
    }
  })

const ids = { conversation_id: "c-1", trace_id: "t-1" }

const turn = (...agents_involved: ReadonlyArray<string>) => ({
  metadata: { [FrontExtension.progress]: { ...ids, agents_involved } }
})

type State = "SUBMITTED" | "WORKING" | "INPUT_REQUIRED" | "COMPLETED" | "FAILED" | "CANCELED"

const message = (text: string, progress: object) => ({
  message: {
    messageId: "m",
    role: "ROLE_AGENT",
    parts: [{ text }],
    metadata: { [FrontExtension.progress]: progress }
  }
})

/** A task with its answer so far. */
export const task = (state: State, text = "", agents: ReadonlyArray<string> = []) => ({
  id: "task-1",
  contextId: "c-1",
  status: { state: `TASK_STATE_${state}` },
  ...(text === "" ? {} : { artifacts: [{ artifactId: "answer", parts: [{ text }] }] }),
  ...turn(...agents)
})

const update = (status: object, more: object = {}) => ({
  statusUpdate: { taskId: "task-1", contextId: "c-1", status, ...more }
})

export const specialist = (name: string, phase: "started" | "finished") =>
  update({
    state: "TASK_STATE_WORKING",
    ...message(name, { specialist: name, call: `call-${name}`, title: name, phase })
  })

export const tool = (title: string, phase: "started" | "finished") =>
  update({ state: "TASK_STATE_WORKING", ...message(title, { tool: title, call: `call-${title}`, title, phase }) })

const artifact = (artifactId: string, part: object, append: boolean) => ({
  artifactUpdate: { taskId: "task-1", contextId: "c-1", artifact: { artifactId, parts: [part] }, append }
})

export const text = (delta: string, append = true) => artifact("answer", { text: delta }, append)

export const action = (summary: string) =>
  artifact("action-a", { data: { kind: "pending_action", data: { action_id: "a", summary, state: "open" } } }, false)

export const end = (state: State, ...agents: ReadonlyArray<string>) =>
  update({ state: `TASK_STATE_${state}` }, turn(...agents))

export const failed = (detail: string) =>
  update({ state: "TASK_STATE_FAILED", ...message(detail, { status: 504, retry_after: null }) }, turn())
