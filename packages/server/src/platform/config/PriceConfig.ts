import { BigDecimal, Config, ConfigError, Either, ParseResult, Schema } from "effect"

/** Exact decimal amount, from a JSON number or string. */
const Amount = Schema.transform(Schema.Union(Schema.Number, Schema.String), Schema.typeSchema(Schema.BigDecimal), {
  strict: true,
  decode: (amount) => BigDecimal.unsafeFromString(String(amount)),
  encode: BigDecimal.format
})

const isAmount = (value: unknown) => {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : ""
  return /^\d{1,9}(?:\.\d{1,12})?(?:e-\d)?$/.test(text)
}

const Price = Schema.Unknown.pipe(
  Schema.filter(isAmount, { message: () => "must be an amount of at least 0, for example 0.40" }),
  Schema.compose(Amount, { strict: false })
)

/** Prices of a model per million tokens. */
const Prices = Schema.Struct({
  input: Price,
  /** Input read from the provider's prompt cache; defaults to `input`. */
  cached_input: Schema.optional(Price),
  /** Input written to the provider's prompt cache, if it counts that; defaults to `input`. */
  cache_write: Schema.optional(Price),
  /** Reasoning included. */
  output: Price
})
export type Prices = typeof Prices.Type

const Table = Schema.Record({ key: Schema.String, value: Prices })
export type PriceTable = typeof Table.Type

const decodeTable = Schema.decodeEither(Schema.parseJson(Table), { onExcessProperty: "error" })

const example = '{"gpt-4.1-mini":{"input":0.40,"cached_input":0.10,"output":1.60}}'

/** Describes the first error in the table, with its model and field. */
const problemOf = (error: ParseResult.ParseError): string => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  const [model, field] = issue?.path.map(String) ?? []
  return issue === undefined || model === undefined
    ? "must be a JSON object with the prices of each model per million tokens"
    : field === undefined
      ? `must have input and output of ${model}`
      : issue._tag === "Missing"
        ? `lacks ${field} of ${model}`
        : issue._tag === "Unexpected"
          ? `has ${field} of ${model}, which is not one of input, cached_input, cache_write and output`
          : `has a ${field} of ${model} that ${issue.message.startsWith("must") ? issue.message : "is not an amount"}`
}

/** Prices by a model's configured name; empty without `LLM_PRICES`. */
export const prices = Config.string("LLM_PRICES").pipe(
  Config.mapOrFail((text) =>
    Either.mapLeft(decodeTable(text), (error) =>
      ConfigError.InvalidData([], `${problemOf(error)}; for example ${example}`)
    )
  ),
  Config.withDefault<PriceTable>({})
)
