import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Adds a delivery address to a cart that applies only to its next order, such as a gift. */
export const orderAddress = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    ALTER TABLE carts
      ADD COLUMN order_recipient_name text CHECK (char_length(order_recipient_name) <= 100),
      ADD COLUMN order_phone text CHECK (char_length(order_phone) <= 30),
      ADD COLUMN order_shipping_address jsonb
        CHECK (order_shipping_address ?& ARRAY['street', 'city', 'state', 'zip', 'country']),
      ADD CONSTRAINT carts_order_address CHECK (
        (order_shipping_address IS NULL) = (order_recipient_name IS NULL)
          AND (order_phone IS NULL OR order_shipping_address IS NOT NULL))`
)
