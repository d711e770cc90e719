import {
  applyFrame,
  hasEnded,
  initialView,
  isTaskFrame,
  type TaskFrame,
  type TaskView
} from "@storefront/domain/turn/TaskView"
import { fieldsOf } from "../../json/Fields.ts"
import { framesOf } from "./Frames.ts"
import { readJson, Refused, type Request, Unreachable } from "./Requests.ts"

/** A message on its way, and its task up to the end, through connections that are lost. */

export interface Decision {
  readonly action_id: string
  readonly decision: "confirm" | "decline"
}

export interface Outgoing {
  /** Unique per person: sent again, the message joins its task. */
  readonly messageId: string
  /** Null if only decisions are sent. */
  readonly text: string | null
  readonly decisions: ReadonlyArray<Decision>
  /** Conversation to continue; null begins one. */
  readonly contextId: string | null
  /** Page of the shop that the customer looks at. */
  readonly page: { readonly product_id: string | null; readonly locale: string }
}

/** Sends a request in the customer's name. */
export type SendAs = (request: Request) => Promise<Response>

export interface Watch {
  readonly view: (view: TaskView) => void
  /** The connection has been lost for so long that the customer should know; false when it is back. */
  readonly lost: (isLost: boolean) => void
}

/** Times in ms. */
export interface Patience {
  /** Wait for the first frame of a stream before it counts as held back by a proxy. */
  readonly firstFrame: number
  readonly polling: number
  /** Wait for a stream to close after the end of its task. */
  readonly closing: number
  /** Time after which a lost connection is told. */
  readonly untold: number
  /** Waits before attempts to connect again; the last one repeats. */
  readonly attempts: readonly [number, ...ReadonlyArray<number>]
}

export const usualPatience: Patience = {
  firstFrame: 4000,
  polling: 1000,
  closing: 2000,
  untold: 3000,
  attempts: [1000, 2000, 4000, 8000, 16_000, 30_000]
}

const progressExtension = "urn:storefront-assistant:a2a:progress:v1"
const pageExtension = "urn:storefront-assistant:a2a:page:v1"

const headers = {
  "a2a-version": "1.0",
  "a2a-extensions": `${progressExtension}, ${pageExtension}`,
  "content-type": "application/a2a+json"
}

const bodyOf = ({ contextId, decisions, messageId, page, text }: Outgoing, returnImmediately: boolean) => ({
  message: {
    messageId,
    role: "ROLE_USER",
    parts: [...(text === null ? [] : [{ text }]), ...decisions.map((data) => ({ data }))],
    extensions: [pageExtension],
    metadata: { [pageExtension]: page },
    ...(contextId === null ? {} : { contextId })
  },
  configuration: { acceptedOutputModes: ["text/plain", "application/json"], returnImmediately }
})

/** Resolves after a time, at once when the browser is online again; rejects when the signal aborts. */
const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      globalThis.removeEventListener("online", go)
      signal.removeEventListener("abort", stop)
    }
    const go = () => {
      end()
      resolve()
    }
    const stop = () => {
      end()
      reject(signal.reason)
    }
    const timer = setTimeout(go, millis)
    globalThis.addEventListener("online", go)
    signal.addEventListener("abort", stop)
    if (signal.aborted) {
      stop()
    }
  })

const taskFrameOf = (task: unknown): TaskFrame => {
  const frame: unknown = { task }
  if (!isTaskFrame(frame)) {
    throw new Unreachable("The answer is not a task")
  }
  return frame
}

/**
 * Sends a message and follows its task to the end, which it returns. Rejects with `Refused`, or with the reason of the
 * signal, which stops following but not the task.
 */
export const follow = async (
  sendAs: SendAs,
  outgoing: Outgoing,
  watch: Watch,
  signal: AbortSignal,
  patience: Patience = usualPatience
): Promise<TaskView> => {
  let view = initialView
  let isHeldBack = false
  const hear = (frame: TaskFrame) => {
    view = applyFrame(view, frame)
    watch.view(view)
  }

  /** A stream that is left looks as if it were cut. */
  const rethrowUnlessLost = (error: unknown) => {
    signal.throwIfAborted()
    if (!(error instanceof Unreachable)) {
      throw error
    }
  }

  /**
   * Reads a stream to its end, by which the server knows that the answer has arrived, but not for long after the end of
   * the task. Gives up one that says nothing.
   */
  const read = async (request: Request) => {
    const left = new AbortController()
    const leave = () => left.abort(new Unreachable("The stream is left"))
    let timer = setTimeout(() => {
      isHeldBack = true
      leave()
    }, patience.firstFrame)
    try {
      const response = await sendAs({ ...request, headers, signal: AbortSignal.any([signal, left.signal]) })
      if (response.body === null) {
        throw new Unreachable("The stream is empty")
      }
      for await (const frame of framesOf(response.body)) {
        clearTimeout(timer)
        hear(frame)
        if (hasEnded(view)) {
          timer = setTimeout(leave, patience.closing)
        }
      }
    } catch (error) {
      if (!hasEnded(view)) {
        throw error
      }
    } finally {
      clearTimeout(timer)
    }
    if (!hasEnded(view)) {
      throw new Unreachable("The stream ended before its task")
    }
  }

  const readTask = async (request: Request, taskOf: (body: unknown) => unknown) =>
    hear(taskFrameOf(taskOf(await readJson(await sendAs({ ...request, headers, signal })))))

  /** Sends the message again, which begins its task only if it did not arrive before. */
  const sendAgain = () =>
    readTask(
      { method: "POST", path: "a2a/message:send", json: bodyOf(outgoing, true) },
      (body) => fieldsOf(body)["task"]
    )

  const look = (id: string) => readTask({ method: "GET", path: `a2a/tasks/${id}` }, (body) => body)

  const goOn = async () => {
    if (view.taskId === null) {
      await sendAgain()
    }
    const id = view.taskId
    while (id !== null && !hasEnded(view)) {
      if (isHeldBack) {
        await pause(patience.polling, signal)
        await look(id)
      } else {
        await read({ method: "GET", path: `a2a/tasks/${id}:subscribe` }).catch((error: unknown) => {
          // It has just ended, or there are too many streams.
          if (error instanceof Refused && error.status !== 401) {
            isHeldBack = true
            return
          }
          throw error
        })
      }
    }
  }

  /** Tells of a lost connection when it has not come back soon. */
  const lost = (attempt: Promise<void>) => {
    const timer = setTimeout(() => watch.lost(true), patience.untold)
    return attempt.finally(() => {
      clearTimeout(timer)
      watch.lost(false)
    })
  }

  const recover = async () => {
    for (let attempt = 0; !hasEnded(view); attempt++) {
      try {
        await goOn()
      } catch (error) {
        rethrowUnlessLost(error)
        await pause(patience.attempts[attempt] ?? patience.attempts.at(-1) ?? 0, signal)
      }
    }
  }

  try {
    await read({ method: "POST", path: "a2a/message:stream", json: bodyOf(outgoing, false) })
  } catch (error) {
    rethrowUnlessLost(error)
    await (isHeldBack ? recover() : lost(recover()))
  }
  return view
}

/** Stops a task, and returns what was said and done until then. */
export const stop = async (sendAs: SendAs, id: string): Promise<TaskView> => {
  const response = await sendAs({ method: "POST", path: `a2a/tasks/${id}:cancel`, headers, json: {} })
  return applyFrame(initialView, taskFrameOf(await readJson(response)))
}
