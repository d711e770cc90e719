import { languageOfPolicy, PolicyLocale } from "@storefront/domain/Policies"
import { english } from "@storefront/domain/words/Locale"
import { Array, Option } from "effect"

/** The locale of the shop's own words, and of a policy that says no other. */
export const shopLocale = PolicyLocale.to.make(english)

/** How well a locale suits somebody who wants another one, the best first. */
const suits = [
  (locale: string, wanted: string) => locale === wanted,
  (locale: string, wanted: string) => locale === languageOfPolicy(wanted),
  (locale: string, wanted: string) => languageOfPolicy(locale) === languageOfPolicy(wanted)
]

/**
 * Returns the one that is read by somebody who wants `wanted`: in that locale, else in its language, else in the shop's, else the first of
 * all.
 */
export const inBestLocale = <A extends { readonly locale: string }>(
  all: ReadonlyArray<A>,
  wanted: Option.Option<string>
): Option.Option<A> =>
  Array.findFirst(
    [...Option.toArray(wanted), shopLocale].flatMap((target) =>
      suits.map((isSuited) => Array.findFirst(all, ({ locale }) => isSuited(locale, target)))
    ),
    Option.isSome
  ).pipe(
    Option.flatten,
    Option.orElse(() => Array.head(all))
  )
