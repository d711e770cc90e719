import { ParseResult, Schema } from "effect"

/** Currencies of shops, with their decimals by ISO 4217. `Intl` has fewer for some, such as HUF and IDR. */

const codes = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)

/** Active codes by number of decimals, without funds and metals. Source: ISO 4217, list one. */
const codesByDecimals: ReadonlyArray<readonly [decimals: number, codes: ReadonlyArray<string>]> = [
  [0, codes("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF")],
  [
    2,
    codes(`
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
      CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR
      KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB
      PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY
      TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`)
  ],
  [3, codes("BHD IQD JOD KWD LYD OMR TND")],
  [4, codes("CLF UYW")]
]

/** Codes of currencies without decimals. */
export const wholeCurrencies = codesByDecimals.flatMap(([decimals, list]) => (decimals === 0 ? list : []))

const decimalsByCode = new Map(codesByDecimals.flatMap(([decimals, list]) => list.map((code) => [code, decimals])))

/** A currency that a shop can have. */
export interface Currency {
  /** Three capital letters. */
  readonly code: string
  /** Decimals of its minor unit. */
  readonly decimals: 0 | 2
}

const CurrencyFields = Schema.Struct({ code: Schema.String, decimals: Schema.Literal(0, 2) })

const refusalOf = (code: unknown): string => {
  const decimals = decimalsByCode.get(String(code))
  return decimals === undefined
    ? "must be a currency code of ISO 4217, for example EUR"
    : `${String(code)} has ${decimals} decimals, not 0 or 2`
}

/** A currency by its code; other numbers of decimals are refused. */
export const CurrencyFromCode = Schema.transformOrFail(Schema.String, CurrencyFields, {
  strict: true,
  decode: (code, _, ast) => {
    const decimals = decimalsByCode.get(code)
    return decimals === 0 || decimals === 2
      ? ParseResult.succeed({ code, decimals })
      : ParseResult.fail(new ParseResult.Type(ast, code))
  },
  encode: ({ code }) => ParseResult.succeed(code)
}).annotations({ message: ({ actual }) => ({ message: refusalOf(actual), override: true }) })

/** English name of a currency as it follows an amount: "euros". */
export const currencyName = ({ code }: Currency): string =>
  new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay: "name" })
    .formatToParts(2)
    .find(({ type }) => type === "currency")?.value ?? code
