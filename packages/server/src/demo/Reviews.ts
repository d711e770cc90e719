import { SqlClient } from "@effect/sql"
import { Array, Chunk, Effect, Iterable, Schema, Stream } from "effect"
import { account, admin, sellerOf } from "./Accounts.ts"
import { type SeededProduct, productAt } from "./Catalogue.ts"
import { copyist, type ReviewDraft, fakeReviews, headphones, hostileReview } from "./FakeReviews.ts"
import type { Loader, Row } from "./Loader.ts"
import { ReviewWriter } from "./ReviewText.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { StarBalance } from "./StarBalance.ts"
import { ago, day, iso, randomOf, type World } from "./World.ts"
import type { Stars } from "./vocabulary/ReviewTexts.ts"

/** A buyer of a product, with the time of its first delivery to them. */
export interface Buyer {
  readonly userId: string
  readonly deliveredMillis: number
}

/** Number of reviews that a product gets. */
interface ReviewQuota {
  readonly product: SeededProduct
  readonly count: number
}

/** Stars of the reviews of the headphones: 4.16 on average. */
const headphoneStars: ReadonlyArray<Stars> = [5, 5, 4, 3, 5, 4, 2, 5, 4, 5, 4, 3, 5, 4, 1, 5, 4, 5, 3, 4, 5, 4, 5, 5, 5]

/** Positions of sellers and admin, in ascending order; they review nothing but the headphones. */
const nonReviewers = [sellerOf(0), sellerOf(1), admin]

/** Returns the number of genuine reviewers: all accounts except `nonReviewers` and the copyist. */
const writerCount = ({ users }: Pick<World, "users">) => users - nonReviewers.length - 1

/** Returns the account position of the reviewer with a number, skipping `nonReviewers`. */
const reviewerPosition = (number: number) =>
  nonReviewers.reduce((position, nonReviewer) => (position >= nonReviewer ? position + 1 : position), number)

/** Returns the maximum number of reviews: an author reviews a product once, and 1.4 leaves room for popular ones. */
export const reviewCapacity = (world: Pick<World, "products" | "users">) =>
  Math.floor((world.products * writerCount(world)) / 1.4)

/** Distributes the reviews over the active products, by random weights between 0.7 and 1.3. */
function* reviewQuotas(world: World): Generator<ReviewQuota> {
  const forHeadphones = Math.min(headphoneStars.length, world.reviews)
  const rest = world.reviews - forHeadphones
  const weight = (index: number) =>
    index === headphones ? 0 : 0.7 + 0.6 * randomOf(world, "review weight", index).real()
  const totalWeight = Array.reduce(positions(world), 0, (sum, index) => sum + weight(index))
  let weightSoFar = 0
  let countSoFar = 0
  for (const index of positions(world)) {
    weightSoFar += weight(index)
    const until = Math.floor((rest * weightSoFar) / totalWeight)
    yield { product: productAt(world, index), count: index === headphones ? forHeadphones : until - countSoFar }
    countSoFar = until
  }
}

function* positions(world: World) {
  for (let index = 0; index < world.products; index++) {
    yield index
  }
}

/** Draws a person's liking of a product (mean 0, deviation 1); it depends more on the person than on the product. */
const likingOf = (random: SeededRandom, quality: number) => 0.35 * quality + 0.937 * random.normal()

const greatestDivisor = (left: number, right: number): number =>
  right === 0 ? left : greatestDivisor(right, left % right)

/**
 * Generates the accounts that are not `known`, each once, in an order that differs per product. A stride coprime to
 * their number visits all of them without a list. Everybody may review the headphones.
 */
function* nonBuyers(world: World, random: SeededRandom, index: number, known: ReadonlySet<string>): Generator<string> {
  const isOpenToAll = index === headphones
  const count = isOpenToAll ? world.users : writerCount(world)
  const start = random.int(0, count - 1)
  let stride = random.int(1, count)
  while (greatestDivisor(stride, count) !== 1) {
    stride += 1
  }
  for (let place = 0; place < count; place++) {
    const number = (start + place * stride) % count
    const { id } = account(world, isOpenToAll ? number : reviewerPosition(number))
    if (!known.has(id)) {
      yield id
    }
  }
}

/** Author of a genuine review; buyers have a delivery time. */
interface Author {
  readonly userId: string
  readonly deliveredMillis?: number
}

/** Number of buyers queried beyond the number of reviews. When fewer are found, they are all of the buyers. */
const spareBuyers = 200

/**
 * Makes the reviews of a product. A review is verified exactly when its author received the product, so other people
 * get reviews only where all buyers are known.
 */
