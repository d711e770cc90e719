import { SqlClient, SqlSchema } from "@effect/sql"
import { CurrencyFromCode } from "@storefront/domain/Currency"
import { shopSettings } from "@storefront/domain/ShopSettings"
import { Data, Effect, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** The shop that a database holds: currency and language of its goods. A database without goods has none yet. */
const StoredShop = Schema.Struct({
  currency: CurrencyFromCode,
  language: Schema.String,
  isDemonstration: Schema.Boolean
})
type StoredShop = typeof StoredShop.Type

/** The settings of this process are not those of the database's shop. */
export class ShopDiffers extends Data.TaggedError("ShopDiffers")<{ readonly message: string }> {}

export const find = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const select = SqlSchema.findOne({
    Request: Schema.Void,
    Result: StoredShop,
    execute: () => sql`SELECT currency, language, is_demonstration AS "isDemonstration" FROM shop`
  })
  return yield* orUnavailable(select())
})

/** Stores the settings of this process for goods that are loaded in the same transaction. */
export const write = Effect.fnUntraced(function* (isDemonstration: boolean) {
  const sql = yield* SqlClient.SqlClient
  const { currency, language } = shopSettings()
  yield* sql`INSERT INTO shop ${sql.insert({ currency: currency.code, language, is_demonstration: isDemonstration })}`
})

const currencyProblem = ({ currency: stored }: StoredShop): Option.Option<string> => {
  const { currency } = shopSettings()
  return currency.code === stored.code
    ? Option.none()
    : Option.some(
        `SHOP_CURRENCY is ${currency.code}, but this database's shop is in ${stored.code} for good. ` +
          `Set SHOP_CURRENCY=${stored.code}, or use another database`
      )
}

const languageProblem = ({ language: stored }: StoredShop): Option.Option<string> => {
  const { language } = shopSettings()
  return language === stored
    ? Option.none()
    : Option.some(
        `SHOP_LANGUAGE is ${language}, but this database's shop is in ${stored}. ` +
          `Set SHOP_LANGUAGE=${stored}, or change the shop with: storefront migrate`
      )
}

const failWith = (problems: ReadonlyArray<Option.Option<string>>) => {
  const sentences = problems.flatMap((problem) => Option.toArray(problem))
  return sentences.length === 0 ? Effect.void : new ShopDiffers({ message: sentences.join(". ") })
}

/** Fails if the settings of this process are not those of the database's shop. */
export const check = Effect.flatMap(
  find,
  Option.match({
    onNone: () => Effect.void,
    onSome: (stored) => failWith([currencyProblem(stored), languageProblem(stored)])
  })
)

/**
 * Changes the language of the database's shop to that of this process. Returns whether it was another one: what is
 * derived from the catalogue in that language has then to be rebuilt.
 */
export const followLanguage = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const stored = Option.getOrUndefined(yield* find)
  if (stored === undefined) {
    return false
  }
  yield* failWith([currencyProblem(stored)])
  const { language } = shopSettings()
  const changed = yield* orUnavailable(
    sql`UPDATE shop SET language = ${language} WHERE language <> ${language} RETURNING language`
  )
  return changed.length > 0
})
