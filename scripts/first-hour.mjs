// Runs the commands of README.md and of the pages, in order, in the clone it is started in, and compares what they say with what the pages
// show. A command that serves goes on until the next one that does. Called by first-hour.sh.
import { readFileSync, writeFileSync } from "node:fs"
import { makeIds } from "./comparison.mjs"
import { blocksOf, filesOf, pages } from "./pages.mjs"
import { ended, freePorts, ready, startIn, stopped } from "./processes.mjs"

const root = process.cwd()
const begun = Number(process.env["FIRST_HOUR_BEGAN"] ?? Date.now())
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

const serves = /\b(?:npm start|storefront (?:up|start))\b/u

// What the pages call a variable may be set where this runs, and would be heard.
const configuration = readFileSync("docs/configuration.md", "utf8")
const variables = new Set(
  Array.from(configuration.matchAll(/`([A-Z]+(?:_[A-Z]+)+|HOST|ENVIRONMENT)`/gu), ([, name]) => name)
)
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !variables.has(name) && !/^(?:LLM|OTEL)_/u.test(name))
)
// Pages for operators say `storefront`, as those have it.
environment["PATH"] = `${root}/node_modules/.bin:${environment["PATH"]}`

/** What a page exports; it holds to its end. */
let exported = {}

/** The ports that pages show, of the table of services, with their variables. */
const ports = Array.from(configuration.matchAll(/\| (\d{4}) +\| `([A-Z_]+_PORT)` /gu), ([, shown, variable]) => ({
  shown: Number(shown),
  variable
}))

/** Other ports than those of the pages, where something else has these. */
const choosePorts = async () => {
  const free = await freePorts(ports.map(({ shown }) => shown))
  for (const [index, port] of ports.entries()) {
    port.chosen = free[index]
    environment[port.variable] = String(port.chosen)
  }
}

let ids = makeIds()

/** The database of the pages, on the server of the tests under a name of its own. */
const database = {
  shown: "postgres://storefront:secret@localhost:5432/storefront",
  server: process.env["TEST_DATABASE_URL"],
  name: `first_hour_${process.pid}`
}

const query = async (statement) => {
  const { default: pg } = await import("pg")
  const client = new pg.Client({ connectionString: database.server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const makeDatabase = async () => {
  await query(`CREATE DATABASE ${database.name}`)
  database.chosen = Object.assign(new URL(database.server), { pathname: database.name }).href
}

const dropDatabase = () =>
  database.chosen === undefined ? undefined : query(`DROP DATABASE ${database.name} WITH (FORCE)`)

const local = (port) => new RegExp(`\\b(127\\.0\\.0\\.1|localhost):${port}\\b`, "gu")
const toChosen = (text) =>
  ports
    .reduce((so, { chosen, shown }) => so.replaceAll(local(shown), `$1:${chosen}`), text)
    .replaceAll(database.shown, database.chosen ?? database.shown)
const toShown = (text) => ports.reduce((so, { chosen, shown }) => so.replaceAll(local(chosen), `$1:${shown}`), text)

const say = (line) => process.stdout.write(`${line}\n`)

/** Starts a command of a page. */
const start = (command) => startIn(root, toChosen(ids.inCommand(command)), { ...environment, ...exported })

const carryOut = (command) => {
  const [, name, value] = /^export (\w+)=(\S+)/u.exec(toChosen(command)) ?? []
  if (name !== undefined) {
    exported[name] = value
    return ""
  }
  return serves.test(command) ? serve(command) : ended(start(command))
}

let serving

const stop = async () => {
  if (serving !== undefined) {
    await stopped(serving)
  }
  serving = undefined
}

const serve = async (command, attempts = 3) => {
  await stop()
  await choosePorts()
  serving = start(command)
  return ready(serving).catch((error) => {
    serving = undefined
    // Somebody else was quicker.
    if (attempts > 1 && /is taken by another program|another storefront service runs/u.test(error.message)) {
      return serve(command, attempts - 1)
    }
    throw error
  })
}

let isAnswered = false

const follow = async (at, { command, shown }, figuresVary) => {
  const since = Date.now()
  try {
    const said = toShown(await carryOut(command))
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

/** One after the other. */
const inOrder = (items, work) => items.reduce((before, item) => before.then(() => work(item)), Promise.resolve())

const skipped = []

const readPage = (page) => {
  ids = makeIds()
  exported = {}
  for (const { content, name } of filesOf(root, page)) {
    writeFileSync(name, content)
  }
  return inOrder(blocksOf(root, page), async ({ at, figuresVary, needsDatabase, reason, steps }) => {
    const obstacle = needsDatabase && database.server === undefined ? "needs TEST_DATABASE_URL" : reason
    if (obstacle !== undefined) {
      skipped.push(...steps.map(({ command }) => `  ${at}  ${command.replace(/ +#.*$/u, "")}  (${obstacle})`))
      return undefined
    }
    if (needsDatabase && database.chosen === undefined) {
      await makeDatabase()
    }
    say(at)
    return inOrder(steps, (step) => follow(at, step, figuresVary))
  })
}

try {
  await choosePorts()
  await inOrder(pages(root), readPage)
  await stop()
  say(["not run", ...skipped, `first hour: ok after ${seconds(begun)}`].join("\n"))
} catch (error) {
  process.stderr.write(`first hour: ${error.message}\n`)
  process.exitCode = 1
}
await dropDatabase()
process.exit()
