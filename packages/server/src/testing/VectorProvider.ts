import { Effect, Schema } from "effect"
import * as EmbeddedEmbeddings from "../platform/embeddings/EmbeddedEmbeddings.ts"
import * as ScriptedProvider from "./ScriptedProvider.ts"

const Asked = Schema.Struct({ input: Schema.Array(Schema.String) })
const decodeAsked = Schema.decodeUnknownSync(Asked)

/** The texts of a request. */
export const textsOf = ({ body }: ScriptedProvider.Received): ReadonlyArray<string> => decodeAsked(body).input

/** Vectors of this length for the texts of a request, those of the embedded model. */
export const vectors = (request: ScriptedProvider.Received, dimensions: number): ScriptedProvider.Reply => ({
  body: {
    data: textsOf(request).map((text, index) => ({ index, embedding: EmbeddedEmbeddings.embed(text, dimensions) }))
  }
})

/** What a program is configured with that takes its vectors from there, and nothing else. */
export const settingsOf = (url: string) => ({
  EMBEDDING_PROVIDER: "openai",
  EMBEDDING_BASE_URL: url,
  EMBEDDING_API_KEY: "sk-of-the-vectors-1234567890",
  EMBEDDING_MODEL: "tiny"
})

/** A provider of embeddings on this machine that does what it is told when it is asked. */
export const serve = (reply: (request: ScriptedProvider.Received, before: number) => ScriptedProvider.Reply) =>
  Effect.suspend(() => {
    let before = 0
    return ScriptedProvider.serve([], (request) => reply(request, before++))
  })
