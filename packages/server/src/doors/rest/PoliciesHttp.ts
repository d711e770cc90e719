import { HttpRouter, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NotFound } from "@storefront/domain/Errors"
import { PolicyLocale, PolicySlug } from "@storefront/domain/Policies"
import { Effect, Option, Schema } from "effect"
import { escapeAttribute, escapeText } from "entities"
import { createHash } from "node:crypto"
import { Policies, type Policy } from "../../shop/policies/Policies.ts"

/** Route of the shop's policies, which are public. */
export const route = "/policies/:slug"

const style =
  "body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}p{white-space:pre-line}"

/** Forbids everything but the page's own style sheet. */
const headers = {
  "content-security-policy":
    `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer"
}

/** Renders a passage. Only the first passage below a heading shows it. */
const sectionOf = ({ sections }: Policy, at: number): string => {
  const { heading = null, text = "" } = sections[at] ?? {}
  const isNew = heading !== null && heading !== sections[at - 1]?.heading
  const paragraphs = text.split("\n\n").map((paragraph) => `<p>${escapeText(paragraph)}</p>`)
  return [...(isNew ? [`<h2>${escapeText(heading)}</h2>`] : []), ...paragraphs].join("\n")
}

const page = (policy: Policy): string => `<!doctype html>
<html lang="${escapeAttribute(policy.locale)}" dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(policy.title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeText(policy.title)}</h1>
${policy.sections.map((_, at) => sectionOf(policy, at)).join("\n")}
</body>
</html>
`

const decodeSlug = Schema.decodeUnknownOption(PolicySlug)
const decodeLocale = Schema.decodeUnknownOption(PolicyLocale)

const show = Effect.gen(function* () {
  const slug = Option.flatMap(Option.fromNullable((yield* HttpRouter.params).slug), decodeSlug)
  const query = yield* HttpServerRequest.ParsedSearchParams
  // Without a valid locale, the shop chooses the translation.
  const locale = decodeLocale(query["locale"])
  if (Option.isNone(slug)) {
    return yield* new NotFound()
  }
  const { find } = yield* Policies
  const policy = yield* Effect.catchTag(find(slug.value, locale), "UnknownPolicy", () => new NotFound())
  return HttpServerResponse.text(page(policy), { contentType: "text/html; charset=utf-8", headers })
})

export const router = HttpRouter.empty.pipe(HttpRouter.get(route, show))
