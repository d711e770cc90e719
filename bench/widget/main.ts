/**
 * How fast and smooth the chat is on a shop's page: from the click to an input that can be typed into, on a processor
 * slowed down; what the page shifts; a long conversation; and which hosts are asked.
 *
 *   npm run bench:widget -- [--frames <number>] [--rate <slowdown>] [--messages <number>]
 */
import { AgentName, services } from "@storefront/domain/Topology"
import { freePort } from "@storefront/server/testing/FreePort"
import { FileSystem } from "@effect/platform"
import { Array, Console, Effect, Order } from "effect"
import { parseArgs } from "node:util"
import * as Bench from "../support/Bench.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"
import { launch, serveShop } from "./Browser.ts"
import * as LongLog from "./LongLog.ts"
import * as Opening from "./Opening.ts"

const { values } = parseArgs({
  options: {
    frames: { type: "string", default: "50" },
    rate: { type: "string", default: "4" },
    messages: { type: "string", default: "500" }
  }
})

/** Value below which a share of the numbers lies. */
const percentile = (numbers: ReadonlyArray<number>, share: number) =>
  Array.sort(numbers, Order.number)[Math.ceil(numbers.length * share) - 1] ?? Number.NaN

/** The demonstration shop on the embedded database, with a page of its own that may show the chat. */
const startSuite = Effect.fnUntraced(function* (shop: string) {
  const files = yield* FileSystem.FileSystem
  const ports = yield* Effect.scoped(
    Effect.all(AgentName.literals.map((name) => Effect.map(freePort, (port) => ({ name, port }))))
  )
  const door = ports.find(({ name }) => name === "orchestrator")
  return yield* Storefront.start({
    program: ["node", Storefront.cli, "up"],
    environment: {
      STOREFRONT_DATA_DIR: yield* files.makeTempDirectoryScoped(),
      WIDGET_ORIGINS: shop,
      ...Object.fromEntries(ports.map(({ name, port }) => [services[name].portVariable, String(port)]))
    },
    port: door?.port ?? 0
  })
})

const program = Effect.gen(function* () {
  let assistant = ""
  const { origin: shop } = yield* serveShop(() => assistant)
  assistant = yield* startSuite(shop)
  const browser = yield* launch
  const hosts = new Set<string>()
  const rate = Number(values.rate)
  const opened = yield* Opening.measure(browser, shop, rate, Number(values.frames), hosts)
  const long = yield* LongLog.measure(browser, assistant, Number(values.messages), 1, hosts)
  const slow = yield* LongLog.measure(browser, assistant, Number(values.messages), rate, hosts)
  const millis = opened.map(({ chat }) => chat.millis)
  const least = opened.map((one) => one.least.millis)
  const own = new Set([assistant, shop].map((address) => new URL(address).host))
  yield* Console.log(
    `\nclick to usable input, at ${rate} x slowdown: p50 ${Table.millis(percentile(millis, 0.5))} ms, ` +
      `p75 ${Table.millis(percentile(millis, 0.75))}, longest ${Table.millis(Math.max(...millis))}\n` +
      `the least that a frame with an input takes here: p50 ${Table.millis(percentile(least, 0.5))} ms, ` +
      `p75 ${Table.millis(percentile(least, 0.75))}\n` +
      `longest task with ${values.messages} messages, at ${rate} x slowdown: loading ${Table.millis(slow.loading)} ms, ` +
      `scrolling ${Table.millis(slow.scrolling)}, streaming ${Table.millis(slow.streaming)}; loading without it ${Table.millis(long.loading)}\n`
  )
  const figures = [
    { name: "click to usable input, p75 ms", found: percentile(millis, 0.75), allowed: 300 },
    { name: "layout shift of the page", found: Math.max(...opened.map(({ chat }) => chat.shift)), allowed: 0 },
    { name: "longest task scrolling, ms", found: long.scrolling, allowed: 100 },
    { name: "longest task streaming, ms", found: long.streaming, allowed: 100 },
    { name: "other hosts", found: [...hosts].filter((host) => !own.has(host)).length, allowed: 0 }
  ]
  if (yield* Table.judge(figures)) {
    return yield* new Bench.NotGood({ message: "The chat is too slow" })
  }
})

Bench.run(program)
