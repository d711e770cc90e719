import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type Contact } from "@storefront/domain/SupportCases"
import { PolicyKind, PolicyLocale, PolicySlug } from "@storefront/domain/Policies"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { bodyOf, passageRow, type PolicyDraft } from "./PolicyFile.ts"
import { inBestLocale } from "./PolicyLocales.ts"
import { makeUrlOf } from "./PolicyUrls.ts"

/** The policy does not exist, or has no translation to this locale. */
export class UnknownPolicy extends Data.TaggedError("UnknownPolicy")<{
  readonly slug: string
  readonly locale: string | null
}> {
  override get message() {
    return this.locale === null
      ? `There is no policy ${this.slug}.`
      : `There is no policy ${this.slug} in ${this.locale}.`
  }
}

const identity = { slug: PolicySlug, locale: PolicyLocale }

/** A policy in a list. */
export const PolicyEntry = Schema.Struct({
  ...identity,
  kind: PolicyKind,
  title: Schema.String,
  url: Schema.String,
  passages: Schema.Int,
  updated_at: Schema.DateTimeUtc
})
export type PolicyEntry = typeof PolicyEntry.Type

/** A policy with its text. */
export const Policy = Schema.Struct({
  ...PolicyEntry.fields,
  body: Schema.String,
  sections: Schema.Array(Schema.Struct({ heading: Schema.NullOr(Schema.String), text: Schema.String }))
})
export type Policy = typeof Policy.Type

/** The changes that an import makes, or with `dryRun` would make. */
export const PolicyImport = Schema.Struct({
  policies: Schema.Array(
    Schema.Struct({
      ...identity,
      change: Schema.Literal("new", "changed", "unchanged", "removed"),
      passages: Schema.Int
    })
  )
})
export type PolicyImport = typeof PolicyImport.Type

const Row = Schema.Struct({
  ...PolicyEntry.fields,
  url: Schema.NullOr(Schema.String),
  updated_at: Schema.DateTimeUtcFromDate
})
const Stored = Schema.Struct({
  ...identity,
  kind: PolicyKind,
  title: Schema.String,
  url: Schema.NullOr(Schema.String),
  body: Schema.String
})
const Sections = Schema.Struct({ heading: Schema.NullOr(Schema.String), text: Schema.String })

const decodeEntries = Schema.decodeUnknown(Schema.Array(Row))
const decodePolicies = Schema.decodeUnknown(Schema.Array(Schema.Struct({ ...Row.fields, body: Schema.String })))
const decodeStored = Schema.decodeUnknown(Schema.Array(Stored))
const decodeSections = Schema.decodeUnknown(Schema.Array(Sections))
const decodeIdentities = Schema.decodeUnknown(Schema.Array(Schema.Struct(identity)))
const decodeUrls = Schema.decodeUnknown(Schema.Array(Schema.Struct({ ...identity, url: Schema.NullOr(Schema.String) })))
const decodeTitles = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ ...identity, url: Schema.NullOr(Schema.String), title: Schema.String }))
)
const decodeContacts = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ ...identity, url: Schema.NullOr(Schema.String), text: Schema.String }))
)

const keyOf = ({ locale, slug }: { readonly slug: string; readonly locale: string }) => `${slug}.${locale}`

