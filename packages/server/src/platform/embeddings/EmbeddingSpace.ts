import { Context } from "effect"

/** Where the vectors of the embedding model live. Vectors of two spaces cannot be compared. */
export class EmbeddingSpace extends Context.Tag("@storefront/server/platform/embeddings/EmbeddingSpace")<
  EmbeddingSpace,
  {
    /** Name of the model, stored with every vector. */
    readonly model: string
    /** Numbers of a vector. */
    readonly dimensions: number
  }
>() {}
