import { Effect } from "effect"
import { publicUrl } from "../../platform/config/PublicUrlConfig.ts"
import { shopLocale } from "./PolicyLocales.ts"

/** What the address of a policy is made of. */
interface Addressed {
  readonly slug: string
  readonly locale: string
  readonly url: string | null
}

/** The path of the shop's own page of a policy; the locale is named where it is not the shop's, which the page falls back to. */
export const pathOf = ({ locale, slug }: Pick<Addressed, "slug" | "locale">): string =>
  `/policies/${slug}${locale === shopLocale ? "" : `?locale=${locale}`}`

/** Makes a function that returns the address of a policy: its own, else that of the shop's page of it at `PUBLIC_URL`. */
export const makeUrlOf = Effect.map(
  publicUrl,
  (origin) =>
    (policy: Addressed): string =>
      policy.url ?? `${origin}${pathOf(policy)}`
)
