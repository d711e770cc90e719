import { rule } from "@storefront/domain/api/Fields"
import { CurrencyFromCode } from "@storefront/domain/Currency"
import { defaultSettings, settle } from "@storefront/domain/ShopSettings"
import { Config, Effect, ParseResult, Schema } from "effect"

/** A BCP 47 tag, which is decoded to its canonical form. */
const Language = Schema.transformOrFail(Schema.String.pipe(Schema.maxLength(35)), Schema.String, {
  strict: true,
  decode: (tag, _, ast) =>
    ParseResult.try({
      try: () => Intl.getCanonicalLocales(tag).join(),
      catch: () => new ParseResult.Type(ast, tag)
    }),
  encode: ParseResult.succeed
}).annotations(rule("must be a language tag of BCP 47, for example en-GB"))

/** Currency of every amount, and language of the catalogue; docs/operators.md says what can be changed later. */
export const shop = Config.all({
  currency: Schema.Config("SHOP_CURRENCY", CurrencyFromCode).pipe(Config.withDefault(defaultSettings.currency)),
  language: Schema.Config("SHOP_LANGUAGE", Language).pipe(Config.withDefault(defaultSettings.language))
})

/** Settles the currency and language of this process; comes before anything that decodes an amount. */
export const settled = Effect.flatMap(shop, settle)
