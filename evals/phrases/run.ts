/**
 * Measures the embedded planner: plays every dialogue of a file against the whole assistant on a seeded database in
 * memory and scores what it did.
 *
 *   npm run eval:phrases -- <file.jsonl> [--show failures|all|none] [--only <id>]
 */
import { SqlClient } from "@effect/sql"
import { writingTools } from "@storefront/agents/planner/Intents"
import { type User } from "@storefront/domain/Identity"
import { type IdOrigins } from "@storefront/server/assistant/guard/Provenance"
import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { Effect, Logger, LogLevel, Option, Predicate } from "effect"
import { withReceipts } from "@storefront/server/testing/WithReceipts"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { type Dialogue, readDialogues } from "./Corpus.ts"
import { type Call, judge, type OrderIds, passes, type Verdict } from "./Score.ts"
import { contradictions, readState } from "./Statements.ts"
import { chat, type Errand, findAccount, keepRows, layer, makeSnapshot, settle } from "./Shop.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { show: { type: "string", default: "failures" }, only: { type: "string" } }
})

const print = (line: string) => Effect.sync(() => process.stdout.write(`${line}\n`))

/** Ids by what a dialogue calls them: `latest`, `previous`, and the newest order in each status. */
const orderIds = Effect.fnUntraced(function* (account: User) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: string; readonly status: string }>`
    SELECT id, status FROM orders WHERE user_id = ${account.id} ORDER BY created_at DESC, id DESC`
  const ids: Record<string, string> = {}
  for (const { id, status } of rows) {
    ids[status] ??= id
  }
  const [latest, previous] = rows
  return {
    ...ids,
    ...(latest === undefined ? {} : { latest: latest.id }),
    ...(previous === undefined ? {} : { previous: previous.id })
  } as OrderIds
})

const productNames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly id: string
    readonly name: string
    readonly brand: string
  }>`SELECT id, name, brand FROM products`
  return new Map(rows.map(({ brand, id, name }) => [id, name.includes(brand) ? name : `${brand} ${name}`]))
})

const withIds = (text: string, ids: OrderIds): string =>
  text.replaceAll(/\{\{(order|short):(\w+)\}\}/g, (hole, form: string, name: string) => {
    const id = ids[name]
    return id === undefined ? hole : form === "order" ? id : id.slice(0, 8)
  })

/** The products a call names by id, one by one or in lists. */
const idsIn = (params: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  ["product_id", "product_ids", "items", "product_ids_with_quantities"].flatMap((name) => {
    const value = params[name]
    return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => {
      const id = Predicate.isReadonlyRecord(item) ? item["product_id"] : item
      return typeof id === "string" ? [id] : []
    })
  })

const callsOf = (errands: ReadonlyArray<Errand>, names: ReadonlyMap<string, string>): ReadonlyArray<Call> =>
  errands.flatMap(({ report }) =>
    report.steps.map((step): Call => {
      const params = Predicate.isReadonlyRecord(step.input) ? step.input : {}
      const found =
        Predicate.isReadonlyRecord(step.output) && Array.isArray(step.output["products"]) ? step.output["products"] : []
      const ids = idsIn(params)
      const { status } = Predicate.isReadonlyRecord(step.output) ? step.output : {}
      return {
        tool: step.toolName,
        params,
        isSuccess: step.status === "success",
        isProposed: status === "awaiting_confirmation",
        products:
          ids.length > 0
            ? ids.map((id) => names.get(id) ?? "")
            : found
                .slice(0, 3)
                .map((product: { readonly name: string; readonly brand: string }) => `${product.brand} ${product.name}`)
      }
    })
  )

/** What the shop did itself after a yes. */
const confirmed = (tool: string): Call => ({
  tool,
  params: {},
  isSuccess: true,
  isProposed: false,
  products: []
})

const shortCall = ({ isSuccess, params, products, tool }: Call): string =>
  `${tool}${isSuccess ? "" : "!"}(${Object.entries(params)
    .map(([key, value]) => `${key}=${key === "product_id" ? products[0] : JSON.stringify(value)}`)
    .join(", ")})${tool.includes("search") ? ` → ${products.join("; ")}` : ""}`

const faults = (verdict: Verdict): string =>
  [
    verdict.routing ? "" : "ROUTING",
    verdict.tools ? "" : "TOOLS",
    ...verdict.missing.map((slot) => `ARGUMENT ${slot}`),
    ...verdict.forbidden.map((tool) => `FORBIDDEN ${tool}`),
    ...verdict.unasked.map((tool) => `UNASKED ${tool}`),
    ...verdict.wording.map((words) => `WORDING ${words}`),
    ...verdict.contradicted.map((words) => `CONTRADICTED ${words}`)
  ]
    .filter((fault) => fault !== "")
    .join(", ")

interface Played {
  readonly dialogue: Dialogue
  readonly verdicts: ReadonlyArray<Verdict>
  readonly lines: ReadonlyArray<string>
  /** Something was changed, so that the next dialogue needs the shop as it was. */
  readonly hasWritten: boolean
}

