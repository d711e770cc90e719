import { SqlClient, SqlSchema } from "@effect/sql"
import { Email } from "@storefront/domain/Identity"
import { Array, Effect, Either, Schema } from "effect"
import { v7 } from "uuid"
import { rate } from "../../reviews/Ratings.ts"
import { type TakenReview } from "../kinds/Kinds.ts"
import { reviews } from "../kinds/Reviews.ts"
import { isStated } from "../kinds/SimpleKind.ts"
import { type Fault, type LateNote, type Refused, refuseLine } from "../Lines.ts"
import { quote } from "../Quote.ts"
import * as NamedProducts from "./NamedProducts.ts"
import * as TableRows from "./TableRows.ts"
import { type Settled, type StagedLine, type Writing } from "./Writing.ts"

/**
 * Writes reviews of groups and singles, whose ratings follow. Reviews are texts of people: they are neutralised wherever
 * a model reads them, and only an operator flags them.
 */

const StagedReview: Schema.Schema<TakenReview> = Schema.Struct({
  externalId: Schema.String,
  product: Schema.String,
  rating: Schema.Int,
  title: Schema.UndefinedOr(Schema.String),
  body: Schema.String,
  email: Schema.UndefinedOr(Schema.NullOr(Schema.typeSchema(Email))),
  author: Schema.UndefinedOr(Schema.NullOr(Schema.String)),
  verified: Schema.UndefinedOr(Schema.Boolean),
  helpfulCount: Schema.UndefinedOr(Schema.Int),
  createdAt: Schema.UndefinedOr(Schema.String)
})

/** A review as a line states it. Null leaves the stored value, or the default of a new row; of the author one is null. */
interface ReviewRow {
  readonly id: string
  readonly source: string
  readonly external_id: string
  readonly product_id: string
  readonly user_id: string | null
  readonly author: string | null
  readonly rating: number
  readonly title: string | null
  readonly body: string
  readonly verified_purchase: boolean | null
  readonly helpful_count: number | null
  readonly created_at: string | null
}

const { insertedOnly, stated, stays, text } = TableRows

const table: TableRows.Table<ReviewRow> = {
  name: "reviews",
  given: {
    id: "uuid",
    source: "text",
    external_id: "text",
    product_id: "uuid",
    user_id: "uuid",
    author: "text",
    rating: "smallint",
    title: "text",
    body: "text",
    verified_purchase: "boolean",
    helpful_count: "integer",
    created_at: "timestamptz"
  },
  key: ["id"],
  columns: {
    source: insertedOnly("g.source"),
    external_id: insertedOnly("g.external_id"),
    product_id: stated("product_id"),
    user_id: stated("user_id"),
    author: stated("author"),
    rating: stated("rating"),
    title: text("title"),
    body: stated("body"),
    verified_purchase: stays("verified_purchase", "COALESCE(g.verified_purchase, false)"),
    helpful_count: stays("helpful_count", "COALESCE(g.helpful_count, 0)"),
    created_at: stays("created_at", "COALESCE(g.created_at, now())")
  }
}

const StoredReview = Schema.Struct({
  id: Schema.String,
  external_id: Schema.String,
  product_id: Schema.String,
  /** The group of a variant. */
  listed_id: Schema.String,
  /** The group of a variant has another review by this person. */
  is_replaced: Schema.Boolean,
  user_id: Schema.NullOr(Schema.String),
  rating: Schema.Int
})

/** An account and a product, which have at most one review in common. */
const Reviewer = Schema.Struct({
  product_id: Schema.String,
  /** The group of a variant. */
  listed_id: Schema.String,
  user_id: Schema.String
})

const KnownReviewer = Schema.Struct({
  product_id: Schema.String,
  user_id: Schema.String,
  review_id: Schema.NullOr(Schema.String),
  is_bought: Schema.Boolean
})

/** A line whose product and writer are found. */
interface FoundLine {
  readonly line: number
  readonly value: TakenReview
  readonly stored: typeof StoredReview.Type | undefined
  /** The group of a variant. */
  readonly listed: string
  /** Account of the writer, if there is one. */
  readonly user: string | null
}

/** Returns what tells the reviewers of products apart. */
const reviewerKey = (product: string, user: string) => `${product} ${user}`

