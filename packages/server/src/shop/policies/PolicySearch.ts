import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Array, Context, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { inBestLocale } from "./PolicyLocales.ts"
import { type Question, readQuestion, type Term } from "./PolicyQuestion.ts"
import { type Place, rank, type Ranking } from "./PolicyRanking.ts"
import { makeUrlOf } from "./PolicyUrls.ts"

/** Minimum trigram similarity of a misspelling, as a setting of `pg_trgm`. */
const misspellingSimilarity = "0.6"

const MatchRow = Schema.Struct({
  slug: Schema.String,
  locale: Schema.String,
  position: Schema.Int,
  reading: Schema.String,
  frequency: Schema.Number,
  isHead: Schema.Boolean,
  length: Schema.Int,
  averageLength: Schema.Number,
  passages: Schema.Int
})
const decodeMatches = Schema.decodeUnknown(Schema.Array(MatchRow))

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

/** Answer to a question. */
export interface PolicyAnswer {
  /** At most three, best first; without an answer to a question, the first ones of the policy `slug`. */
  readonly passages: ReadonlyArray<{
    readonly title: string
    readonly heading: string | null
    readonly text: string
    readonly url: string
  }>
  /** Headings of the policy's other passages, when its first ones are shown. */
  readonly furtherHeadings: ReadonlyArray<string>
  /** Every policy, in the shop's locale if available, unless the passages surely answer the question. */
  readonly topics: ReadonlyArray<{ readonly slug: string; readonly title: string }>
}

/** Ranking without a question or search terms. */
const emptyRanking: Ranking = { places: [], isConfident: false }

/** Maximum number of passages per answer, as in `PolicyRanking`. */
const maxPassages = 3

/** Answers questions from the shop's policies, by words and by the concepts that they stand for. */
export class PolicySearch extends Context.Tag("@storefront/server/shop/policies/PolicySearch")<
  PolicySearch,
  {
    /** Finds passages that answer a question, in the policy `slug` if given; returns only the topics without both. */
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

      // The cost is bounded by the size of the policies: words are looked up by index, passages are read once.
      const matches = Effect.fnUntraced(function* (terms: ReadonlyArray<Term>) {
        const rows = yield* sql`
          WITH terms AS MATERIALIZED (
            SELECT t.*, set_config('pg_trgm.similarity_threshold', ${misspellingSimilarity}, true)
            FROM jsonb_to_recordset(${JSON.stringify(terms)}::jsonb)
              AS t (reading text, language text, word text, start text, part text, closeness float8)
          ),
          sizes AS (
            SELECT locale, count(*)::int AS passages, avg(length(search))::float8 AS average_length
            FROM policy_passages GROUP BY locale
          ),
          found AS (
            SELECT t.*, w.locale, w.word AS found
            FROM terms t JOIN policy_words w ON w.word COLLATE "C" = t.word
            UNION ALL
            SELECT t.*, w.locale, w.word
            FROM terms t JOIN policy_words w
              ON w.word COLLATE "C" >= t.start AND w.word COLLATE "C" < t.start || chr(1114111)
            UNION ALL
            SELECT t.*, w.locale, w.word
            FROM terms t JOIN policy_words w ON w.word LIKE '%' || t.part || '%' OR w.word % t.part
            WHERE t.part IS NOT NULL
          ),
          alike AS MATERIALIZED (
            SELECT reading, locale, found AS word, max(CASE WHEN found = word THEN 1 ELSE closeness END) AS closeness
            FROM found
            WHERE language IS NULL OR language = split_part(locale, '-', 1)
            GROUP BY reading, locale, found
          ),
          lexemes AS MATERIALIZED (
            SELECT p.slug, p.locale, p.position, length(p.search) AS length, u.lexeme, u.weights
            FROM policy_passages p CROSS JOIN LATERAL unnest(p.search) AS u
            WHERE p.locale IN (SELECT locale FROM alike)
          )
          SELECT x.slug, x.locale, x.position, l.reading, x.length, s.average_length AS "averageLength", s.passages,
            sum(l.closeness * (SELECT sum(CASE weight WHEN 'A' THEN 2 ELSE 1 END) FROM unnest(x.weights) AS weight))::float8 AS frequency,
            bool_or('A' = ANY (x.weights)) AS "isHead"
          FROM alike l
          JOIN lexemes x ON x.locale = l.locale AND x.lexeme = l.word
          JOIN sizes s ON s.locale = l.locale
          GROUP BY x.slug, x.locale, x.position, l.reading, x.length, s.average_length, s.passages`
        return yield* decodeMatches(rows)
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

      const passagesOf = Effect.fnUntraced(function* (slug: string) {
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

      const rankPassages = (question: Question, slug: Option.Option<string>) =>
        question.terms.length === 0
          ? Effect.succeed(emptyRanking)
          : Effect.map(matches(question.terms), (found) => rank(question, found, slug))

      const find = Effect.fn("PolicySearch.find")(function* (
        question: Option.Option<string>,
        slug: Option.Option<string>
      ) {
        const { isConfident, places } = yield* Option.match(question, {
          onNone: () => Effect.succeed(emptyRanking),
          onSome: (question) => rankPassages(readQuestion(question), slug)
        })
        const all =
          places.length > 0 ? yield* passagesAt(places) : Option.isSome(slug) ? yield* passagesOf(slug.value) : []
        const [found, remaining] = Array.splitAt(all, maxPassages)
        return {
          furtherHeadings: Array.dedupe(Array.filterMap(remaining, ({ heading }) => Option.fromNullable(heading))),
          passages: found.map((passage) => ({
            title: passage.title,
            heading: passage.heading,
            text: passage.text,
            url: urlOf(passage)
          })),
          topics: found.length > 0 && (isConfident || Option.isSome(slug)) ? [] : yield* topics
        } satisfies PolicyAnswer
      }, orUnavailable)
      return { find }
    })
  )
}
