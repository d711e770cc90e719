import { type Tool, type Toolkit } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { InventoryFulfillment } from "@storefront/agents/inventory-fulfillment/agent"
import * as InventoryHandlers from "@storefront/agents/inventory-fulfillment/handlers"
import { OrderManagement } from "@storefront/agents/order-management/agent"
import * as OrderHandlers from "@storefront/agents/order-management/handlers"
import { Orchestrator } from "@storefront/agents/orchestrator/agent"
import * as OrchestratorHandlers from "@storefront/agents/orchestrator/handlers"
import { PricingPromotions } from "@storefront/agents/pricing-promotions/agent"
import * as PricingHandlers from "@storefront/agents/pricing-promotions/handlers"
import { ProductDiscovery } from "@storefront/agents/product-discovery/agent"
import * as ProductHandlers from "@storefront/agents/product-discovery/handlers"
import { ReviewSentiment } from "@storefront/agents/review-sentiment/agent"
import * as ReviewHandlers from "@storefront/agents/review-sentiment/handlers"
import * as Shop from "@storefront/server/shop/Shop"
import { CurrentUser, User } from "@storefront/domain/Identity"
import { ActionId } from "@storefront/domain/Ids"
import { SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { unavailable } from "@storefront/domain/tools/ToolContract"
import { UserText } from "@storefront/domain/tools/UserText"
import { type SpecialistName } from "@storefront/domain/Topology"
import { english } from "@storefront/domain/words/Locale"
import { parseShortMessage } from "@storefront/domain/words/ShortMessages"
import { summary } from "@storefront/domain/words/ProposalText"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import { type Agent } from "@storefront/server/assistant/agent/Agent"
import * as AgentRuntime from "@storefront/server/assistant/agent/AgentRuntime"
import * as RunRecorder from "@storefront/server/assistant/agent/RunRecorder"
import { type Turn } from "@storefront/server/assistant/turn/Turn"
import { turnOf } from "@storefront/server/testing/TurnOf"
import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { PromptFacts } from "@storefront/server/assistant/agent/PromptFacts"
import { type IdOrigins } from "@storefront/server/assistant/guard/Provenance"
import { type TurnReport } from "@storefront/server/assistant/turn/TurnReport"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { TurnContexts } from "@storefront/server/assistant/agent/TurnContexts"
import * as ProductEmbeddings from "@storefront/server/shop/catalog/ProductEmbeddings"
import * as Database from "@storefront/server/platform/database/Database"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import { seed, SeedOptions } from "@storefront/server/demo/Seed"
import * as Guard from "@storefront/server/assistant/guard/Guard"
import * as Planner from "@storefront/agents/planner/Planner"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import { Array, ConfigProvider, Context, Effect, Layer, Ref } from "effect"
import { actNow, preview } from "@storefront/server/testing/ActNow"
import { randomUUID } from "node:crypto"

/** What a proposal would do, by the name of its tool. */
interface Proposal {
  readonly tool: string
  readonly summary: UserText
  readonly act: Effect.Effect<unknown>
}

/** Proposals of a turn, which a yes in the next one carries out. */
class Proposed extends Context.Tag("storefront-assistant/evals/phrases/Shop/Proposed")<
  Proposed,
  Ref.Ref<ReadonlyArray<Proposal>>
>() {
  static readonly layer = Layer.effect(Proposed, Ref.make<ReadonlyArray<Proposal>>([]))
}

/** Proposes as the shop does, and keeps what is proposed in memory. */
const layerProposals = Layer.effect(
  Proposals,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const proposed = yield* Proposed
    return Proposals.of({
      propose: (act, args) =>
        Effect.gen(function* () {
          const caller = yield* CurrentUser
          const terms = yield* preview(act, caller, args)
          const carryOut = Effect.provideService(actNow(act, caller, args), SqlClient.SqlClient, sql)
          const words = UserText.make(summary(terms, english))
          yield* Ref.update(proposed, Array.append({ tool: act.name, summary: words, act: Effect.orDie(carryOut) }))
          return {
            status: "awaiting_confirmation" as const,
            action_id: ActionId.make(randomUUID()),
            summary: words,
            message: "Nothing has been done yet."
          }
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    })
  })
)

/** What an agent knows of a turn besides the question. */
type Talk = Pick<Turn, "caller" | "words" | "history"> & Pick<RunRecorder.RunRecorder, "earlierIds">

/** A turn of one agent on the embedded model, in this process. */
const answering =
  <Tools extends Record<string, Tool.Any>, E, R>(
    agent: Agent<Tools>,
    toolkit: Toolkit.Toolkit<Tools>,
    handlers: Layer.Layer<Tool.HandlersFor<Tools>, E, R>
  ) =>
  ({ caller, earlierIds, history, words }: Talk, message: string) =>
    Effect.gen(function* () {
      const run = yield* AgentRuntime.make(agent, yield* toolkit)
      return yield* run(yield* turnOf(caller, words, { message, history }), { ...RunRecorder.none, earlierIds })
    }).pipe(Effect.provide([handlers, Planner.layer(agent)]), Effect.orDie)

const specialists = {
  "product-discovery": answering(ProductDiscovery, ProductDiscovery.toolkit, ProductHandlers.layer),
  "order-management": answering(OrderManagement, OrderManagement.toolkit, OrderHandlers.layer),
  "pricing-promotions": answering(PricingPromotions, PricingPromotions.toolkit, PricingHandlers.layer),
  "review-sentiment": answering(ReviewSentiment, ReviewSentiment.toolkit, ReviewHandlers.layer),
  "inventory-fulfillment": answering(InventoryFulfillment, InventoryFulfillment.toolkit, InventoryHandlers.layer)
}

/** A question to a specialist with what it did. */
export interface Errand {
  readonly specialist: SpecialistName
  readonly message: string
  readonly report: TurnReport
}

/** Carries out what was proposed in the turn before, if the message is a yes to it; answers the tools. */
export const settle = Effect.fnUntraced(function* (message: string) {
  const proposals = yield* Effect.flatMap(Proposed, Ref.getAndSet<ReadonlyArray<Proposal>>([]))
  const isConfirmed = parseShortMessage(message)._tag === "Affirmation"
  return yield* Effect.forEach(isConfirmed ? proposals : [], ({ act, tool }) => Effect.as(act, tool))
})

/** One message to the front door: its answer, and every question to a specialist on the way. */
export const chat = Effect.fnUntraced(function* (
  caller: User,
  { history, ids }: { readonly history: ReadonlyArray<HistoryEntry>; readonly ids: ReadonlyArray<IdOrigins> },
  message: string
) {
  const errands = yield* Ref.make<ReadonlyArray<Errand>>([])
  const talk: Talk = {
    caller,
    words: message,
    earlierIds: Effect.map(Ref.get(errands), (made) => [...ids, ...made.map(({ report }) => report.ids)]),
    history
  }
  const context = yield* Effect.context<
    Effect.Effect.Context<ReturnType<(typeof specialists)[SpecialistName]>> | Proposed
  >()
  const calls = SpecialistCalls.of({
    ask: Effect.fnUntraced(function* (specialist, question) {
      const report = yield* specialists[specialist](talk, question)
      yield* Ref.update(errands, (made) => [...made, { specialist, message: question, report }])
      const proposed = Array.map(yield* Ref.get(yield* Proposed), ({ summary }) => summary)
      return report.status === "success"
        ? {
            response: UserText.make(report.answer),
            isOwn: true,
            proposed,
            missing: [],
            durationMs: report.durationMs
          }
        : yield* Effect.fail(unavailable(report.errorMessage ?? report.status))
    }, Effect.provide(context))
  })
  const report = yield* answering(
    Orchestrator,
    Orchestrator.toolkit,
    OrchestratorHandlers.layer
  )(talk, message).pipe(Effect.provideService(SpecialistCalls, calls))
  return { report, errands: yield* Ref.get(errands) }
})

/** The demonstration shop as files, to open copies of it. */
export const makeSnapshot = Effect.scoped(
  Effect.gen(function* () {
    const engine = yield* Database.startEngine()
    yield* Effect.all([Migrations.migrate, seed(new SeedOptions({})), ProductEmbeddings.build], { discard: true }).pipe(
      Effect.provide([Database.layerFromEngine(engine), EmbeddingModels.layer])
    )
    return yield* Effect.promise(() => engine.dumpDataDir("none"))
  })
)

/** The rows of every table as they are, kept in a schema of their own; the way back to them. */
export const keepRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* sql<{ readonly table: string; readonly columns: string }>`
    SELECT c.table_name AS "table", string_agg(format('%I', c.column_name), ', ') AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
    GROUP BY c.table_name`
  yield* sql`CREATE SCHEMA kept`
  for (const { table } of columns) {
    yield* sql.unsafe(`CREATE TABLE kept."${table}" AS TABLE public."${table}"`)
  }
  const refill = columns.map(
    ({ columns, table }) =>
      `INSERT INTO public."${table}" (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM kept."${table}"`
  )
  const statements = [
    "SET session_replication_role = replica",
    `TRUNCATE ${columns.map(({ table }) => `public."${table}"`).join(", ")}`,
    ...refill,
    "SET session_replication_role = origin"
  ]
  return { restore: Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }) }
})

/** A shop of its own in memory, with everything that agents need. */
export const layer = (snapshot: Blob) =>
  Layer.mergeAll(
    Shop.layer,
    Guard.layer,
    PromptFacts.layer,
    OrderNumbers.layer,
    TurnContexts.layer,
    layerProposals
  ).pipe(
    Layer.provideMerge(Proposed.layer),
    Layer.provideMerge(Database.layerEmbedded({ snapshot })),
    Layer.provide(
      Layer.setConfigProvider(
        ConfigProvider.orElse(ConfigProvider.fromMap(new Map([["SUPPORT_CONTACT", "support@example.com"]])), () =>
          ConfigProvider.fromEnv()
        )
      )
    )
  )

/** An account by the name before the @ of its address. */
export const findAccount = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT id, email, name, role FROM users WHERE email = ${`${name}@example.com`}`
  return yield* Effect.sync(() => new User(row as ConstructorParameters<typeof User>[0]))
})
