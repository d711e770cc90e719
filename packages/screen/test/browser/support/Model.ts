import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo } from "node:net"

/** A language model behind the Chat Completions API that says what a test's script tells it to, line by line. */

/** Calls of tools, or pieces of a text; a promise among them holds the rest back. */
export type Line =
  | { readonly calls: ReadonlyArray<readonly [name: string, args: unknown]> }
  | { readonly pieces: ReadonlyArray<string | Promise<unknown>> }

/** Answers with a text; each piece is sent by itself. */
export const say = (...pieces: ReadonlyArray<string | Promise<unknown>>): Line => ({ pieces })

/** Calls tools, in order. */
export const call = (...calls: ReadonlyArray<readonly [name: string, args: unknown]>): Line => ({ calls })

/** Asks a specialist; the front door's model does. */
export const ask = (agent_name: string, message = "See what the customer says"): Line =>
  call(["call_specialist_agent", { agent_name, message }])

/** Lets a specialist answer the customer. */
export const pass = (agent_name: string): Line =>
  call(["call_specialist_agent", { agent_name, message: "See what the customer says", answer_directly: true }])

/** A promise that a test keeps open. */
export const gate = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

export interface Model {
  /** Base URL of the API. */
  readonly url: string
  /** Replaces the script: the answers to the next requests, in order, whichever agent asks. */
  readonly play: (...lines: ReadonlyArray<Line>) => void
  /** Bodies of the requests since the last `play`. */
  readonly requests: () => ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1_700_000_000,
  model: "toy",
  choices: [{ index: 0, delta, finish_reason }]
})

const send = (response: ServerResponse, frame: object) => response.write(`data: ${JSON.stringify(frame)}\n\n`)

const answer = async (response: ServerResponse, line: Line) => {
  response.writeHead(200, { "content-type": "text/event-stream" })
  send(response, chunk({ role: "assistant", content: "" }))
  if ("calls" in line) {
    const tool_calls = line.calls.map(([name, args], index) => ({
      index,
      id: `call_${index}`,
      type: "function",
      function: { name, arguments: JSON.stringify(args) }
    }))
    send(response, chunk({ tool_calls }))
  } else {
    for (const piece of line.pieces) {
      if (typeof piece === "string") {
        send(response, chunk({ content: piece }))
      } else {
        await piece
      }
    }
  }
  send(response, chunk({}, "calls" in line ? "tool_calls" : "stop"))
  response.end("data: [DONE]\n\n")
}

/** Runs the model on a free port of this machine. A request after the last line is refused, so that a test notices it. */
export const serve = async (): Promise<Model> => {
  let script: Array<Line> = []
  let requests: Array<string> = []
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8")
    request.on("data", (text: string) => {
      body += text
    })
    request.on("end", () => {
      if (request.method === "GET") {
        response.end(JSON.stringify({ data: [{ id: "toy" }] }))
        return
      }
      requests.push(body)
      const line = script.shift()
      if (line === undefined) {
        response.writeHead(400, { "content-type": "application/json" })
        response.end(JSON.stringify({ error: { message: "The script has no more lines" } }))
        return
      }
      void answer(response, line)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    play: (...lines) => {
      script = [...lines]
      requests = []
    },
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
