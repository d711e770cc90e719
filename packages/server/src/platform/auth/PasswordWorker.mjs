import { compareSync, hashSync } from "bcryptjs"
import { constants, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"

// Gives way to threads that serve requests. Except on Linux, the priority would apply to the whole process.
if (process.platform === "linux") {
  setPriority(constants.priority.PRIORITY_LOW)
}

// Hashes and compares passwords off the request thread, one at a time.
parentPort?.on(
  "message",
  /** @param {import("./Passwords.ts").PasswordJob} job */
  (job) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage("hash" in job ? compareSync(job.password, job.hash) : hashSync(job.password, job.cost))
  }
)
