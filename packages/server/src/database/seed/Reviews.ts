import { SqlClient } from "@effect/sql"
import { Array, Chunk, Effect, Iterable, Schema, Stream } from "effect"
import { account, admin, sellerOf } from "./Accounts.ts"
import { type Article, article, handWritten, positionOf } from "./Catalogue.ts"
import type { Loader, Row } from "./Loader.ts"
import { type Opinion, ReviewWriter } from "./ReviewText.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { StarBalance } from "./StarBalance.ts"
import { ago, day, hour, iso, randomOf, type World } from "./World.ts"
import { hostileReviews } from "./vocabulary/HostileTexts.ts"
import { burst, copied, generic, shouting, type Stars } from "./vocabulary/ReviewTexts.ts"

/** Somebody who received an article, and when first. */
export interface Buyer {
  readonly userId: string
  readonly deliveredMillis: number
}

/** How many reviews an article gets. */
interface Share {
  readonly article: Article
  readonly count: number
}

const headphones = positionOf("Electronics", "Noise-Cancelling Headphones")

/** Stars of the headphones: everybody has an opinion about them, 4.2 in the mean. */
const headphoneStars: ReadonlyArray<Stars> = [5, 5, 4, 3, 5, 4, 2, 5, 4, 5, 4, 3, 5, 4, 1, 5, 4, 5, 3, 4, 5, 4, 5, 5, 5]

/** Seven reviews of one day are on this article; sold least, it has many who never bought it. */
const burstArticle = handWritten - 3

/** Whoever comes last among the customers copies one text under many articles, and never bought anything. */
const copyist = (world: World) => account(world, world.users - 1).id

/** Neither sellers nor admins write reviews, but for one exception. */
const outsiders = [sellerOf(0), sellerOf(1), admin]

/** How many accounts write reviews in good faith: all customers but the copyist, and the power user. */
const writerCount = ({ users }: Pick<World, "users">) => users - outsiders.length - 1

/** The position of the account that is the writer with this number. */
const writer = (number: number) =>
  outsiders.reduce((position, outsider) => (position >= outsider ? position + 1 : position), number)

/** The number of reviews that find an author at most, with room for articles that are reviewed more than others. */
export const reviewCapacity = (world: Pick<World, "products" | "users">) =>
  Math.floor((world.products * writerCount(world)) / 1.4)

/** How the reviews are spread over the active articles. */
function* shares(world: World): Generator<Share> {
  const forHeadphones = Math.min(headphoneStars.length, world.reviews)
  const rest = world.reviews - forHeadphones
  const weight = (index: number) =>
    index === headphones ? 0 : 0.7 + 0.6 * randomOf(world, "review weight", index).real()
  const whole = Array.reduce(positions(world), 0, (sum, index) => sum + weight(index))
  let before = 0
  let given = 0
  for (const index of positions(world)) {
    before += weight(index)
    const until = Math.floor((rest * before) / whole)
    yield { article: article(world, index), count: index === headphones ? forHeadphones : until - given }
    given = until
  }
}

function* positions(world: World) {
  for (let index = 0; index < world.products; index++) {
    yield index
  }
}

/** How much somebody likes an article: articles differ, and people differ more. */
const likingOf = (random: SeededRandom, quality: number) => 0.35 * quality + 0.937 * random.normal()

interface Draft extends Opinion {
  readonly rating: Stars
  readonly isFlagged?: boolean
  /** Where the author is not free to choose. */
  readonly author?: string
  readonly writtenMillis?: number
}

/** Reviews that do not come from the heart: by people who never bought the article. */
const fakes = (world: World, random: SeededRandom, { category, entry, index }: Article, count: number) => {
  if (count < 8) {
    return []
  }
  const drafts = Array.empty<Draft>()
  if (index % 4 === 1) {
    const body = random.pick(shouting)
    drafts.push({ rating: /WORST|DO NOT/.test(body) ? 1 : 5, title: "!!!", body, isFlagged: true })
  }
  if (index % 3 === 0) {
    const own = index === headphones ? { author: account(world, sellerOf(index)).id } : {}
    drafts.push({ rating: 5, title: "Five stars", body: random.pick(generic), ...own })
  }
  if (index % 6 === 2 || index === headphones) {
    const thing = category === "Books" ? "book" : entry.kind.toLowerCase()
    drafts.push({ rating: 5, title: "Whole family delighted", body: copied(thing), author: copyist(world) })
  }
  if (index === burstArticle) {
    const start = ago(world, 41)
    drafts.push(
      ...burst.map((body, place): Draft => ({
        rating: 5,
        title: "Wow",
        body,
        writtenMillis: start + Math.round((place * 2.5 + random.real()) * hour)
      }))
    )
  }
  return drafts
}

const greatestDivisor = (left: number, right: number): number =>
  right === 0 ? left : greatestDivisor(right, left % right)

/**
 * Accounts that do not have the article, all of them once, in an order of its own for each article and without a list
 * of them all. On the headphones everybody writes.
 */
