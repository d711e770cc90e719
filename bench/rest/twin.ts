/**
 * Four reads of the front door as a team would write them by hand with Fastify and `pg`: the same JSON to the byte, the
 * same token check, the same look at the account for every request, and nothing else of the front door.
 */
import Fastify from "fastify"
import { jwtVerify } from "jose"
import { createSecretKey } from "node:crypto"
import { env } from "node:process"
import { Pool, types } from "pg"

interface Identity {
  readonly id: string
}

/** Which rows of a list. */
interface Page {
  readonly limit: number
  readonly offset: number
}

types.setTypeParser(types.builtins.NUMERIC, Number)

const database = new Pool({ connectionString: env["DATABASE_URL"], max: 8 })
const key = createSecretKey(env["JWT_SECRET"] ?? "", "utf8")
const app = Fastify()

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The active account of the token, or none. */
const authenticate = async (authorization: string | undefined): Promise<Identity | undefined> => {
  const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1]
  if (token === undefined) {
    return undefined
  }
  const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"] })
  if (payload["type"] !== "access") {
    return undefined
  }
  const { rows } = await database.query(
    `SELECT id, email, name, role FROM users
     WHERE email = $1 AND id = $2 AND is_active AND deleted_at IS NULL
       AND NOT (COALESCE(token_generation <> $6::int, tokens_valid_after > to_timestamp($3::float8))
         OR EXISTS (SELECT FROM revoked_tokens WHERE jti IN ($4, $5)))`,
    [payload.sub, payload["user_id"], payload.iat ?? 0, payload.jti ?? "", payload["sid"] ?? "", payload["gen"]]
  )
  return rows[0]
}

/** First name and initial of the last one. */
const shortName = (name: string) => {
  const [first = "", ...others] = name.trim().split(/\s+/)
  const last = others.at(-1)
  return last === undefined ? first : `${first} ${[...last][0]}.`
}

app.get("/healthz", () => ({ status: "ok" }))

app.get<{ Querystring: Page }>(
  "/api/products",
  {
    schema: {
      querystring: {
        type: "object",
        properties: {
          limit: { type: "integer", minimum: 1, maximum: 100, default: 50 },
          offset: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 }
        }
      }
    }
  },
  async (request, reply) => {
    if ((await authenticate(request.headers.authorization)) === undefined) {
      return reply.code(401).send({ detail: "Invalid token" })
    }
    const [products, counts] = await Promise.all([
      database.query(
        `SELECT id, name, left(description, 200) AS description, category, brand, price, original_price, image_url,
           rating, review_count
         FROM products WHERE is_active ORDER BY rating DESC, review_count DESC, id LIMIT $1 OFFSET $2`,
        [request.query.limit, request.query.offset]
      ),
      database.query(
        `SELECT COALESCE(sum(active_count), 0)::int AS total,
           COALESCE(array_agg(category ORDER BY category) FILTER (WHERE active_count > 0), '{}') AS categories
         FROM product_counts`
      )
    ])
    return { products: products.rows, ...counts.rows[0] }
  }
)

app.get<{ Params: { readonly id: string } }>("/api/products/:id", async (request, reply) => {
  if ((await authenticate(request.headers.authorization)) === undefined) {
    return reply.code(401).send({ detail: "Invalid token" })
  }
  if (!uuid.test(request.params.id)) {
    return reply.code(404).send({ detail: "Product not found" })
  }
  const { rows } = await database.query(
    `SELECT p.id, p.name, p.description, p.category, p.brand, p.price, p.original_price, p.image_url, p.rating,
       p.review_count, p.specs, stock.total > 0 AS in_stock, stock.total AS total_stock, stock.warehouses,
       ARRAY(
         SELECT json_build_object('id', r.id, 'rating', r.rating, 'title', r.title, 'body', r.body,
           'verified', r.verified_purchase, 'reviewer', u.name, 'date', r.created_at)
         FROM reviews r JOIN users u ON u.id = r.user_id
         WHERE r.product_id = p.id AND NOT r.is_flagged ORDER BY r.created_at DESC, r.id DESC LIMIT 10
       ) AS reviews,
       (
         SELECT json_build_object('1', count(*) FILTER (WHERE rating = 1), '2', count(*) FILTER (WHERE rating = 2),
           '3', count(*) FILTER (WHERE rating = 3), '4', count(*) FILTER (WHERE rating = 4),
           '5', count(*) FILTER (WHERE rating = 5))
         FROM reviews r WHERE r.product_id = p.id AND NOT r.is_flagged
       ) AS rating_distribution
     FROM products p
     CROSS JOIN LATERAL (
       SELECT COALESCE(sum(i.quantity), 0)::int AS total, COALESCE(json_agg(
         json_build_object('name', w.name, 'region', w.region, 'quantity', i.quantity) ORDER BY w.name), '[]'
       ) AS warehouses
       FROM warehouse_inventory i JOIN warehouses w ON w.id = i.warehouse_id WHERE i.product_id = p.id
     ) stock
     WHERE p.id = $1 AND p.is_active`,
    [request.params.id]
  )
  const [product] = rows
  if (product === undefined) {
    return reply.code(404).send({ detail: "Product not found" })
  }
  for (const review of product.reviews) {
    review.reviewer = shortName(review.reviewer)
    review.date = new Date(review.date)
  }
  return product
})

app.get<{ Querystring: Page }>(
  "/api/orders",
  {
    schema: {
      querystring: {
        type: "object",
        properties: {
          limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
          offset: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 }
        }
      }
    }
  },
  async (request, reply) => {
    const caller = await authenticate(request.headers.authorization)
    if (caller === undefined) {
      return reply.code(401).send({ detail: "Invalid token" })
    }
    const [orders, counts] = await Promise.all([
      database.query(
        `SELECT o.id, o.status, o.total, c.name AS carrier, COALESCE(o.tracking_number, '') AS tracking,
           (SELECT count(*)::int FROM order_items i WHERE i.order_id = o.id) AS item_count, o.created_at AS date
         FROM orders o JOIN carriers c ON c.id = o.carrier_id
         WHERE o.user_id = $1 ORDER BY o.created_at DESC, o.id DESC LIMIT $2 OFFSET $3`,
        [caller.id, request.query.limit, request.query.offset]
      ),
      database.query(`SELECT count(*)::int AS total FROM orders WHERE user_id = $1`, [caller.id])
    ])
    return { orders: orders.rows, ...counts.rows[0] }
  }
)

app.get("/api/conversations", async (request, reply) => {
  const caller = await authenticate(request.headers.authorization)
  if (caller === undefined) {
    return reply.code(401).send({ detail: "Invalid token" })
  }
  const { rows } = await database.query(
    `SELECT c.id, c.title, (SELECT count(*)::int FROM messages m WHERE m.conversation_id = c.id) AS message_count,
       c.created_at, c.last_message_at
     FROM conversations c WHERE c.user_id = $1 AND c.is_active
     ORDER BY c.last_message_at DESC, c.id DESC LIMIT 50`,
    [caller.id]
  )
  return rows
})

await app.listen({ host: "127.0.0.1", port: Number(env["TWIN_PORT"]) })