/** Returns the product that a line's review stands with: a variant keeps a review that a newer one has replaced. */
const productOf = ({ listed, stored }: FoundLine) =>
  stored?.listed_id === listed && stored.is_replaced ? stored.product_id : listed

const rowOf = (found: FoundLine, source: string, isBought: boolean): ReviewRow => {
  const { stored, user, value } = found
  return {
    id: stored?.id ?? v7(),
    source,
    external_id: value.externalId,
    product_id: productOf(found),
    user_id: user,
    author: user === null ? (value.author ?? null) : null,
    rating: value.rating,
    title: value.title ?? null,
    body: value.body,
    verified_purchase: user === null ? (value.verified ?? null) : isBought,
    helpful_count: value.helpfulCount ?? null,
    created_at: value.createdAt ?? null
  }
}

/**
 * Returns why a line may not change the stored review of its key. An account's review keeps its product and its writer:
 * if it made room for another one, the order of lines would matter.
 */
const lockedFault = ({ listed, stored, user, value }: FoundLine): (Fault & { readonly column: string }) | null => {
  if (stored === undefined || stored.user_id === null) {
    return null
  }
  const column = stored.user_id !== user ? "email" : stored.listed_id !== listed ? "product" : null
  return column === null
    ? null
    : {
        column,
        fault: `is another one than that of the stored review ${quote(value.externalId)}`,
        mend: `give the line a key of its own, and hide the stored review: storefront reviews flag ${stored.id}`
      }
}

