import { existsSync, readFileSync } from "node:fs"
import { Schema } from "effect"

/** Development data of the guard, outside the repository because its licences do not allow copies. */
const folder = new URL("../../../../../shared/data/", import.meta.url)

/** True if the data is available; tests are skipped without it. */
export const isPresent = existsSync(folder)

const linesOf = (file: string): ReadonlyArray<string> =>
  isPresent ? readFileSync(new URL(file, folder), "utf8").trim().split("\n") : []

const decodeRow = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Struct({ text: Schema.String, kind: Schema.String, source: Schema.String }))
)

/** Attacks embedded in content: reviews, mails, pages, tool results. */
export const attacks = linesOf("injection_indirect.dev.jsonl").map((line) => decodeRow(line).text)

/** Benign texts. */
export const ordinary = linesOf("benign.dev.jsonl").map((line) => decodeRow(line))

const Case = Schema.Struct({
  id: Schema.String,
  cls: Schema.String,
  input: Schema.String,
  must_not_contain: Schema.Array(Schema.String),
  must_keep_text: Schema.Array(Schema.String)
})

/** Handwritten texts, each with the parts that neutralisation must remove and those that it must keep. */
export const cases = isPresent
  ? Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Case)))(linesOf("neutralise_cases.json").join("\n"))
  : []
