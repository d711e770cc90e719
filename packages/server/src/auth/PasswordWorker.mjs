import { compareSync, hashSync } from "bcryptjs"
import { parentPort } from "node:worker_threads"

// Hashes and compares passwords off the request thread, one at a time.
parentPort?.on(
  "message",
  /** @param {import("./Passwords.ts").PasswordJob} job */
  (job) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage("hash" in job ? compareSync(job.password, job.hash) : hashSync(job.password, job.cost))
  }
)
