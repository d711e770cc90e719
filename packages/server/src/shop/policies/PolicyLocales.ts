import { languageOfPolicy, PolicyLocale } from "@storefront/domain/Policies"
import { english } from "@storefront/domain/words/Locale"
import { Array, Option } from "effect"

/** Locale of the shop's own texts, and default of a policy. */
export const shopLocale = PolicyLocale.to.make(english)

/** Tests of how well a locale suits a wanted one, best first. */
const localeMatchers = [
  (locale: string, wanted: string) => locale === wanted,
  (locale: string, wanted: string) => locale === languageOfPolicy(wanted),
  (locale: string, wanted: string) => languageOfPolicy(locale) === languageOfPolicy(wanted)
]

/** Returns the best translation: in the wanted locale, else its language, else the shop's locale, else the first. */
export const inBestLocale = <A extends { readonly locale: string }>(
  all: ReadonlyArray<A>,
  wanted: Option.Option<string>
): Option.Option<A> =>
  Array.findFirst(
    [...Option.toArray(wanted), shopLocale].flatMap((target) =>
      localeMatchers.map((isSuited) => Array.findFirst(all, ({ locale }) => isSuited(locale, target)))
    ),
    Option.isSome
  ).pipe(
    Option.flatten,
    Option.orElse(() => Array.head(all))
  )