export const reviewsOf = (
  world: World,
  balance: StarBalance,
  { product, count }: ReviewQuota,
  buyers: ReadonlyArray<Buyer>
): ReadonlyArray<Row> => {
  const random = randomOf(world, "reviews", product.index)
  const writer = new ReviewWriter(random, product)
  const quality = random.normal()

  const allBuyersKnown = buyers.length < count + spareBuyers
  const [withoutAuthor, withAuthor] = Array.partition(
    allBuyersKnown ? fakeReviews(world, random, product, count) : [],
    (draft) => draft.author !== undefined
  )
  const known = new Set([...buyers.map((buyer) => buyer.userId), ...withAuthor.flatMap((draft) => draft.author ?? [])])
  const nonBuyerIds = Array.fromIterable(
    Iterable.take(nonBuyers(world, random, product.index, known), allBuyersKnown ? count : 0)
  )
  const assignedFakes = Array.zip(withoutAuthor, nonBuyerIds).map(([draft, author]) => ({ ...draft, author }))
  const authors: ReadonlyArray<Author> = [
    ...buyers.slice(0, count - withAuthor.length - assignedFakes.length),
    ...nonBuyerIds.slice(assignedFakes.length).map((userId) => ({ userId }))
  ].slice(0, count - withAuthor.length - assignedFakes.length)

  const genuine = (place: number): ReviewDraft => {
    const fixedStars = product.index === headphones ? headphoneStars[place + 2] : undefined
    if (fixedStars !== undefined) {
      balance.count(fixedStars)
    }
    const rating = fixedStars ?? balance.starsFor(likingOf(random, quality))
    return { rating, ...writer.write(rating) }
  }
  const row = (draft: ReviewDraft, author: Author): Row => {
    const sinceMillis = author.deliveredMillis ?? ago(world, 175)
    const span = author.deliveredMillis === undefined ? 173 * day : Math.min(25 * day, world.nowMillis - sinceMillis)
    const writtenMillis = draft.writtenMillis ?? Math.trunc(sinceMillis + (0.02 + 0.96 * random.real()) * span)
    return {
      id: random.uuid(writtenMillis),
      product_id: product.id,
      user_id: author.userId,
      rating: draft.rating,
      title: draft.title,
      body: draft.body,
      verified_purchase: author.deliveredMillis !== undefined,
      helpful_count: Math.floor(40 * random.real() ** 6),
      is_flagged: draft.isFlagged ?? false,
      created_at: iso(writtenMillis)
    }
  }
  const hostile = hostileReview(product)
  for (const { rating } of [...Array.fromNullable(hostile), ...assignedFakes, ...withAuthor]) {
    balance.count(rating)
  }
  return [
    ...authors.map((author, place) => row((place === 0 ? hostile : undefined) ?? genuine(place), author)),
    ...[...assignedFakes, ...withAuthor].map((draft) => row(draft, { userId: draft.author ?? copyist(world) }))
  ]
}

const BuyerRow = Schema.Struct({ product_id: Schema.String, user_id: Schema.String, delivered_at: Schema.DateFromSelf })
const decodeBuyers = Schema.decodeUnknown(Schema.Array(BuyerRow))

/** Number of products whose buyers are read per query. */
const productsPerQuery = 1000

/** Inserts the reviews. The orders must be stored first, because the buyers are read from them. */
export const loadReviews = Effect.fnUntraced(function* (world: World, loader: Loader) {
  const sql = yield* SqlClient.SqlClient
  const balance = new StarBalance()
  yield* Stream.fromIterable(reviewQuotas(world)).pipe(
    Stream.filter(({ count }) => count > 0),
    Stream.grouped(productsPerQuery),
    Stream.runForEach((batch) =>
      Effect.gen(function* () {
        const buyerQueries = Chunk.toReadonlyArray(batch).map(({ product, count }) => ({
          product_id: product.id,
          most: count + spareBuyers
        }))
        const rows = yield* sql`
          SELECT requested.product_id, buyers.user_id, buyers.delivered_at
          FROM json_to_recordset(${JSON.stringify(buyerQueries)}::json) AS requested (product_id uuid, most integer)
          CROSS JOIN LATERAL (
            SELECT o.user_id, min(h.recorded_at) AS delivered_at
            FROM order_items i
            JOIN orders o ON o.id = i.order_id AND o.status IN ('delivered', 'returned')
            JOIN order_status_history h ON h.order_id = o.id AND h.status = 'delivered'
            WHERE i.product_id = requested.product_id
            GROUP BY o.user_id
            ORDER BY delivered_at, o.user_id
            LIMIT requested.most
          ) buyers
          ORDER BY requested.product_id, buyers.delivered_at, buyers.user_id`
        const buyers = Array.groupBy(yield* decodeBuyers(rows), (row) => row.product_id)
        yield* loader.load(
          "reviews",
          Iterable.flatMap(batch, (share) =>
            reviewsOf(
              world,
              balance,
              share,
              (buyers[share.product.id] ?? []).map((row) => ({
                userId: row.user_id,
                deliveredMillis: row.delivered_at.getTime()
              }))
            )
          )
        )
      })
    )
  )
})
