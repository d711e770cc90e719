import { Context, type Effect, type Schema } from "effect"

/** Makes text that people wrote harmless before a model sees it. */
export class Neutraliser extends Context.Tag("@storefront/server/guard/Neutraliser")<
  Neutraliser,
  {
    /**
     * An encoded value of `schema` with exactly its `UserText` fields neutralised. A field that cannot be neutralised
     * becomes `[withheld]`.
     */
    readonly neutralise: (schema: Schema.Schema.Any, encoded: unknown) => Effect.Effect<unknown>
  }
>() {}
