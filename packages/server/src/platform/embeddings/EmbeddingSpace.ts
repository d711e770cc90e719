import { Context } from "effect"

/** Space of the embedding model's vectors; vectors of different spaces cannot be compared. */
export class EmbeddingSpace extends Context.Tag("@storefront/server/platform/embeddings/EmbeddingSpace")<
  EmbeddingSpace,
  {
    /** Name of the model, stored with every vector. */
    readonly model: string
    /** Length of a vector. */
    readonly dimensions: number
  }
>() {}