const play = Effect.fnUntraced(function* (dialogue: Dialogue, names: ReadonlyMap<string, string>) {
  const account = yield* findAccount(dialogue.as)
  const ids = yield* orderIds(account)
  const history: Array<HistoryEntry> = []
  const seen: Array<IdOrigins> = []
  const verdicts: Array<Verdict> = []
  const lines: Array<string> = []
  let hasWritten = false
  let wroteBefore: ReadonlyArray<string> = []
  for (const turn of dialogue.turns) {
    const message = withIds(turn.say, ids)
    const settled = yield* settle(message)
    const { errands, report } =
      settled.length > 0
        ? {
            errands: [],
            report: { status: "success" as const, answer: "Done.", errorMessage: null, modelState: Option.none() }
          }
        : yield* chat(account, { history, ids: seen }, message)
    const calls = [...settled.map(confirmed), ...callsOf(errands, names)]
    const answer = withReceipts(
      report.answer,
      errands.flatMap(({ report: { steps } }) => steps)
    )
    const written = calls.filter(
      ({ isProposed, isSuccess, tool }) => isSuccess && !isProposed && writingTools.has(tool)
    )
    hasWritten ||= written.length > 0
    const wrote = written.map(({ tool }) => tool)
    const verdict = judge(
      turn,
      {
        specialists: settled.length > 0 ? "none" : errands.map(({ specialist }) => specialist),
        calls,
        answer,
        contradicted: contradictions(answer, yield* readState(account), [...wroteBefore, ...wrote])
      },
      ids
    )
    wroteBefore = wrote
    verdicts.push(verdict)
    lines.push(
      `  ${passes(verdict) ? "ok " : "BAD"} > ${message}`,
      ...errands.map(({ message: question, specialist }) => `        ${specialist}: ${question}`),
      ...calls.map((call) => `          ${shortCall(call)}`),
      ...(faults(verdict) === ""
        ? []
        : [
            `        wanted ${JSON.stringify(turn.agents ?? turn.agents_any)} ${turn.tools.join(" + ")} ${JSON.stringify(turn.args)}: ${faults(verdict)}`
          ]),
      `        = ${(report.status === "success" ? answer : `${report.status} ${report.errorMessage}`).replaceAll("\n", "\n          ").slice(0, 700)}`
    )
    seen.push(...errands.map((errand) => errand.report.ids))
    const modelStates = [...errands.map((errand) => errand.report), report].flatMap(({ modelState }) =>
      Option.toArray(modelState)
    )
    history.push({ role: "user", text: message }, { role: "assistant", text: answer, modelStates })
  }
  return { dialogue, verdicts, lines, hasWritten } satisfies Played
})

/** Plays dialogues, each on the shop as it was seeded. */
const playAll = Effect.fnUntraced(function* (dialogues: ReadonlyArray<Dialogue>) {
  const names = yield* productNames
  const { restore } = yield* keepRows
  const all: Array<Played> = []
  for (const dialogue of dialogues) {
    const played = yield* play(dialogue, names)
    all.push(played)
    const isShown = values.show === "all" || (values.show === "failures" && !played.verdicts.every(passes))
    yield* isShown
      ? print([`${dialogue.id} ${dialogue.kind} (${dialogue.as})`, ...played.lines].join("\n"))
      : Effect.void
    yield* played.hasWritten ? restore : Effect.void
  }
  return all
})

const percent = (part: number, whole: number): string =>
  `${whole === 0 ? "–" : ((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`

const summary = (all: ReadonlyArray<Played>): ReadonlyArray<string> => {
  const turns = all.flatMap(({ verdicts }) => verdicts)
  const isRight = ({ verdicts }: Played) => verdicts.every(passes)
  const kinds = [...new Set(all.map(({ dialogue }) => dialogue.kind))]
  const count = (test: (verdict: Verdict) => boolean) => percent(turns.filter(test).length, turns.length)
  return [
    ...kinds.map((kind) => {
      const ofKind = all.filter(({ dialogue }) => dialogue.kind === kind)
      return `${kind.padEnd(14)} ${percent(ofKind.filter(isRight).length, ofKind.length)}`
    }),
    `dialogues      ${percent(all.filter(isRight).length, all.length)}`,
    `turns          ${count(passes)}`,
    `routing        ${count(({ routing }) => routing)}`,
    `tools          ${count(({ tools }) => tools)}`,
    `arguments      ${count(({ missing }) => missing.length === 0)}`,
    `order          ${count(({ order }) => order)}`,
    `forbidden      ${turns.filter(({ forbidden }) => forbidden.length > 0).length} turns`,
    `unasked        ${turns.filter(({ unasked }) => unasked.length > 0).length} turns`,
    `contradicted   ${turns.filter(({ contradicted }) => contradicted.length > 0).length} turns`
  ]
}

const program = Effect.gen(function* () {
  const dialogues = positionals.flatMap((file) => readDialogues(readFileSync(file, "utf8")))
  const wanted = values.only === undefined ? dialogues : dialogues.filter(({ id }) => id === values.only)
  const snapshot = yield* makeSnapshot
  const all = yield* Effect.provide(playAll(wanted), layer(snapshot))
  yield* print(summary(all).join("\n"))
})

await Effect.runPromise(program.pipe(Logger.withMinimumLogLevel(LogLevel.Warning)))