/** Recomputes the word counts of all passages. Every change of passages must call it in the same transaction. */
export const countWords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM policy_words`
  yield* sql`
    INSERT INTO policy_words (locale, word, passages)
    SELECT p.locale, w.word, count(*) FROM policy_passages p, unnest(tsvector_to_array(p.search)) AS w (word) GROUP BY 1, 2`
})

/** Arbitrary key of the lock that serialises writers of policies, so that word counts stay correct. */
const advisoryLock = 20_260_128

/** The shop's policies: import, removal and reading by slug, kind or locale. */
export class Policies extends Context.Tag("@storefront/server/shop/policies/Policies")<
  Policies,
  {
    /**
     * Stores policies by slug and locale, in one transaction; unchanged ones keep their date. `prune` removes all
     * others, `dryRun` writes nothing.
     */
    readonly put: (
      drafts: ReadonlyArray<PolicyDraft>,
      options: { readonly prune: boolean; readonly dryRun: boolean }
    ) => Effect.Effect<PolicyImport, DatabaseUnavailable>
    /** Lists policies by slug and locale. */
    readonly list: Effect.Effect<ReadonlyArray<PolicyEntry>, DatabaseUnavailable>
    /** Finds a policy in the locale, or in the closest available one. */
    readonly find: (
      slug: string,
      locale: Option.Option<string>
    ) => Effect.Effect<Policy, UnknownPolicy | DatabaseUnavailable>
    /** Removes a policy in one locale, or in all. */
    readonly remove: (
      slug: string,
      locale: Option.Option<string>
    ) => Effect.Effect<ReadonlyArray<Pick<PolicyEntry, "slug" | "locale">>, UnknownPolicy | DatabaseUnavailable>
    /** Finds the `contact` policy closest to a locale: its first passage, and the URL of the full text. */
    readonly contact: (locale: Option.Option<string>) => Effect.Effect<Option.Option<Contact>, DatabaseUnavailable>
    /** Finds the URL of a policy of a kind, in the closest locale. Prefers the policy whose slug is the kind. */
    readonly addressOf: (
      kind: PolicyKind,
      locale: Option.Option<string>
    ) => Effect.Effect<Option.Option<string>, DatabaseUnavailable>
    /** Returns the titles of all policies in all locales, by URL. */
    readonly titles: Effect.Effect<ReadonlyMap<string, string>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const urlOf = yield* makeUrlOf
      const withUrl = <A extends { readonly slug: string; readonly locale: string; readonly url: string | null }>(
        row: A
      ) => ({ ...row, url: urlOf(row) })

      const columns = sql`
        d.slug, d.locale, d.kind, d.title, d.url, d.updated_at,
        (SELECT count(*)::int FROM policy_passages p WHERE p.slug = d.slug AND p.locale = d.locale) AS passages`

      const write = Effect.fnUntraced(function* (draft: PolicyDraft) {
        const { kind, locale, slug, title, url } = draft
        yield* sql`
          INSERT INTO policies AS d ${sql.insert({ slug, locale, kind, title, url, body: bodyOf(draft) })}
          ON CONFLICT (slug, locale) DO UPDATE
          SET kind = excluded.kind, title = excluded.title, url = excluded.url, body = excluded.body, updated_by = NULL,
            updated_at = CASE WHEN (d.kind, d.title, d.url, d.body) IS NOT DISTINCT FROM
              (excluded.kind, excluded.title, excluded.url, excluded.body) THEN d.updated_at ELSE now() END`
        yield* sql`DELETE FROM policy_passages WHERE slug = ${slug} AND locale = ${locale}`
        yield* sql`
          INSERT INTO policy_passages ${sql.insert(draft.passages.map((passage, at) => passageRow(draft, passage, at)))}`
      })

      const put = Effect.fn("Policies.put")(
        function* (
          drafts: ReadonlyArray<PolicyDraft>,
          { dryRun, prune }: { readonly prune: boolean; readonly dryRun: boolean }
        ) {
          yield* sql`SELECT pg_advisory_xact_lock(${advisoryLock})`
          const before =
            yield* sql`SELECT slug, locale, kind, title, url, body FROM policies ORDER BY slug, locale`.pipe(
              Effect.flatMap(decodeStored)
            )
          const stored = new Map(before.map((policy) => [keyOf(policy), policy]))
          const changes = drafts.map((draft) => {
            const old = stored.get(keyOf(draft))
            const isSame =
              old !== undefined &&
              old.kind === draft.kind &&
              old.title === draft.title &&
              old.url === draft.url &&
              old.body === bodyOf(draft)
            return {
              slug: draft.slug,
              locale: draft.locale,
              change: old === undefined ? ("new" as const) : isSame ? ("unchanged" as const) : ("changed" as const),
              passages: draft.passages.length
            }
          })
          const keptKeys = new Set(drafts.map(keyOf))
          const removed = prune ? before.filter((policy) => !keptKeys.has(keyOf(policy))) : []
          if (!dryRun) {
            yield* Effect.forEach(drafts, write, { discard: true })
            yield* Effect.forEach(
              removed,
              ({ locale, slug }) => sql`DELETE FROM policies WHERE slug = ${slug} AND locale = ${locale}`,
              { discard: true }
            )
            yield* countWords
          }
          return {
            policies: [
              ...changes,
              ...removed.map(({ locale, slug }) => ({ slug, locale, change: "removed" as const, passages: 0 }))
            ]
          }
        },
        withRetry(sql),
        Effect.provideService(SqlClient.SqlClient, sql),
        orUnavailable
      )

      const list = sql`SELECT ${columns} FROM policies d ORDER BY d.slug, d.locale`.pipe(
        Effect.flatMap(decodeEntries),
        Effect.map((entries) => entries.map(withUrl)),
        orUnavailable,
        Effect.withSpan("Policies.list")
      )

      const find = Effect.fn("Policies.find")(function* (slug: string, locale: Option.Option<string>) {
        const translations =
          yield* sql`SELECT ${columns}, d.body FROM policies d WHERE d.slug = ${slug} ORDER BY d.locale`.pipe(
            Effect.flatMap(decodePolicies)
          )
        const best = inBestLocale(translations, locale)
        if (Option.isNone(best)) {
          return yield* new UnknownPolicy({ slug, locale: null })
        }
        const sections = yield* sql`
          SELECT heading, text FROM policy_passages WHERE slug = ${slug} AND locale = ${best.value.locale} ORDER BY position`.pipe(
          Effect.flatMap(decodeSections)
        )
        return { ...withUrl(best.value), sections }
      }, orUnavailable)

      const remove = Effect.fn("Policies.remove")(
        function* (slug: string, locale: Option.Option<string>) {
          yield* sql`SELECT pg_advisory_xact_lock(${advisoryLock})`
          const removed = yield* sql`
            DELETE FROM policies
            WHERE ${sql.and([sql`slug = ${slug}`, ...Option.toArray(locale).map((locale) => sql`locale = ${locale}`)])}
            RETURNING slug, locale`.pipe(Effect.flatMap(decodeIdentities))
          if (removed.length === 0) {
            return yield* new UnknownPolicy({ slug, locale: Option.getOrNull(locale) })
          }
          yield* countWords
          return removed.toSorted((one, other) => (one.locale < other.locale ? -1 : 1))
        },
        withRetry(sql),
        Effect.provideService(SqlClient.SqlClient, sql),
        orUnavailable
      )

      const contact = Effect.fn("Policies.contact")(function* (locale: Option.Option<string>) {
        const contacts = yield* sql`
          SELECT d.slug, d.locale, d.url, p.text
          FROM policies d JOIN policy_passages p ON p.slug = d.slug AND p.locale = d.locale AND p.position = 0
          WHERE d.kind = 'contact'
          ORDER BY d.slug, d.locale`.pipe(Effect.flatMap(decodeContacts))
        return Option.map(inBestLocale(contacts, locale), (found) => ({ text: found.text, url: urlOf(found) }))
      }, orUnavailable)

      const addressOf = Effect.fn("Policies.addressOf")(function* (kind: PolicyKind, locale: Option.Option<string>) {
        const ofKind = yield* sql`
          SELECT slug, locale, url FROM policies WHERE kind = ${kind}
          ORDER BY slug <> kind, slug, locale`.pipe(Effect.flatMap(decodeUrls))
        return Option.map(inBestLocale(ofKind, locale), urlOf)
      }, orUnavailable)

      const titles = sql`SELECT slug, locale, url, title FROM policies`.pipe(
        Effect.flatMap(decodeTitles),
        Effect.map((all): ReadonlyMap<string, string> => new Map(all.map((policy) => [urlOf(policy), policy.title]))),
        orUnavailable,
        Effect.withSpan("Policies.titles")
      )

      return { put, list, find, remove, contact, addressOf, titles }
    })
  )
}