/** Writes reviews, and the ratings of their products. */
export const make = Effect.fnUntraced(function* (source: string) {
  const sql = yield* SqlClient.SqlClient
  const findProducts = yield* NamedProducts.make(source, "listed")
  const writeRows = yield* TableRows.make(table)

  const storedOf = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: StoredReview,
    execute: (keys) => sql`
      SELECT r.id, r.external_id, r.product_id, COALESCE(p.group_id, p.id) AS listed_id, r.user_id, r.rating,
        EXISTS (SELECT FROM reviews o WHERE o.product_id = p.group_id AND o.user_id = r.user_id) AS is_replaced
      FROM reviews r JOIN products p ON p.id = r.product_id
      WHERE r.source = ${source} AND r.external_id = ANY(${keys}::text[])`
  })
  const accountsOf = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ id: Schema.String, email: Schema.String }),
    execute: (emails) => sql`SELECT id, email FROM users WHERE email = ANY(${emails}::text[]) AND role <> 'guest'`
  })
  const knownOf = SqlSchema.findAll({
    Request: Schema.Array(Reviewer),
    Result: KnownReviewer,
    execute: (reviewers) => sql`
      SELECT g.product_id, g.user_id, r.id AS review_id, EXISTS (
        SELECT FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id
        WHERE o.user_id = g.user_id AND o.status IN ('delivered', 'returned')
          AND (p.id = g.listed_id OR p.group_id = g.listed_id)
      ) AS is_bought
      FROM json_to_recordset(${JSON.stringify(reviewers)}::json) AS g (product_id uuid, listed_id uuid, user_id uuid)
      LEFT JOIN reviews r ON r.product_id = g.product_id AND r.user_id = g.user_id`
  })

  /** Finds the products that lines name, and their stored reviews. */
  const find = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenReview>>) {
    const productNamed = yield* findProducts(lines.map(({ value }) => value.product))
    const stored = yield* storedOf(lines.map(({ value }) => value.externalId))
    const listed = [
      ...Array.getRights(lines.map(({ value }) => productNamed(value.product))),
      ...stored.map(({ listed_id }) => listed_id)
    ]
    return { productNamed, stored, listed }
  })

  /** Finds products and reviews, and locks the listed products: none of them becomes a variant from here on. */
  const findLocked = (
    lines: ReadonlyArray<StagedLine<TakenReview>>,
    locked: ReadonlySet<string> = new Set()
  ): ReturnType<typeof find> =>
    Effect.gen(function* () {
      const found = yield* find(lines)
      const others = found.listed.filter((id) => !locked.has(id))
      if (others.length === 0) {
        return found
      }
      yield* sql`SELECT FROM products WHERE id = ANY(${others}::uuid[]) ORDER BY id FOR SHARE`
      // An import of products that was waited for may have given these names and reviews other products.
      return yield* findLocked(lines, new Set([...locked, ...others]))
    })

  /** Finds products and writers of lines, and refuses lines without. */
  const findLines = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenReview>>, isDryRun: boolean) {
    const { productNamed, stored: reviewsStored } = yield* isDryRun ? find(lines) : findLocked(lines)
    const stored = new Map(reviewsStored.map((review) => [review.external_id, review]))
    const accountsFound = yield* accountsOf(lines.flatMap(({ value }) => value.email ?? []))
    const accounts = new Map<string, string>(accountsFound.map(({ email, id }) => [email, id]))
    const [refused, found] = Array.partitionMap(lines, ({ line, value }): Either.Either<FoundLine, Refused> => {
      const { author, email, externalId } = value
      const refuse = (column: string, fault: Fault) => Either.left(refuseLine(line, externalId, column, fault))
      const product = productNamed(value.product)
      if (Either.isLeft(product)) {
        return refuse("product", product.left)
      }
      const user = isStated(email) ? (accounts.get(email) ?? null) : null
      if (isStated(email) && user === null && !isStated(author)) {
        return refuse("email", {
          fault: `${quote(email)} is not the address of an account`,
          mend: "import the customer first, storefront import customers, or name the author"
        })
      }
      const reviewed: FoundLine = { line, value, stored: stored.get(externalId), listed: product.right, user }
      const fault = lockedFault(reviewed)
      return fault === null ? Either.right(reviewed) : refuse(fault.column, fault)
    })
    return { refused, found }
  })

  const lock = (products: ReadonlyArray<string>) =>
    sql`SELECT FROM products WHERE id = ANY(${products}::uuid[]) ORDER BY id FOR NO KEY UPDATE`

  /** Writes reviews; products whose rating follows are locked first, so that concurrent changes are counted one by one. */
  const write = Effect.fnUntraced(function* (rows: ReadonlyArray<ReviewRow>, rated: ReadonlyArray<string>) {
    if (rated.length === 0) {
      return (yield* writeRows(rows)).length
    }
    yield* lock(rated)
    const written = yield* writeRows(rows)
    yield* rate(sql, sql`SELECT unnest(${rated}::uuid[]) AS id`)
    return written.length
  })

  const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenReview>>, isDryRun: boolean) {
    const { found, refused } = yield* findLines(lines, isDryRun)
    const known = yield* knownOf(
      found.flatMap((line) =>
        line.user === null ? [] : [{ product_id: productOf(line), listed_id: line.listed, user_id: line.user }]
      )
    )
    const bought = new Set<string>()
    /** Ids of reviews by their reviewers. */
    const reviewed = new Map<string, string>()
    for (const { is_bought, product_id, review_id, user_id } of known) {
      const key = reviewerKey(product_id, user_id)
      if (is_bought) {
        bought.add(key)
      }
      if (review_id !== null) {
        reviewed.set(key, review_id)
      }
    }
    const rows: Array<ReviewRow> = []
    const notes: Array<LateNote> = []
    const others: Array<Refused> = []
    const rated = new Set<string>()
    for (const each of found) {
      const { line, listed, stored, user, value } = each
      const reviewer = user === null ? null : reviewerKey(productOf(each), user)
      const row = rowOf(each, source, reviewer !== null && bought.has(reviewer))
      if (reviewer !== null) {
        const other = reviewed.get(reviewer)
        if (other !== undefined && other !== row.id) {
          others.push(
            refuseLine(line, value.externalId, "email", {
              fault: `${quote(value.email ?? "")} has another review of this product`,
              mend: "keep one of the two: a person has one review of a product and its variants"
            })
          )
          continue
        }
        reviewed.set(reviewer, row.id)
      } else if (isStated(value.email)) {
        notes.push({ line, column: "email", text: "is not the address of an account: the review is the author's" })
      }
      rows.push(row)
      if (stored?.product_id !== row.product_id || stored.rating !== value.rating) {
        rated.add(listed).add(stored?.listed_id ?? listed)
      }
    }
    const settled: Settled = { refused: [...refused, ...others], notes, write: write(rows, [...rated]) }
    return settled
  })

  const writing: Writing<TakenReview> = {
    kind: reviews,
    staged: StagedReview,
    keysOf: ({ externalId }) => ({ key: externalId, unit: externalId }),
    prepare: ({ isDryRun }) =>
      Effect.succeed({ begin: Effect.void, settle: (lines) => settle(lines, isDryRun), withdraw: null })
  }
  return writing
})
