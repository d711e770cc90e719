import { Data, Effect, type Scope } from "effect"
import { type Currency, currencyName } from "./Currency.ts"

/**
 * The currency and language of the shop: one value for the whole process, since amounts are decoded and worded in a
 * great many places, most of them synchronous. Nothing that depends on it may be computed while modules load.
 */

export interface ShopSettings {
  readonly currency: Currency
  /** BCP 47 tag, in canonical form. */
  readonly language: string
}

/** Settings of a shop that chooses nothing. */
export const defaultSettings: ShopSettings = { currency: { code: "USD", decimals: 2 }, language: "en-US" }

interface Standing {
  readonly settings: ShopSettings
  /** Set by the program; other settings are refused from then on. */
  readonly isSettled: boolean
}

let standing: Standing = { settings: defaultSettings, isSettled: false }

export const shopSettings = (): ShopSettings => standing.settings

/** The process already works with other settings. */
export class ShopSettled extends Data.TaggedError("ShopSettled")<{
  readonly current: ShopSettings
  readonly refused: ShopSettings
}> {
  override get message() {
    const worded = ({ currency, language }: ShopSettings) => `${currency.code} and ${language}`
    return `This process works with ${worded(this.current)} already, and cannot change to ${worded(this.refused)}`
  }
}

const isSame = (one: ShopSettings, other: ShopSettings): boolean =>
  one.currency.code === other.currency.code && one.language === other.language

/** Settles the shop's currency and language for the process, before anything is decoded. */
export const settle = (settings: ShopSettings): Effect.Effect<void, ShopSettled> =>
  Effect.suspend(() => {
    const { isSettled, settings: current } = standing
    if (isSettled && !isSame(current, settings)) {
      return new ShopSettled({ current, refused: settings })
    }
    standing = { settings, isSettled: true }
    return Effect.void
  })

/** Settles others while a scope is open, for tests: these share a process. */
export const settleScoped = (settings: ShopSettings): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => {
        const before = standing
        standing = { settings, isSettled: true }
        return before
      }),
      (before) =>
        Effect.sync(() => {
          standing = before
        })
    )
  )

/** Makes a value of the settings, once for each. */
export const perShop = <A>(make: (settings: ShopSettings) => A): (() => A) => {
  const made = new WeakMap<ShopSettings, { readonly value: A }>()
  return () => {
    const settings = shopSettings()
    const entry = made.get(settings) ?? { value: make(settings) }
    made.set(settings, entry)
    return entry.value
  }
}

/** Returns the English name of a language without its region: "Norwegian Bokmål" for `nb-NO`. */
export const englishNameOf = (tag: string): string => {
  const { language } = new Intl.Locale(tag)
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language
}

/** English name of the shop's language: "English". */
export const languageName = perShop(({ language }) => englishNameOf(language))

/** English name of the shop's currency as it follows an amount: "euros". */
export const shopCurrencyName = perShop(({ currency }) => currencyName(currency))
