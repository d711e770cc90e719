import { Effect } from "effect"
import { publicUrl } from "../../platform/config/PublicUrlConfig.ts"
import { shopLocale } from "./PolicyLocales.ts"

/** The fields that a policy's URL is built from. */
interface LocatedPolicy {
  readonly slug: string
  readonly locale: string
  readonly url: string | null
}

/** Returns the path of the shop's page of a policy, with the locale unless it is the shop's. */
export const pathOf = ({ locale, slug }: Pick<LocatedPolicy, "slug" | "locale">): string =>
  `/policies/${slug}${locale === shopLocale ? "" : `?locale=${locale}`}`

/** Makes a function that returns a policy's URL: its own, else that of the shop's page at `PUBLIC_URL`. */
export const makeUrlOf = Effect.map(
  publicUrl,
  (origin) =>
    (policy: LocatedPolicy): string =>
      policy.url ?? `${origin}${pathOf(policy)}`
)
