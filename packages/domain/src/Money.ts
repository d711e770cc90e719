import { BigDecimal, Option, ParseResult, Schema } from "effect"
import { divideHalfUp } from "./rules/Rounding.ts"

/** An amount in cents. */
export const Money = Schema.Int.pipe(Schema.brand("Money"))
export type Money = typeof Money.Type

/** `"12.30"`, as the driver returns `numeric` columns. */
export const MoneyFromNumeric = Schema.transformOrFail(Schema.String, Schema.typeSchema(Money), {
  strict: true,
  decode: (text, _, ast) =>
    BigDecimal.fromString(text).pipe(
      Option.map((value) => Number(BigDecimal.scale(value, 2).value)),
      Option.match({
        onNone: () => ParseResult.fail(new ParseResult.Type(ast, text, "not a decimal number")),
        onSome: (cents) => ParseResult.succeed(Money.make(cents))
      })
    ),
  encode: (cents) => ParseResult.succeed(toNumeric(cents))
})

/** `12.3`, as money appears in JSON: at most two decimals. */
export const MoneyFromNumber = Schema.transformOrFail(
  Schema.Number.annotations({ description: "An amount of money with at most 2 decimals", examples: [249, 12.3] }),
  Schema.typeSchema(Money),
  {
    strict: true,
    decode: (amount, _, ast) => {
      const cents = Math.round(amount * 100)
      return Number.isSafeInteger(cents) && cents / 100 === amount
        ? ParseResult.succeed(Money.make(cents))
        : ParseResult.fail(new ParseResult.Type(ast, amount, "must be an amount with at most 2 decimals"))
    },
    encode: (cents) => ParseResult.succeed(cents / 100)
  }
)

/** Formats cents for a `numeric` column: `1230` as `"12.30"`. */
export const toNumeric = (cents: Money): string => BigDecimal.format(BigDecimal.make(BigInt(cents), 2))

/** Returns a percentage of an amount, rounded half up to cents. `hundredths` are of a percent: `1250` is 12.5 %. */
export const percentOf = (cents: Money, hundredths: number): Money =>
  Money.make(divideHalfUp(cents * hundredths, 10_000))

/** Returns a percentage of an amount, rounded half up to cents. `percent` may have any number of decimals. */
export const decimalPercentOf = (cents: Money, percent: number): Money => {
  const { scale, value } = BigDecimal.unsafeFromNumber(percent)
  const whole = 100n * 10n ** BigInt(scale)
  return Money.make(Number((2n * BigInt(cents) * value + whole) / (2n * whole)))
}
