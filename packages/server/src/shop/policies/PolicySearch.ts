import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Array, Context, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { inBestLocale } from "./PolicyLocales.ts"
import { type Place, rank } from "./PolicyRanking.ts"
import { makeUrlOf } from "./PolicyUrls.ts"
import { wordsOf } from "./PolicyWords.ts"

/** Different words of a question that are looked for; the rest says nothing more. */
const mostWords = 40

/** From what similarity on a word may be another form of one: of both words as a whole, and of one within the other. */
const thresholds = { whole: "0.4", within: "0.6" }

const Found = Schema.Struct({
  slug: Schema.String,
  locale: Schema.String,
  position: Schema.Int,
  asked: Schema.Int,
  word: Schema.String,
  similarity: Schema.Number,
  weight: Schema.Number,
  length: Schema.Int,
  foundIn: Schema.Int,
  passages: Schema.Int
})
const decodeFound = Schema.decodeUnknown(Schema.Array(Found))

const Passage = Schema.Struct({
  slug: Schema.String,
  locale: Schema.String,
  position: Schema.Int,
  title: Schema.String,
  heading: Schema.NullOr(Schema.String),
  text: Schema.String,
  url: Schema.NullOr(Schema.String)
})
const decodePassages = Schema.decodeUnknown(Schema.Array(Passage))

const Topic = Schema.Struct({ slug: Schema.String, locale: Schema.String, title: Schema.String })
const decodeTopics = Schema.decodeUnknown(Schema.Array(Topic))

/** What a question finds. */
export interface PolicyAnswer {
  /** At most three, the best first; without a question the first ones of the policy. */
  readonly passages: ReadonlyArray<{
    readonly title: string
    readonly heading: string | null
    readonly text: string
    readonly url: string
  }>
  /** The headings of what else the policy says that was read. */
  readonly furtherHeadings: ReadonlyArray<string>
  /** Every policy, in the shop's locale where it is in that, when there are no passages. */
  readonly topics: ReadonlyArray<{ readonly slug: string; readonly title: string }>
}

/** Passages that are read at once. */
const mostPassages = 3

/** Answers questions about the shop from its policies, by their words. */
export class PolicySearch extends Context.Tag("@storefront/server/shop/policies/PolicySearch")<
  PolicySearch,
  {
    /** `slug` says which policy, if one is meant; without a question and a slug only the topics are wanted. */
    readonly find: (
      question: Option.Option<string>,
      slug: Option.Option<string>
    ) => Effect.Effect<PolicyAnswer, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const urlOf = yield* makeUrlOf

      const matches = Effect.fnUntraced(function* (words: ReadonlyArray<string>, slug: Option.Option<string>) {
        const rows = yield* sql`
          WITH asked AS MATERIALIZED (
            SELECT a.word, a.position::int - 1 AS asked,
              set_config('pg_trgm.similarity_threshold', ${thresholds.whole}, true),
              set_config('pg_trgm.word_similarity_threshold', ${thresholds.within}, true)
            FROM jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) WITH ORDINALITY AS a (word, position)
          ),
          sizes AS (SELECT locale, count(*)::int AS passages FROM policy_passages GROUP BY locale),
          alike AS MATERIALIZED (
            SELECT a.asked, w.locale, w.word, quote_literal(w.word)::tsquery AS lexeme, w.passages AS found_in, s.passages,
              CASE WHEN w.word = a.word THEN 1
                ELSE greatest(similarity(a.word, w.word), 0.85 * word_similarity(a.word, w.word)) END AS similarity
            FROM asked a
            CROSS JOIN LATERAL (
              SELECT locale, word, passages FROM policy_words WHERE word = a.word
              UNION
              SELECT locale, word, passages FROM policy_words WHERE char_length(a.word) >= 4 AND word % a.word
              UNION
              SELECT locale, word, passages FROM policy_words WHERE char_length(a.word) >= 5 AND a.word <% word
            ) w
            JOIN sizes s ON s.locale = w.locale
          )
          SELECT p.slug, p.locale, p.position, l.asked, l.word, l.similarity::float8 AS similarity,
            ts_rank('{0.4, 0.4, 0.4, 1}', p.search, l.lexeme) AS weight, length(p.search) AS length,
            l.found_in AS "foundIn", l.passages
          FROM alike l
          JOIN policy_passages p ON p.locale = l.locale AND p.search @@ l.lexeme
          WHERE ${Option.match(slug, { onNone: () => sql`true`, onSome: (slug) => sql`p.slug = ${slug}` })}`
        return yield* decodeFound(rows)
      })

      const columns = sql`p.slug, p.locale, p.position, d.title, p.heading, p.text, d.url`

      const passagesAt = Effect.fnUntraced(function* (places: ReadonlyArray<Place>) {
        const rows = yield* sql`
          SELECT ${columns}
          FROM jsonb_to_recordset(${JSON.stringify(places.map((place, rank) => ({ ...place, rank })))}::jsonb)
            AS a (slug text, locale text, position int, rank int)
          JOIN policy_passages p USING (slug, locale, position)
          JOIN policies d USING (slug, locale)
          ORDER BY a.rank`
        return yield* decodePassages(rows)
      })

      const allOf = Effect.fnUntraced(function* (slug: string) {
        const rows = yield* sql`
          SELECT ${columns}
          FROM policy_passages p JOIN policies d USING (slug, locale)
          WHERE p.slug = ${slug}
          ORDER BY p.locale, p.position`
        const all = yield* decodePassages(rows)
        const best = inBestLocale(all, Option.none())
        return all.filter(({ locale }) => Option.exists(best, (first) => first.locale === locale))
      })

      const topics = sql`SELECT slug, locale, title FROM policies ORDER BY slug, locale`.pipe(
        Effect.flatMap(decodeTopics),
        Effect.map((all) =>
          Object.values(Array.groupBy(all, ({ slug }) => slug)).flatMap((translations) =>
            Option.toArray(inBestLocale(translations, Option.none())).map(({ slug, title }) => ({ slug, title }))
          )
        )
      )

      const find = Effect.fn("PolicySearch.find")(function* (
        question: Option.Option<string>,
        slug: Option.Option<string>
      ) {
        const words = Array.take(Array.dedupe(Option.match(question, { onNone: () => [], onSome: wordsOf })), mostWords)
        const places = words.length === 0 ? [] : rank(words, yield* matches(words, slug))
        const all = places.length > 0 ? yield* passagesAt(places) : Option.isSome(slug) ? yield* allOf(slug.value) : []
        const [found, further] = Array.splitAt(all, mostPassages)
        return {
          furtherHeadings: Array.dedupe(Array.filterMap(further, ({ heading }) => Option.fromNullable(heading))),
          passages: found.map((passage) => ({
            title: passage.title,
            heading: passage.heading,
            text: passage.text,
            url: urlOf(passage)
          })),
          topics: found.length > 0 ? [] : yield* topics
        } satisfies PolicyAnswer
      }, orUnavailable)
      return { find }
    })
  )
}
