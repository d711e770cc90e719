import { AiError } from "@effect/ai"
import { Command } from "@effect/cli"
import * as ProductEmbeddings from "@storefront/server/shop/catalog/ProductEmbeddings"
import { resizeVectors } from "@storefront/server/platform/database/VectorTable"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import { EmbeddingSpace } from "@storefront/server/platform/embeddings/EmbeddingSpace"
import { Data, Effect, Ref, Schema } from "effect"
import { count } from "../TerminalLayout.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Output from "../Output.ts"
import { announce } from "../Progress.ts"

/** The embedding model failed on the way; what was embedded before is kept. */
export class BuildStopped extends Data.TaggedError("BuildStopped")<{ readonly message: string }> {}

/** The embedding model rejects the text of some products. */
export class BuildIncomplete extends Data.TaggedError("BuildIncomplete")<{ readonly message: string }> {}

const Refused = Schema.Struct({ id: Schema.String, name: Schema.String, says: Schema.String })

const Built = Schema.Struct({
  products: Schema.Int,
  embedded: Schema.Int,
  refused: Schema.Array(Refused),
  model: Schema.String,
  dimensions: Schema.Int
})

const builtLines = ({ dimensions, embedded, model, products, refused }: typeof Built.Type) => [
  `${count(products)} products, ${count(embedded)} of them embedded now: ${model}, ${dimensions} numbers each`,
  ...refused.map(({ id, name, says }) => `left out  ${id}  ${Output.printable(name)}: ${says}`)
]

const percent = ({ compared, total }: ProductEmbeddings.Progress) => Math.floor((100 * compared) / Math.max(1, total))

/** Makes a progress callback that announces every percent. */
const announcing = Effect.map(
  Ref.make(0),
  (announced) => (progress: ProductEmbeddings.Progress) =>
    Effect.flatMap(Ref.getAndSet(announced, percent(progress)), (before) =>
      percent(progress) === before
        ? Effect.void
        : announce(
            `${percent(progress)} %: ${count(progress.compared)} of ${count(progress.total)} products looked at, ${count(progress.embedded)} embedded`
          )
    )
)

const buildCommand = Command.make(
  "build",
  { json: Output.json },
  Effect.fn("cli.embeddings.build")(function* ({ json }) {
    const { dimensions, model } = yield* EmbeddingSpace
    const others = yield* resizeVectors(dimensions)
    yield* Effect.when(
      announce("the stored vectors had another length and were removed; search goes by text until the end"),
      () => others
    )
    const { compared, embedded, refused } = yield* ProductEmbeddings.buildWithProgress(yield* announcing).pipe(
      Effect.catchIf(AiError.isAiError, (error) => {
        const { problem, remedy } = EmbeddingModels.explain(error)
        return new BuildStopped({
          message: `${problem}. ${remedy} What was embedded so far is kept: run it again to go on`
        })
      })
    )
    yield* Output.print(Built, { products: compared, embedded, refused, model, dimensions }, json, builtLines)
    if (refused.length > 0) {
      return yield* new BuildIncomplete({
        message:
          `left out: ${count(refused.length)} of the products, whose text the model does not take; search finds them by their text. ` +
          "Change it, or set EMBEDDING_MODEL to a model that takes it, and run it again"
      })
    }
  })
).pipe(
  Command.withDescription(
    "Embed the products whose text or EMBEDDING_MODEL has changed, so that search compares meaning. It can be stopped " +
      "and run again at any time, beside a running suite, and changes EMBEDDING_DIMENSIONS of what is stored. A product " +
      "whose text the model does not take is left out and named; exit code 1 then."
  )
)

/** The commands for product vectors, on any database. */
export const commands = Command.make("embeddings").pipe(
  Command.withDescription("Build the vectors that search compares."),
  Command.withSubcommands([buildCommand])
)

/** The commands for product vectors, on the configured database. */
export const embeddings = Command.provide(commands, CommandDatabase.onDatabase(EmbeddingModels.layer))