function* strangers(world: World, random: SeededRandom, index: number, known: ReadonlySet<string>): Generator<string> {
  const everybody = index === headphones
  const count = everybody ? world.users : writerCount(world)
  const start = random.int(0, count - 1)
  let stride = random.int(1, count)
  while (greatestDivisor(stride, count) !== 1) {
    stride += 1
  }
  for (let place = 0; place < count; place++) {
    const number = (start + place * stride) % count
    const { id } = account(world, everybody ? number : writer(number))
    if (!known.has(id)) {
      yield id
    }
  }
}

/** Who wrote a genuine review, and when the article was delivered if it was. */
interface Author {
  readonly userId: string
  readonly deliveredMillis?: number
}

/** The review with an injected order that some of the hand-written articles have. */
const hostileReview = ({ index }: Article) =>
  index < handWritten && index % 6 === 4 ? hostileReviews[(index - 4) / 6] : undefined

/** The reviews of one article. A review is verified exactly when its author received the article. */
export const reviewsOf = (
  world: World,
  balance: StarBalance,
  { article, count }: Share,
  buyers: ReadonlyArray<Buyer>
): ReadonlyArray<Row> => {
  const random = randomOf(world, "reviews", article.index)
  const writer = new ReviewWriter(random, article)
  const quality = random.normal()

  const [anonymous, signed] = Array.partition(
    fakes(world, random, article, count),
    (draft) => draft.author !== undefined
  )
  const known = new Set([...buyers.map((buyer) => buyer.userId), ...signed.flatMap((draft) => draft.author ?? [])])
  const others = Array.fromIterable(Iterable.take(strangers(world, random, article.index, known), count))
  const posted = Array.zip(anonymous, others).map(([draft, author]) => ({ ...draft, author }))
  const authors: ReadonlyArray<Author> = [
    ...buyers.slice(0, count - signed.length - posted.length),
    ...others.slice(posted.length).map((userId) => ({ userId }))
  ].slice(0, count - signed.length - posted.length)

  const genuine = (place: number): Draft => {
    const fixed = article.index === headphones ? headphoneStars[place + 2] : undefined
    if (fixed !== undefined) {
      balance.count(fixed)
    }
    const rating = fixed ?? balance.judge(likingOf(random, quality))
    return { rating, ...writer.write(rating) }
  }
  const row = (draft: Draft, author: Author): Row => {
    const sinceMillis = author.deliveredMillis ?? ago(world, 175)
    const span = author.deliveredMillis === undefined ? 173 * day : Math.min(25 * day, world.nowMillis - sinceMillis)
    const writtenMillis = draft.writtenMillis ?? Math.trunc(sinceMillis + (0.02 + 0.96 * random.real()) * span)
    return {
      id: random.uuid(writtenMillis),
      product_id: article.id,
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
  const hostile = hostileReview(article)
  for (const { rating } of [...Array.fromNullable(hostile), ...posted, ...signed]) {
    balance.count(rating)
  }
  return [
    ...authors.map((author, place) => row((place === 0 ? hostile : undefined) ?? genuine(place), author)),
    ...[...posted, ...signed].map((draft) => row(draft, { userId: draft.author ?? copyist(world) }))
  ]
}

const BuyerRow = Schema.Struct({
  product_id: Schema.String,
  user_id: Schema.String,
  delivered_at: Schema.DateFromSelf
})
const decodeBuyers = Schema.decodeUnknown(Schema.Array(BuyerRow))

/** Articles whose buyers are asked for at once. */
const articlesPerQuery = 1000

/** Writes the reviews; the orders must be there, because they tell who bought what. */
export const loadReviews = Effect.fnUntraced(function* (world: World, loader: Loader) {
  const sql = yield* SqlClient.SqlClient
  const balance = new StarBalance()
  yield* Stream.fromIterable(shares(world)).pipe(
    Stream.filter(({ count }) => count > 0),
    Stream.grouped(articlesPerQuery),
    Stream.runForEach((batch) =>
      Effect.gen(function* () {
        const ids = Chunk.toReadonlyArray(batch).map((share) => share.article.id)
        const rows = yield* sql`
          SELECT i.product_id, o.user_id, min(h.recorded_at) AS delivered_at
          FROM order_items i
          JOIN orders o ON o.id = i.order_id AND o.status IN ('delivered', 'returned')
          JOIN order_status_history h ON h.order_id = o.id AND h.status = 'delivered'
          WHERE ${sql.in("i.product_id", ids)}
          GROUP BY i.product_id, o.user_id
          ORDER BY i.product_id, delivered_at, o.user_id`
        const buyers = Array.groupBy(yield* decodeBuyers(rows), (row) => row.product_id)
        yield* loader.load(
          "reviews",
          Iterable.flatMap(batch, (share) =>
            reviewsOf(
              world,
              balance,
              share,
              (buyers[share.article.id] ?? []).map((row) => ({
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
