import { spawn } from "node:child_process"
import { createServer } from "node:net"

/** Commands that run beside a script. */

/** Nobody waits for ever, and no machine is so busy. */
const patience = 600_000

/** What has not ended. */
const running = new Set()

process.once("exit", () => running.forEach(({ kill }) => kill("SIGKILL")))
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => process.exit(1))
}

/** Starts a command in a group of processes of its own, which ends with this one at the latest. */
export const startIn = (folder, command, environment) => {
  const child = spawn("bash", ["-c", command], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const run = { said: "", code: undefined, kill: (signal) => process.kill(-child.pid, signal) }
  running.add(run)
  const hear = (chunk) => {
    run.said += chunk
    run.heard?.()
  }
  child.stdout.setEncoding("utf8").on("data", hear)
  child.stderr.setEncoding("utf8").on("data", hear)
  child.once("close", (code, signal) => {
    run.code = code ?? signal
    running.delete(run)
    run.heard?.()
  })
  return run
}

/** Waits until something is the case, which is asked whenever the command says something or ends. */
const until = (run, holds, what) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} within ${patience / 1000} s:\n${run.said}`)), patience)
    run.heard = () => {
      if (holds(run)) {
        clearTimeout(timer)
        resolve()
      }
    }
    run.heard()
  })

/** What a command has said when it has ended well. */
export const ended = async (run) => {
  await until(run, ({ code }) => code !== undefined, "It did not end")
  if (run.code !== 0) {
    throw new Error(`It ended with ${run.code}:\n${run.said}`)
  }
  return run.said
}

/** What services have said when they are ready. */
export const ready = async (run) => {
  await until(run, ({ code, said }) => said.includes("ready in") || code !== undefined, "It was not ready")
  if (run.code !== undefined) {
    throw new Error(`It ended before it was ready:\n${run.said}`)
  }
  return run.said
}

/** Stops services as ctrl-c does, and waits until they have ended well. */
export const stopped = async (run) => {
  if (run.code === undefined) {
    run.kill("SIGINT")
  }
  await until(run, ({ code }) => code !== undefined, "It did not stop")
  // npx ends by the signal even after a command that ends well.
  if (run.code !== 0 && run.code !== "SIGINT") {
    throw new Error(`The services ended with ${run.code}:\n${run.said}`)
  }
}

/** Listens at this port, or at any where somebody else does. */
const listen = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(listen(0)))
    server.listen(port, "127.0.0.1", () => resolve(server))
  })

/** Ports that nobody has: those that are wanted, or others. They are held until all are known, or two could be the same. */
export const freePorts = async (wanted) => {
  const servers = await Promise.all(wanted.map(listen))
  const found = servers.map((server) => server.address().port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return found
}
