import { isTaskFrame, type TaskFrame } from "@storefront/domain/turn/TaskView"
import { Unreachable } from "./Requests.ts"

/** Reads the frames of an event stream as they come. Ends with the stream; rejects with `Unreachable` if it is cut. */
export async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<TaskFrame, void> {
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
      const lines = (pending + decoder.decode(value, { stream: true })).split("\n")
      pending = lines.pop() ?? ""
      for (const line of lines) {
        const frame: unknown = line.startsWith("data: ") ? JSON.parse(line.slice(6)) : null
        if (isTaskFrame(frame)) {
          yield frame
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
