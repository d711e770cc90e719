import {
  applyFrame,
  hasEnded,
  initialView,
  isTaskFrame,
  pageExtension,
  progressExtension,
  type TaskFrame,
  type TaskView
} from "@storefront/domain/turn/TaskView"
import { fieldsOf } from "../../json/Fields.ts"
import { framesOf } from "./Frames.ts"
import { type Attempts, pause, usualAttempts, waitBefore } from "./Attempts.ts"
import { type Outgoing } from "./Outgoing.ts"
import { isTemporary, readJson, Refused, type Request, Unreachable } from "./Requests.ts"

/** A message's task, followed up to its end through connections that are lost. */

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
  /** Wait for an answer that is no stream. */
  readonly answer: number
  /** Silence after which a stream counts as cut. The server says something every 15 s. */
  readonly silence: number
  /** Wait for a stream to close after the end of its task. */
  readonly closing: number
  /** Time after which a lost connection is told. */
  readonly untold: number
  readonly attempts: Attempts
}

export const usualPatience: Patience = {
  firstFrame: 4000,
  polling: 1000,
  answer: 15_000,
  silence: 40_000,
  closing: 2000,
  untold: 3000,
  attempts: usualAttempts
}

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

/** Builds what tells of a loss that lasts, until there is a sign of life. */
const lossTeller = (untold: number, tell: (isLost: boolean) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTold = false
  return {
    begin: () => {
      timer ??= setTimeout(() => {
        isTold = true
        tell(true)
      }, untold)
    },
    end: () => {
      clearTimeout(timer)
      timer = undefined
      if (isTold) {
        isTold = false
        tell(false)
      }
    }
  }
}

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
  let attempt = 0
  const loss = lossTeller(patience.untold, watch.lost)
  const hear = (frame: TaskFrame) => {
    attempt = 0
    loss.end()
    view = applyFrame(view, frame)
    watch.view(view)
  }

  /**
   * Reads a stream to its end, by which the server knows that the answer has arrived, but not for long after the end of
   * the task. Gives up one that says nothing, and one that was open while the page lay in the browser's page cache.
   */
  const read = async (request: Request) => {
    const left = new AbortController()
    const leave = () => left.abort(new Unreachable("The stream is left"))
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (persisted) {
        leave()
      }
    }
    let timer = setTimeout(() => {
      isHeldBack = true
      leave()
    }, patience.firstFrame)
    const leaveAfter = (millis: number) => {
      clearTimeout(timer)
      timer = setTimeout(leave, millis)
    }
    let isBegun = false
    globalThis.addEventListener("pageshow", wake)
    try {
      const response = await sendAs({ ...request, headers, signal: AbortSignal.any([signal, left.signal]) })
      if (response.body === null) {
        throw new Unreachable("The stream is empty")
      }
      const heard = () => {
        if (isBegun && !hasEnded(view)) {
          leaveAfter(patience.silence)
        }
      }
      for await (const frame of framesOf(response.body, heard)) {
        isBegun = true
        hear(frame)
        leaveAfter(hasEnded(view) ? patience.closing : patience.silence)
      }
    } catch (error) {
      if (!hasEnded(view)) {
        throw error
      }
    } finally {
      clearTimeout(timer)
      globalThis.removeEventListener("pageshow", wake)
    }
    if (!hasEnded(view)) {
      throw new Unreachable("The stream ended before its task")
    }
  }

  const readTask = async (request: Request, taskOf: (body: unknown) => unknown) => {
    const left = new AbortController()
    const timer = setTimeout(() => left.abort(new Unreachable("No answer in time")), patience.answer)
    try {
      const response = await sendAs({ ...request, headers, signal: AbortSignal.any([signal, left.signal]) })
      hear(taskFrameOf(taskOf(await readJson(response))))
    } finally {
      clearTimeout(timer)
    }
  }

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
    while (view.taskId !== null && !hasEnded(view)) {
      const id = view.taskId
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

  /**
   * Waits after a failed attempt; rethrows one that nothing can be done about. A refusal of the very first request is
   * final; later nobody knows whether the message has arrived, and a refusal for now is only a wait.
   */
  const recoverFrom = async (error: unknown, isFirst: boolean) => {
    // A stream that is left looks as if it were cut.
    signal.throwIfAborted()
    const isWait = error instanceof Refused && isTemporary(error) && !isFirst
    if (!(error instanceof Unreachable) && !isWait) {
      throw error
    }
    loss.begin()
    if (isHeldBack && isFirst) {
      return
    }
    const asked = error instanceof Refused ? (error.retryAfter ?? 0) * 1000 : 0
    await pause(Math.max(waitBefore(patience.attempts, attempt), asked), signal)
    attempt++
  }

  try {
    await read({ method: "POST", path: "a2a/message:stream", json: bodyOf(outgoing, false) }).catch((error: unknown) =>
      recoverFrom(error, true)
    )
    while (!hasEnded(view)) {
      await goOn().catch((error: unknown) => recoverFrom(error, false))
    }
    return view
  } finally {
    loss.end()
  }
}

/** Stops a task. What was said and done until then comes to those who follow it. */
export const stop = async (sendAs: SendAs, id: string): Promise<void> => {
  await sendAs({ method: "POST", path: `a2a/tasks/${id}:cancel`, headers, json: {} })
}
