import { OrderStatus } from "@storefront/domain/Orders"
import { modifiable, transitions, withdrawal } from "@storefront/domain/rules/OrderLifecycle"
import { type Invariant } from "../../platform/database/Invariant.ts"
import { returnedStatusList } from "../catalog/ReturnedUnits.ts"
import { wholeAmounts } from "./Amounts.ts"

/**
 * Allowed status transitions of an order, as SQL literals `'placed>confirmed', …`. A changed address repeats the
 * status; a withdrawn return restores the earlier one.
 */
const legalTransitions = [
  ...OrderStatus.literals.flatMap((from) =>
    [...transitions[from], ...(modifiable.includes(from) ? [from] : [])].map((to) => [from, to])
  ),
  [withdrawal.from, withdrawal.to]
]
  .map(([from, to]) => `'${from}>${to}'`)
  .join(", ")

/** Data rules of a shop that constraints cannot express, in the order in which `verify` reports them. */
export const invariants: ReadonlyArray<Invariant> = [
  {
    name: "Total spend and tier follow from orders and refunds",
    violations: `
      SELECT u.id::text AS id FROM users u
      LEFT JOIN (SELECT user_id, sum(total) AS total FROM orders WHERE status <> 'cancelled' GROUP BY user_id) o
        ON o.user_id = u.id
      LEFT JOIN (SELECT user_id, sum(refund_amount) AS total FROM returns WHERE status = 'refunded' GROUP BY user_id) r
        ON r.user_id = u.id
      WHERE u.total_spend <> coalesce(o.total, 0) - coalesce(r.total, 0)
        OR u.loyalty_tier <> (SELECT name FROM loyalty_tiers WHERE min_spend <= u.total_spend ORDER BY min_spend DESC LIMIT 1)`
  },
  {
    name: "Sums, discount shares and allocations of orders placed here add up",
    violations: `
      SELECT o.id::text AS id FROM orders o
      LEFT JOIN (
        SELECT order_id, sum(subtotal) AS subtotal, sum(discount_share) AS discount FROM order_items GROUP BY order_id
      ) i ON i.order_id = o.id
      WHERE o.external_id IS NULL
        AND (i.order_id IS NULL OR o.subtotal <> i.subtotal OR o.discount_amount <> i.discount)
      UNION ALL
      SELECT i.id::text FROM order_items i
      JOIN orders o ON o.id = i.order_id AND o.external_id IS NULL
      LEFT JOIN (SELECT order_item_id, sum(quantity) AS quantity FROM order_item_allocations GROUP BY order_item_id) a
        ON a.order_item_id = i.id
      WHERE a.quantity IS DISTINCT FROM i.quantity`
  },
  {
    name: "Order history starts with placed, goes on legally and ends with the status of the order",
    violations: `
      SELECT DISTINCT order_id::text AS id FROM (
        SELECT order_id, status, recorded_at, lag(status) OVER way AS previous, lag(recorded_at) OVER way AS previously
        FROM order_status_history WINDOW way AS (PARTITION BY order_id ORDER BY id)
      ) steps
      WHERE CASE WHEN previous IS NULL THEN status <> 'placed'
        ELSE previous || '>' || status NOT IN (${legalTransitions}) OR recorded_at < previously END
      UNION ALL
      SELECT o.id::text FROM orders o
      LEFT JOIN (SELECT order_id, max(id) AS id FROM order_status_history GROUP BY order_id) newest ON newest.order_id = o.id
      LEFT JOIN order_status_history h ON h.id = newest.id
      WHERE h.status IS DISTINCT FROM o.status`
  },
  {
    name: "An order is returned exactly when every unit has gone back, none twice, for no more than was paid; closed returns have a date",
    violations: `
      SELECT o.id::text AS id FROM orders o LEFT JOIN (
        SELECT r.order_id, sum(l.quantity) FILTER (WHERE r.status IN (${returnedStatusList})) AS units,
          sum(l.refund_amount) FILTER (WHERE r.status IN (${returnedStatusList})) AS refund,
          sum(l.refund_amount) AS promised
        FROM returns r JOIN return_lines l ON l.return_id = r.id WHERE r.status <> 'withdrawn' GROUP BY r.order_id
      ) b ON b.order_id = o.id
      LEFT JOIN LATERAL (SELECT sum(quantity) AS units FROM order_items WHERE order_id = o.id) i
        ON b.order_id IS NOT NULL
      WHERE (o.status = 'returned') <> (coalesce(b.units, 0) = coalesce(i.units, -1))
        OR b.promised > o.total OR o.status = 'returned' AND b.refund <> o.total
      UNION ALL
      SELECT i.order_id::text FROM return_lines l
      JOIN returns r ON r.id = l.return_id AND r.status <> 'withdrawn' JOIN order_items i ON i.id = l.order_item_id
      GROUP BY i.id HAVING sum(l.quantity) > i.quantity
      UNION ALL
      SELECT r.id::text FROM returns r
      JOIN orders o ON o.id = r.order_id
      LEFT JOIN return_lines l ON l.return_id = r.id
      LEFT JOIN order_items i ON i.id = l.order_item_id AND i.order_id = r.order_id
      GROUP BY r.id, o.id
      HAVING count(*) <> count(i.id) OR r.refund_amount <> sum(l.refund_amount) OR r.shipping_refund > o.shipping_cost
      UNION ALL
      SELECT order_id::text FROM returns WHERE status NOT IN ('denied', 'withdrawn') AND shipping_refund > 0
      GROUP BY order_id HAVING count(*) > 1
      UNION ALL
      SELECT id::text FROM returns WHERE status IN ('refunded', 'denied', 'withdrawn') AND resolved_at IS NULL`
  },
  {
    name: "Coupon uses equal the unreleased redemptions; cancelled orders hold none",
    violations: `
      SELECT c.id::text AS id FROM coupons c
      LEFT JOIN (
        SELECT coupon_id, count(*) AS times FROM coupon_redemptions WHERE released_at IS NULL GROUP BY coupon_id
      ) r ON r.coupon_id = c.id
      WHERE c.times_used <> coalesce(r.times, 0)
      UNION ALL
      SELECT r.id::text FROM coupon_redemptions r JOIN orders o ON o.id = r.order_id
      WHERE o.status = 'cancelled' AND r.released_at IS NULL`
  },
  {
    name: "No stock is below zero",
    violations: "SELECT product_id::text AS id FROM warehouse_inventory WHERE quantity < 0"
  },
  {
    name: "Ratings and review counts of products equal their unflagged reviews",
    violations: `
      SELECT p.id::text AS id FROM products p
      LEFT JOIN (
        SELECT product_id, round(avg(rating), 2) AS rating, count(*) AS times
        FROM reviews WHERE NOT is_flagged GROUP BY product_id
      ) r ON r.product_id = p.id
      WHERE p.kind <> 'variant' AND (p.rating <> coalesce(r.rating, 0) OR p.review_count <> coalesce(r.times, 0))`
  },
  {
    name: "Product counts equal the catalogue",
    violations: `
      SELECT coalesce(c.category, p.category) AS id FROM product_counts c
      FULL JOIN (SELECT category, count(*) AS times FROM products WHERE is_listed GROUP BY category) p
        ON p.category = c.category
      WHERE coalesce(c.active_count, 0) <> coalesce(p.times, 0)`
  },
  {
    name: "Every active promotion applies to a product that is sold",
    violations: `
      SELECT m.id::text AS id FROM promotions m
      WHERE m.is_active AND NOT EXISTS (
        SELECT 1 FROM products p WHERE p.is_active AND p.kind <> 'group' AND (
          m.rules->'product_ids' ?| ARRAY[p.id::text, p.group_id::text] -- a group stands for its variants
          OR m.rules->'categories' ? p.category OR m.rules->>'category' = p.category
        ))`
  },
  {
    name: "One pending access request per person and agent; approved requests have their permission",
    violations: `
      SELECT min(id::text) AS id FROM access_requests WHERE status = 'pending'
      GROUP BY user_id, agent_name HAVING count(*) > 1
      UNION ALL
      SELECT r.id::text FROM access_requests r
      LEFT JOIN agent_permissions p ON p.user_id = r.user_id AND p.agent_name = r.agent_name
      WHERE r.status = 'approved' AND p.id IS NULL`
  },
  {
    name: "A support case is about a conversation and an order of its own customer",
    violations: `
      SELECT s.id::text AS id FROM support_cases s
      JOIN conversations c ON c.id = s.conversation_id
      LEFT JOIN orders o ON o.id = s.order_id
      WHERE c.user_id <> s.user_id OR o.user_id <> s.user_id`
  },
  {
    name: "A group costs what its cheapest active variant does, is active while one is, shares its ratings, and has no stock",
    violations: `
      SELECT g.id::text AS id FROM products g
      LEFT JOIN LATERAL (
        SELECT price, original_price FROM products v WHERE v.group_id = g.id AND v.is_active
        ORDER BY price, original_price, id LIMIT 1
      ) cheapest ON true
      WHERE g.kind = 'group' AND (g.is_active <> (cheapest.price IS NOT NULL)
        OR (g.price, g.original_price) <> (cheapest.price, cheapest.original_price)
        OR EXISTS (SELECT FROM warehouse_inventory i WHERE i.product_id = g.id AND i.quantity > 0))
      UNION ALL
      SELECT v.id::text FROM products v JOIN products g ON g.id = v.group_id
      WHERE g.kind <> 'group' OR (v.rating, v.review_count) <> (g.rating, g.review_count)
        OR EXISTS (SELECT FROM reviews r WHERE r.product_id = v.id AND NOT r.is_flagged)`
  },
  {
    name: "Active variants of a group differ in their options",
    violations: `
      SELECT min(id::text) AS id FROM products WHERE kind = 'variant' AND is_active
      GROUP BY group_id, options HAVING count(*) > 1`
  },
  {
    name: "Every category and region that is named exists",
    violations: `
      SELECT named.id FROM (
        SELECT id::text AS id, category AS name FROM products
        UNION ALL SELECT id::text, unnest(applicable_categories) FROM coupons
        UNION ALL SELECT id::text, jsonb_array_elements_text(rules->'categories') FROM promotions
        UNION ALL SELECT id::text, rules->>'category' FROM promotions WHERE rules ? 'category'
      ) named WHERE NOT EXISTS (SELECT FROM categories c WHERE c.name = named.name)
      UNION ALL
      SELECT named.id FROM (
        SELECT name AS id, region AS name FROM warehouses
        UNION ALL SELECT region_from || ' to ' || region_to, unnest(ARRAY[region_from, region_to]) FROM shipping_rates
        UNION ALL SELECT country || ' ' || state, region FROM delivery_areas
        UNION ALL SELECT id::text, delivery_region FROM orders WHERE delivery_region IS NOT NULL
      ) named WHERE NOT EXISTS (SELECT FROM regions r WHERE r.name = named.name)`
  },
  {
    name: "Check digits of GTINs are right",
    violations: `
      SELECT p.id::text AS id FROM products p
      WHERE p.gtin IS NOT NULL AND (
        SELECT sum(digit::int * CASE WHEN place % 2 = 0 THEN 3 ELSE 1 END)
        FROM string_to_table(reverse(p.gtin), NULL) WITH ORDINALITY AS digits (digit, place)
      ) % 10 <> 0`
  },
  wholeAmounts
]
