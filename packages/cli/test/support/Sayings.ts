import { assert } from "@effect/vitest"
import { AgentName, services, type ToolServerName } from "@storefront/domain/Topology"
import { settings } from "@storefront/server/testing/Settings"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Context, Effect, Layer, Logger, LogLevel, Predicate } from "effect"
import * as Services from "../../src/Services.ts"
import * as Customers from "./Customers.ts"
import { everyTool, type Saying } from "./everyTool.ts"
import { secrets } from "./secrets.ts"
import * as SuiteProcess from "./SuiteProcess.ts"

/** The demonstration shop in a suite of its own, in this process, and people who talk to it. */
export class Shop extends Context.Tag("@storefront/cli/test/support/Sayings/Shop")<
  Shop,
  Effect.Effect.Success<ReturnType<typeof Customers.make>>
>() {
  static readonly layer = (
    toolServers: ReadonlyArray<ToolServerName> = [],
    variables: Readonly<Record<string, string>> = {}
  ) =>
    Layer.unwrapEffect(
      Effect.map(SuiteProcess.freePorts, (ports) =>
        Layer.effect(this, Customers.make(`http://127.0.0.1:${ports[services.orchestrator.portVariable]}`)).pipe(
          Layer.provide(Layer.mergeAll(Layer.empty, ...AgentName.literals.map((name) => Services.agent(name)))),
          Layer.provide(Layer.mergeAll(Layer.empty, ...toolServers.map((name) => Services.toolServer(name)))),
          Layer.provide(TestDatabase.seeded),
          Layer.provide([
            settings({ ...ports, ...secrets, RATE_LIMIT_CHAT: "0", EMBEDDING_PROVIDER: "embedded", ...variables }),
            Logger.minimumLogLevel(LogLevel.None)
          ])
        )
      )
    )
}

const isPart = (text: unknown, part: unknown) =>
  typeof text === "string" && text.toLowerCase().includes(String(part).toLowerCase())

/** Whether an argument is what was meant; `names` knows the products behind ids. */
const fits = (key: string, wanted: unknown, given: Readonly<Record<string, unknown>>, names: Map<string, string>) => {
  const nameOf = (id: unknown) => names.get(String(id)) ?? ""
  const items = (value: unknown) => (Array.isArray(value) ? value.filter(Predicate.isRecord) : [])
  switch (key) {
    case "product":
      return isPart(nameOf(given["product_id"]), wanted) || isPart(given["product_name"], wanted)
    case "products":
      return (
        Array.isArray(wanted) &&
        Array.isArray(given["product_ids"]) &&
        wanted.every((name) => (given["product_ids"] as ReadonlyArray<unknown>).some((id) => isPart(nameOf(id), name)))
      )
    case "items":
      return (
        Array.isArray(wanted) &&
        wanted.every(([name, quantity]: [string, number]) =>
          items(given["items"]).some(
            (item) => isPart(nameOf(item["product_id"]), name) && item["quantity"] === quantity
          )
        )
      )
    default: {
      const value = given[key]
      return Predicate.isRecord(wanted) && Predicate.isRecord(value)
        ? Object.entries(wanted).every(([field, part]) => isPart(value[field], part))
        : typeof wanted === "string"
          ? isPart(value, wanted)
          : value === wanted
    }
  }
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu
const amounts = /\$[\d,]+\.\d\d/gu

/** Ids and amounts of an answer that no tool has told and nobody has said. */
const inventions = (answer: string, known: string): ReadonlyArray<string> => {
  const numbers = new Set((known.match(/\d+(?:\.\d+)?/gu) ?? []).map(Number))
  return [
    ...(answer.match(uuids) ?? []).filter((id) => !known.includes(id)),
    ...(answer.match(amounts) ?? []).filter((amount) => !numbers.has(Number(amount.replaceAll(/[$,]/gu, ""))))
  ]
}

/** Says it, and returns what is wrong with what became of it. */
const check = Effect.fnUntraced(function* (agent: string, tool: string, saying: Saying) {
  const shop = yield* Shop
  const { email, order } =
    typeof saying.as === "string"
      ? { email: `${saying.as}@example.com`, order: "" }
      : yield* shop.having(saying.as.having)
  const own = saying.say.includes("{{own}}") ? yield* shop.soldBy(email) : ""
  const filled = (text: string) => text.replaceAll("{{order}}", order).replaceAll("{{own}}", own)
  let conversation: string | null = null
  for (const earlier of saying.before ?? []) {
    conversation = (yield* shop.say(email, filled(earlier), conversation)).conversation
  }
  const message = filled(saying.say)
  const { entries, response } = yield* shop.say(email, message, conversation)
  const steps = entries.filter(({ agent_name }) => agent_name !== "orchestrator").flatMap(({ steps }) => steps)
  const told = `“${message}” by ${email}`
  const calls = entries
    .filter(({ agent_name }) => agent_name === agent)
    .flatMap(({ steps }) => steps)
    .filter(({ tool_name }) => tool_name === tool)
  const made = JSON.stringify(
    entries.map(({ agent_name, steps }) => [
      agent_name,
      steps.map((step) => [step.tool_name, step.tool_input, step.status])
    ])
  )
  if (calls.length === 0) {
    return [`${told} does not call ${tool} of ${agent}: ${made} ${response}`]
  }
  const names = yield* shop.productNames
  const wanted = Object.entries(saying.args ?? {}).map(([key, value]): readonly [string, unknown] => [
    key,
    typeof value === "string" ? filled(value) : value
  ])
  const right = calls.filter(
    ({ status, tool_input }) =>
      status === "success" && wanted.every(([key, value]) => fits(key, value, tool_input, names))
  )
  const invented = inventions(response, `${JSON.stringify(steps)} ${message}`)
  return [
    ...(right.length > 0
      ? []
      : [
          `${told} calls ${tool} wrongly or in vain: ${JSON.stringify(calls.map(({ status, tool_input, tool_output }) => [status, tool_input, tool_output])).slice(0, 1500)}`
        ]),
    ...(invented.length > 0 ? [`${told} is answered with ${invented.join(", ")} from nowhere: ${response}`] : [])
  ]
})

/**
 * The tools of these agents with a test each: everything of the table that is said leads to them, and is answered well.
 * `atMost` so many sayings of a tool.
 */
export const tests = (agents: ReadonlyArray<string>, atMost?: number) =>
  Object.entries(everyTool)
    .filter(([agent]) => agents.includes(agent))
    .flatMap(([agent, tools]) =>
      Object.entries(tools).map(([tool, sayings]) => ({
        name: `${agent} is asked for ${tool}`,
        test: Effect.gen(function* () {
          const wrong = yield* Effect.forEach(sayings.slice(0, atMost), (saying) => check(agent, tool, saying))
          assert.strictEqual(wrong.flat().join("\n"), "")
        })
      }))
    )
