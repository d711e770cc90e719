import { languageOfPolicy, PolicyLocale } from "@storefront/domain/Policies"
import { english } from "@storefront/domain/words/Locale"
import { Array, Option } from "effect"

/** Locale of the shop's own texts, and default of a policy. */
export const shopLocale = PolicyLocale.to.make(english)

/** Predicates for how well a locale suits a target, best first. */
const localeMatchers = [
  (locale: string, target: string) => locale === target,
  (locale: string, target: string) => locale === languageOfPolicy(target),
  (locale: string, target: string) => languageOfPolicy(locale) === languageOfPolicy(target)
]

/** Returns the best translation: in the preferred locale, else its language, else the shop's locale, else the first. */
export const inBestLocale = <A extends { readonly locale: string }>(
  all: ReadonlyArray<A>,
  preferred: Option.Option<string>
): Option.Option<A> =>
  Array.findFirst(
    [...Option.toArray(preferred), shopLocale].flatMap((target) =>
      localeMatchers.map((isSuited) => Array.findFirst(all, ({ locale }) => isSuited(locale, target)))
    ),
    Option.isSome
  ).pipe(
    Option.flatten,
    Option.orElse(() => Array.head(all))
  )
