import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Day } from "@storefront/domain/Catalog"
import { LoyaltyTier, type User, UserId } from "@storefront/domain/Identity"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { ContentsFields } from "@storefront/domain/tools/OrderTools"
import { ProductReference } from "@storefront/domain/api/AgentApi"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import { returns } from "../../platform/config/LimitsConfig.ts"
import { supportContact } from "../../platform/config/SupportConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { productsByKey } from "../../shop/catalog/ProductKeys.ts"
import { orderContents } from "../../shop/orders/OrderContents.ts"
import { OrderState, stateColumns, withPossibilities } from "../../shop/orders/OrderPossibilities.ts"
import { TurnContext } from "./TurnContext.ts"

/** Optional parts of the context; every agent gets the day and the person. */
export interface ContextParts {
  /** Newest orders, and the usual destination. */
  readonly recentOrders: boolean
  readonly memories: boolean
}

const Row = Schema.Struct({
  first_name: UserText,
  loyalty_tier: LoyaltyTier,
  recent_orders: Schema.Array(
    Schema.Struct({
      ...OrderState.fields,
      order_id: OrderId,
      total: MoneyFromNumeric,
      total_with_shipping: MoneyFromNumeric,
      date: Day,
      delivered_at: Schema.NullOr(Schema.DateTimeUtc),
      ...ContentsFields
    })
  ),
  default_address: Schema.NullOr(Schema.Struct({ city: UserText, state: UserText })),
  memories: Schema.Array(Schema.Struct({ category: Schema.String, content: UserText, importance: Schema.Int }))
})

const isProductId = Schema.is(ProductId)

/** Returns the day in UTC and its weekday, by which a model resolves "on Tuesday". */
const dayOf = (now: DateTime.Utc) => ({
  today: DateTime.formatIsoDateUtc(now),
  weekday: DateTime.formatUtc(now, { locale: "en", weekday: "long" })
})

/** Loads the facts that an agent gets about a customer. */
export class TurnContexts extends Context.Tag("@storefront/server/assistant/agent/TurnContexts")<
  TurnContexts,
  {
    /** A `page` that is no active product is left out. */
    readonly load: (
      customer: User,
      parts: ContextParts,
      page?: ProductReference
    ) => Effect.Effect<TurnContext, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const contact = yield* supportContact
      const { windowDays } = yield* returns
      const orders = sql`
        SELECT o.id AS order_id, o.status, o.total::text, (o.total + o.shipping_cost)::text AS total_with_shipping,
          to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, i.products, i.more_products, ${stateColumns(sql)}
        FROM orders o CROSS JOIN LATERAL (${orderContents(sql)}) i
        WHERE o.user_id = users.id ORDER BY o.created_at DESC, o.id DESC LIMIT 3`
      const address = sql`coalesce(
        (SELECT shipping_address FROM carts WHERE user_id = users.id),
        (SELECT shipping_address FROM orders WHERE user_id = users.id ORDER BY created_at DESC, id DESC LIMIT 1))`
      const memories = sql`
        SELECT category, content, importance FROM agent_memories
        WHERE user_id = users.id AND (expires_at IS NULL OR expires_at > now())
        ORDER BY importance DESC, seq DESC LIMIT 10`
      const jsonRows = (query: typeof orders, isRequested: boolean) =>
        isRequested ? sql`(SELECT coalesce(json_agg(one), '[]') FROM (${query}) one)` : sql`'[]'::json`
      const find = SqlSchema.single({
        Request: Schema.Struct({ id: UserId, recentOrders: Schema.Boolean, memories: Schema.Boolean }),
        Result: Row,
        execute: (requested) => sql`
          SELECT split_part(btrim(name), ' ', 1) AS first_name, loyalty_tier,
            ${jsonRows(orders, requested.recentOrders)} AS recent_orders, ${jsonRows(memories, requested.memories)} AS memories,
            ${requested.recentOrders ? address : sql`NULL::jsonb`} AS default_address
          FROM users WHERE id = ${requested.id}`
      })
      const findProduct = SqlSchema.findOne({
        Request: Schema.typeSchema(ProductReference),
        Result: Schema.Struct({ product_id: ProductId, name: UserText }),
        execute: (reference) => sql`
          SELECT p.id AS product_id, p.name
          FROM (
            SELECT id, false AS by_key FROM unnest(${isProductId(reference) ? [reference] : []}::uuid[]) ids (id)
            UNION ALL
            SELECT id, true FROM (${productsByKey(sql, reference)}) keyed
          ) r
          JOIN products p ON p.id = r.id AND p.is_active
          ORDER BY r.by_key, p.is_listed DESC, p.id
          LIMIT 1`
      })
      return {
        load: Effect.fnUntraced(function* (customer, parts, page) {
          const now = yield* DateTime.now
          const viewed = page === undefined ? Option.none() : yield* findProduct(page)
          const { default_address, first_name, loyalty_tier, memories, recent_orders } = yield* find({
            id: customer.id,
            ...parts
          })
          return new TurnContext(
            {
              ...dayOf(now),
              customer: { first_name, role: customer.role, loyalty_tier },
              ...Option.match(viewed, { onNone: () => ({}), onSome: (viewed_product) => ({ viewed_product }) }),
              ...(parts.recentOrders
                ? {
                    recent_orders: recent_orders.map((row) => {
                      const { can_modify: _, ...order } = withPossibilities(row, {
                        now,
                        role: customer.role,
                        windowDays
                      })
                      return {
                        ...order,
                        delivered_at: Option.getOrNull(
                          Option.map(Option.fromNullable(order.delivered_at), DateTime.formatIsoDateUtc)
                        )
                      }
                    })
                  }
                : {}),
              ...(default_address === null ? {} : { default_address }),
              ...(parts.memories ? { memories } : {}),
              ...(contact === undefined ? {} : { support_contact: contact })
            },
            skipValidation
          )
        }, orUnavailable)
      }
    })
  )

  /** Knows only the person's name, and the day of the clock. */
  static readonly layerTest = Layer.succeed(this, {
    load: (customer) =>
      Effect.map(
        DateTime.now,
        (now) =>
          new TurnContext({
            ...dayOf(now),
            customer: { first_name: UserText.make(customer.name), role: customer.role, loyalty_tier: "bronze" }
          })
      )
  })
}
