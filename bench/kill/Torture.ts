import { Command } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { Array, Clock, Console, Effect, FiberSet, Option, Random, Ref, Schedule, Schema, Stream } from "effect"
import * as Provider from "../support/Provider.ts"
import { type Wish } from "../support/Script.ts"
import { cli } from "../support/Storefront.ts"
import { audit, type Findings } from "./Audit.ts"
import * as Shopping from "./Shopping.ts"
import * as Suites from "./Suites.ts"

/** Customers at a time. */
const customers = 12

/** Kills between two looks at the data. */
const batchSize = 25

/** The longest time between a start and the next kill. */
const maxCalmMillis = 3_000

const decodeProducts = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ id: Schema.String })))

/** Enough of one product for everybody; answers which. */
const fillStock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [product] = yield* Effect.flatMap(
    sql`SELECT id FROM products WHERE is_active ORDER BY price, id LIMIT 1`,
    decodeProducts
  )
  yield* sql`UPDATE warehouse_inventory SET quantity = 1000000 WHERE product_id = ${product.id}`
  return product
}).pipe(Effect.orDie)

/** Runs a command of the product on the database of a suite; answers its exit code. */
const storefront = ({ database }: Suites.Suite, ...words: ReadonlyArray<string>) =>
  Command.make("node", cli, ...words).pipe(Command.env(database), Command.exitCode, Effect.orDie)

/** Whether `what` is consistent; what is not is printed. */
const verifies = Effect.fnUntraced(function* ({ database }: Suites.Suite, what: "data" | "audit") {
  const words = what === "data" ? ["verify"] : ["audit", "verify"]
  const command = Command.make("node", cli, ...words).pipe(Command.env(database), Command.stderr("inherit"))
  const [code, said] = yield* Effect.flatMap(Command.start(command), (running) =>
    Effect.all([running.exitCode, Stream.mkString(Stream.decodeText(running.stdout))], { concurrency: "unbounded" })
  ).pipe(Effect.scoped, Effect.orDie)
  yield* Effect.unless(Console.log(`${what} verify: ${said}`), () => code === 0)
  return code === 0
})

/** What came of it. */
export interface Outcome {
  readonly visits: ReadonlyArray<Shopping.Visit>
  readonly findings: Findings
  /** How often `verify` or `audit verify` found something. */
  readonly inconsistencies: number
  /** Of the front door, from the kill until it answers. */
  readonly restartMillis: ReadonlyArray<number>
}

/** Kills the processes of a suite in turn under load, so many times altogether. */
export const run = Effect.fn("Torture.run")(function* (
  makeSuite: Suites.Maker,
  options: Omit<Suites.Options, "provider">,
  kills: number
) {
  let wishes: ReadonlyArray<Wish> = []
  const provider = yield* Provider.make(
    (words) =>
      Option.map(
        Array.findFirst(wishes, ({ message }) => words.endsWith(message)),
        (wish) => ({ wish, manner: "plain" as const })
      ),
    () => Effect.void
  )
  const suite = yield* makeSuite({ ...options, provider })
  yield* storefront(suite, "seed")
  wishes = Shopping.wishesFor(yield* suite.look(fillStock))

  const open = yield* Effect.makeLatch(true)
  const openedAt = yield* Ref.make(0)
  const started = Effect.zipRight(
    Suites.start(suite),
    Effect.flatMap(Clock.currentTimeMillis, (now) => Ref.set(openedAt, now))
  )
  yield* started

  const shop: Shopping.Shop = { origin: suite.origin, wishes, open, openedAt }
  const visits: Array<Shopping.Visit> = []
  const isOver = yield* Ref.make(false)
  const shopping = Effect.map(Shopping.visit(shop), (visit) => visits.push(visit)).pipe(
    Effect.repeat(Schedule.recurUntilEffect(() => Ref.get(isOver)))
  )
  const crowd = yield* FiberSet.make<void>()
  yield* Effect.replicateEffect(FiberSet.run(crowd, Effect.asVoid(shopping)), customers)

  /** How many of the two found something. */
  const verify = Effect.forEach(["data", "audit"] as const, (what) => verifies(suite, what)).pipe(
    Effect.map((verdicts) => verdicts.filter((isConsistent) => !isConsistent).length)
  )
  /** The data while nobody says anything, where they cannot be looked into otherwise. */
  const verifyBetween = suite.isExclusive
    ? open.close.pipe(
        Effect.zipRight(Suites.kill(suite)),
        Effect.zipRight(verify),
        Effect.zipLeft(started),
        Effect.zipLeft(open.open)
      )
    : verify

  let inconsistencies = 0
  const restartMillis: Array<number> = []
  for (let kill = 1; kill <= kills; kill++) {
    yield* Effect.sleep(yield* Random.nextIntBetween(0, maxCalmMillis))
    const victim = suite.processes[kill % suite.processes.length] ?? suite.processes[0]
    const killedAt = yield* Clock.currentTimeMillis
    yield* victim.kill
    yield* started
    restartMillis.push((yield* Clock.currentTimeMillis) - killedAt)
    if (kill % batchSize === 0) {
      inconsistencies += yield* verifyBetween
      yield* Console.log(`${suite.name}: ${kill} kills, ${visits.length} visits`)
    }
  }

  // Everybody finishes; then what the last kills left behind is swept, at the latest by a process that begins.
  yield* Ref.set(isOver, true)
  yield* FiberSet.awaitEmpty(crowd)
  yield* Effect.sleep(suite.isExclusive ? 0 : suite.lockedMillis)
  yield* Suites.kill(suite)
  yield* started
  yield* Effect.sleep("2 seconds")
  yield* Suites.kill(suite)
  inconsistencies += yield* verify
  const outcome: Outcome = {
    visits,
    findings: yield* suite.look(audit(visits)),
    inconsistencies,
    restartMillis
  }
  return { suite, outcome }
}, Effect.scoped)
