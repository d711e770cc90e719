/** Waits in ms before attempts to reach the server again; the last one repeats. */
export type Attempts = readonly [number, ...ReadonlyArray<number>]

export const usualAttempts: Attempts = [1000, 2000, 4000, 8000, 16_000, 30_000]

/** Returns the wait before an attempt, counted from 0. */
export const waitBefore = (attempts: Attempts, attempt: number): number =>
  attempts[attempt] ?? attempts.at(-1) ?? attempts[0]

/** Resolves after a time, at once when the browser is online again; rejects when the signal aborts. */
export const pause = (millis: number, signal: AbortSignal): Promise<void> =>
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
