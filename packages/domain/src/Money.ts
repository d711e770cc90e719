import { BigDecimal, Option, ParseResult, Schema } from "effect"
import { divideHalfUp } from "./rules/Rounding.ts"
import { shopSettings } from "./ShopSettings.ts"

/** An amount in minor units of the shop's currency, such as cents; those of a currency without decimals are whole. */
export const Money = Schema.Int.pipe(Schema.brand("Money"))
export type Money = typeof Money.Type

/** Largest amount that a parameter or a setting can have. */
export const maxAmount = Money.make(99_999_999)

/** Number of minor units in a unit of the shop's currency: 100 or 1. */
const minorUnits = (): number => 10 ** shopSettings().currency.decimals

/** States how many decimals an amount may have, to follow "an amount". */
export const decimalsRule = (): string =>
  shopSettings().currency.decimals === 0 ? "without decimals" : "with at most 2 decimals"

/** Makes a schema of integers over `numeric` text; a value with more decimals than `decimalsOf` gives is refused. */
const integerFromNumeric = <A extends number>(integer: Schema.Schema<A, number>, decimalsOf: () => number) =>
  Schema.transformOrFail(Schema.String, Schema.typeSchema(integer), {
    strict: true,
    decode: (text, _, ast) =>
      BigDecimal.fromString(text).pipe(
        Option.map((value) => [value, BigDecimal.scale(value, decimalsOf())] as const),
        Option.filter(([value, scaled]) => BigDecimal.equals(value, scaled)),
        Option.match({
          onNone: () => ParseResult.fail(new ParseResult.Type(ast, text, `not a number with ${decimalsOf()} decimals`)),
          onSome: ([, scaled]) => ParseResult.decode(integer)(Number(scaled.value))
        })
      ),
    encode: (whole) => ParseResult.succeed(BigDecimal.format(BigDecimal.make(BigInt(whole), decimalsOf())))
  })

/** `"12.30"`, as the driver returns `numeric` columns. */
export const MoneyFromNumeric = integerFromNumeric(Money, () => shopSettings().currency.decimals)

/** Hundredths of a percent from `numeric` text: `"12.50"` is 1250. */
export const HundredthsFromNumeric = integerFromNumeric(Schema.Int, () => 2)

/** `12.3`, as money appears in JSON: with at most the decimals of the shop's currency. */
export const MoneyFromNumber = Schema.transformOrFail(
  Schema.Number.annotations({
    description: "An amount of money in the shop's currency, with at most its decimals",
    examples: [249, 12.3]
  }),
  Schema.typeSchema(Money),
  {
    strict: true,
    decode: (amount, _, ast) => {
      const units = Math.round(amount * minorUnits())
      return Number.isSafeInteger(units) && units / minorUnits() === amount
        ? ParseResult.succeed(Money.make(units))
        : ParseResult.fail(new ParseResult.Type(ast, amount, `must be an amount ${decimalsRule()}`))
    },
    encode: (units) => ParseResult.succeed(toAmount(units))
  }
)

/** Returns an amount in units of the shop's currency: `1230` cents are 12.3. Never negative zero. */
export const toAmount = (money: Money): number => money / minorUnits() + 0

/** Rounds an amount in units of the shop's currency to money. */
export const nearestMoney = (amount: number): Money => Money.make(Math.round(amount * minorUnits()))

/** Formats money for a `numeric` column: `1230` cents as `"12.30"`. */
export const toNumeric = Schema.encodeSync(MoneyFromNumeric)

/** Returns a percentage of an amount, rounded half up. `hundredths` are of a percent: `1250` is 12.5 %. */
export const percentOf = (money: Money, hundredths: number): Money =>
  Money.make(divideHalfUp(money * hundredths, 10_000))

/** Returns a percentage of an amount, rounded half up. `percent` may have any number of decimals. */
export const decimalPercentOf = (money: Money, percent: number): Money => {
  const { scale, value } = BigDecimal.unsafeFromNumber(percent)
  const whole = 100n * 10n ** BigInt(scale)
  return Money.make(Number((2n * BigInt(money) * value + whole) / (2n * whole)))
}
