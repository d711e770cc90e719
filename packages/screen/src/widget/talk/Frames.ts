import { isTaskFrame, type TaskFrame } from "@storefront/domain/turn/TaskView"
import { Unreachable } from "./Requests.ts"

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new Unreachable("A frame of the stream is damaged", { cause })
  }
}

/**
 * Reads the frames of an event stream as they come; `heard` is told of every sign of life, comments included. Ends with
 * the stream; rejects with `Unreachable` if it is cut or damaged.
 */
export async function* framesOf(
  body: ReadableStream<Uint8Array>,
  heard: () => void = () => undefined
): AsyncGenerator<TaskFrame, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pending = ""
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new Unreachable("The stream was cut off", { cause })
      })
      if (done) {
        return
      }
      heard()
      const lines = (pending + decoder.decode(value, { stream: true })).split("\n")
      pending = lines.pop() ?? ""
      for (const line of lines) {
        const frame = line.startsWith("data: ") ? parse(line.slice(6)) : null
        if (isTaskFrame(frame)) {
          yield frame
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
