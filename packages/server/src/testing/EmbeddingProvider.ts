import { Effect, Schema } from "effect"
import * as NgramEmbeddings from "../platform/embeddings/NgramEmbeddings.ts"
import * as ScriptedProvider from "./ScriptedProvider.ts"

const EmbeddingRequest = Schema.Struct({ input: Schema.Array(Schema.String) })
const decodeRequest = Schema.decodeUnknownSync(EmbeddingRequest)

export const textsOf = ({ body }: ScriptedProvider.Received): ReadonlyArray<string> => decodeRequest(body).input

/** Returns the embedded model's vectors of a length for the texts of a request. */
export const vectors = (request: ScriptedProvider.Received, dimensions: number): ScriptedProvider.Reply => ({
  body: {
    data: textsOf(request).map((text, index) => ({ index, embedding: NgramEmbeddings.embed(text, dimensions) }))
  }
})

/** Configuration of a program that gets its embeddings from this provider. */
export const settingsOf = (url: string) => ({
  EMBEDDING_PROVIDER: "openai",
  EMBEDDING_BASE_URL: url,
  EMBEDDING_API_KEY: "sk-of-the-vectors-1234567890",
  EMBEDDING_MODEL: "tiny"
})

/** Runs an embedding provider on this machine. `reply` also gets the number of earlier requests. */
export const serve = (reply: (request: ScriptedProvider.Received, before: number) => ScriptedProvider.Reply) =>
  Effect.suspend(() => {
    let before = 0
    return ScriptedProvider.serve([], (request) => reply(request, before++))
  })
