// Runs the commands of README.md and of the pages, in order, in the clone it is started in, and compares what they say with what the pages
// show. A command that serves goes on until the next one that does. Called by first-hour.sh.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { makeIds } from "./comparison.mjs"
import { blocksOf, pages } from "./pages.mjs"

const root = process.cwd()
const begun = Number(process.env["FIRST_HOUR_BEGAN"] ?? Date.now())
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** Nobody waits for ever, and no machine is so busy. */
const patience = 600_000

const serves = /\b(?:npm start|storefront (?:up|start))\b/u

// What README calls a variable may be set where this runs, and would be heard.
const readme = readFileSync("README.md", "utf8")
const variables = new Set(Array.from(readme.matchAll(/`([A-Z]+(?:_[A-Z]+)+|HOST|ENVIRONMENT)`/gu), ([, name]) => name))
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !variables.has(name) && !/^(?:LLM|OTEL)_/u.test(name))
)
// Pages for operators say `storefront`, as those have it.
environment["PATH"] = `${root}/node_modules/.bin:${environment["PATH"]}`

/** The ports that pages show, of the table of services in README, with their variables. */
const ports = Array.from(readme.matchAll(/\| (\d{4}) +\| `([A-Z_]+_PORT)` /gu), ([, shown, variable]) => ({
  shown: Number(shown),
  variable
}))

/** Whether nobody listens there; of 0 the port that was found. */
const freePort = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(undefined))
    server.listen(port, "127.0.0.1", () => {
      const { port: found } = server.address()
      server.close(() => resolve(found))
    })
  })

let ids = makeIds()

/** One after the other. */
const inOrder = (items, work) => items.reduce((before, item) => before.then(() => work(item)), Promise.resolve())

/** Other ports than those of the pages, where something else has these. */
const choosePorts = () =>
  inOrder(ports, async (port) => {
    port.chosen = (await freePort(port.shown)) ?? (await freePort(0))
    environment[port.variable] = String(port.chosen)
  })

const local = (port) => new RegExp(`\\b(127\\.0\\.0\\.1|localhost):${port}\\b`, "gu")
const toChosen = (text) => ports.reduce((so, { chosen, shown }) => so.replaceAll(local(shown), `$1:${chosen}`), text)
const toShown = (text) => ports.reduce((so, { chosen, shown }) => so.replaceAll(local(chosen), `$1:${shown}`), text)

const say = (line) => process.stdout.write(`${line}\n`)

/** What has not ended. */
const running = new Set()

/** Starts a command in a group of processes of its own. */
const start = (command) => {
  const child = spawn("bash", ["-c", toChosen(ids.inCommand(command))], {
    cwd: root,
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

let serving

const stop = async () => {
  if (serving === undefined) {
    return
  }
  const { kill } = serving
  kill("SIGINT")
  await until(serving, ({ code }) => code !== undefined, "the services did not stop")
  const { code, said } = serving
  serving = undefined
  // npx ends by the signal even after a command that ends well.
  if (code !== 0 && code !== "SIGINT") {
    throw new Error(`The services ended with ${code}:\n${said}`)
  }
}

const serve = async (command, attempts = 3) => {
  await stop()
  await choosePorts()
  const run = start(command)
  await until(run, ({ code, said }) => said.includes("ready in") || code !== undefined, "the services were not ready")
  if (run.code === undefined) {
    serving = run
    return run.said
  }
  // Somebody else was quicker.
  if (attempts > 1 && /is taken by another program|another storefront service runs/u.test(run.said)) {
    return serve(command, attempts - 1)
  }
  throw new Error(`The services ended before they were ready:\n${run.said}`)
}

const complete = async (command) => {
  const run = start(command)
  await until(run, ({ code }) => code !== undefined, "the command did not end")
  if (run.code !== 0) {
    throw new Error(`It ended with ${run.code}:\n${run.said}`)
  }
  return run.said
}

let isAnswered = false

const follow = async (at, { command, shown }, figuresVary) => {
  const since = Date.now()
  try {
    const said = toShown(await (serves.test(command) ? serve(command) : complete(command)))
    say(`  ${seconds(since).padStart(7)}  ${command}`)
    if (!isAnswered && command.includes("storefront ask")) {
      isAnswered = true
      say(`  ${seconds(begun)} from git clone to the first answer`)
    }
    const expected = shown.join("\n")
    if (expected !== "" && !ids.match(expected, said, figuresVary)) {
      throw new Error(`It says something else than the page.\n--- the page\n${expected}\n--- the command\n${said}`)
    }
  } catch (error) {
    throw new Error(`${at}: ${command}\n${error.message}`, { cause: error })
  }
}

const skipped = []

const readPage = (page) => {
  ids = makeIds()
  return inOrder(blocksOf(root, page), ({ at, figuresVary, reason, steps }) => {
    if (reason !== undefined) {
      skipped.push(...steps.map(({ command }) => `  ${at}  ${command.replace(/ +#.*$/u, "")}  (${reason})`))
      return undefined
    }
    say(at)
    return inOrder(steps, (step) => follow(at, step, figuresVary))
  })
}

process.once("exit", () => running.forEach(({ kill }) => kill("SIGKILL")))
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => process.exit(1))
}

try {
  await choosePorts()
  await inOrder(pages(root), readPage)
  await stop()
  say(["not run", ...skipped, `first hour: ok after ${seconds(begun)}`].join("\n"))
} catch (error) {
  process.stderr.write(`first hour: ${error.message}\n`)
  process.exit(1)
}
