import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Creates coupons, promotions and carts. */
export const pricing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE coupons (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      code text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9_-]{3,40}$'),
      description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 300),
      discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed')),
      discount_value numeric(12,2) NOT NULL
        CHECK (discount_value > 0 AND (discount_type = 'fixed' OR discount_value <= 100)),
      min_spend numeric(12,2) NOT NULL DEFAULT 0 CHECK (min_spend >= 0),
      max_discount numeric(12,2) CHECK (max_discount > 0),
      usage_limit integer CHECK (usage_limit >= 0), -- NULL = unlimited, 0 = no use at all
      times_used integer NOT NULL DEFAULT 0
        CHECK (times_used >= 0 AND (usage_limit IS NULL OR times_used <= usage_limit)),
      valid_from timestamptz NOT NULL DEFAULT now(),
      valid_until timestamptz CHECK (valid_until > valid_from),
      applicable_categories text[] CHECK ( -- NULL = all
        cardinality(applicable_categories) >= 1
        AND applicable_categories <@ ARRAY['Electronics', 'Clothing', 'Home', 'Sports', 'Books']
      ),
      user_specific_email text CHECK (user_specific_email = lower(user_specific_email)),
      is_active boolean NOT NULL DEFAULT true
    )`
  yield* sql`
    CREATE TABLE promotions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL UNIQUE CHECK (char_length(name) BETWEEN 1 AND 120),
      rules jsonb NOT NULL CHECK (
        (CASE rules->>'type'
          WHEN 'bundle' THEN
            rules - ARRAY['type', 'product_ids', 'categories', 'discount_pct'] = '{}'
            AND (rules ? 'product_ids') <> (rules ? 'categories')
            AND jsonb_array_length(COALESCE(rules->'product_ids', rules->'categories')) BETWEEN 2 AND 10
            AND jsonb_path_match(rules, '$.discount_pct > 0 && $.discount_pct <= 100')
          WHEN 'buy_x_get_y' THEN
            rules - ARRAY['type', 'product_ids', 'category', 'buy_quantity', 'free_quantity'] = '{}'
            AND (rules ? 'product_ids') <> (rules ? 'category')
            AND COALESCE(jsonb_array_length(rules->'product_ids'), 1) BETWEEN 1 AND 20
            AND jsonb_path_match(rules, '$.buy_quantity >= 1 && $.free_quantity >= 1 && $.buy_quantity.floor() == $.buy_quantity && $.free_quantity.floor() == $.free_quantity')
          WHEN 'flash_sale' THEN
            rules - ARRAY['type', 'categories', 'discount_pct'] = '{}'
            AND jsonb_array_length(rules->'categories') BETWEEN 1 AND 5
            AND jsonb_path_match(rules, '$.discount_pct > 0 && $.discount_pct <= 100')
        END) IS TRUE
        AND COALESCE(rules->'categories', '[]') <@ '["Electronics","Clothing","Home","Sports","Books"]'
        AND COALESCE(rules->'category', '"Books"') <@ '["Electronics","Clothing","Home","Sports","Books"]'
      ),
      type text GENERATED ALWAYS AS (rules->>'type') STORED,
      start_date timestamptz NOT NULL,
      end_date timestamptz NOT NULL,
      CHECK (end_date > start_date),
      is_active boolean NOT NULL DEFAULT true
    );
    CREATE INDEX promotions_running ON promotions (end_date) WHERE is_active`
  yield* sql`
    CREATE TABLE carts (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL UNIQUE REFERENCES users(id) ON DELETE CASCADE,
      coupon_code text REFERENCES coupons(code) ON DELETE SET NULL,
      recipient_name text CHECK (char_length(recipient_name) <= 100),
      phone text CHECK (char_length(phone) <= 30),
      shipping_address jsonb CHECK (shipping_address ?& ARRAY['street', 'city', 'state', 'zip', 'country']),
      billing_address jsonb CHECK (billing_address ?& ARRAY['street', 'city', 'state', 'zip', 'country']),
      billing_same_as_shipping boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`
    CREATE TABLE cart_items (
      cart_id uuid NOT NULL REFERENCES carts(id) ON DELETE CASCADE,
      product_id uuid NOT NULL REFERENCES products(id) ON DELETE CASCADE,
      quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
      added_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (cart_id, product_id)
    )`
})
