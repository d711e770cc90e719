import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Replaces the fixed categories and regions by tables. A database with goods gets the ones that were fixed, in the same
 * order and with the same pictures; an empty one gets none.
 */
export const shopNames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE categories (
      name text PRIMARY KEY CHECK (char_length(name) BETWEEN 1 AND 60),
      position integer NOT NULL,
      drawing text NOT NULL DEFAULT 'parcel'
    );
    CREATE TABLE regions (
      name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{0,29}$'),
      position integer NOT NULL GENERATED ALWAYS AS IDENTITY
    )`
  const hasGoods = sql`
    EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM coupons) OR EXISTS (SELECT FROM promotions)
      OR EXISTS (SELECT FROM warehouses) OR EXISTS (SELECT FROM shipping_rates) OR EXISTS (SELECT FROM delivery_areas)`
  yield* sql`
    INSERT INTO categories (name, position, drawing)
    SELECT * FROM (VALUES
      ('Electronics', 1, 'headphones'), ('Clothing', 2, 'shirt'), ('Home', 3, 'lamp'), ('Sports', 4, 'mountains'),
      ('Books', 5, 'book')
    ) AS fixed WHERE ${hasGoods}`
  yield* sql`
    INSERT INTO regions (name)
    SELECT name FROM (VALUES (1, 'east'), (2, 'central'), (3, 'west')) AS fixed (place, name)
    WHERE ${hasGoods} ORDER BY place`
  yield* sql`
    ALTER TABLE products DROP CONSTRAINT products_category_check,
      ADD FOREIGN KEY (category) REFERENCES categories;
    ALTER TABLE warehouses DROP CONSTRAINT warehouses_region_check,
      ADD FOREIGN KEY (region) REFERENCES regions;
    ALTER TABLE delivery_areas DROP CONSTRAINT delivery_areas_region_check,
      ADD FOREIGN KEY (region) REFERENCES regions;
    ALTER TABLE shipping_rates DROP CONSTRAINT shipping_rates_region_from_check,
      DROP CONSTRAINT shipping_rates_region_to_check,
      ADD FOREIGN KEY (region_from) REFERENCES regions,
      ADD FOREIGN KEY (region_to) REFERENCES regions;
    ALTER TABLE orders DROP CONSTRAINT orders_delivery_region_check,
      ALTER delivery_region DROP NOT NULL, -- NULL: delivered from elsewhere
      ADD FOREIGN KEY (delivery_region) REFERENCES regions`
  yield* sql`
    ALTER TABLE coupons DROP CONSTRAINT coupons_applicable_categories_check,
      ADD CHECK (cardinality(applicable_categories) >= 1);
    ALTER TABLE promotions DROP CONSTRAINT promotions_rules_check,
      ADD CHECK (
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
      )`
  // No foreign key reaches into an array. Categories never go, so it is enough to look when a row is written.
  yield* sql`
    CREATE FUNCTION require_categories(names jsonb) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM jsonb_array_elements(names) AS named (name)
        WHERE NOT EXISTS (SELECT FROM categories c WHERE to_jsonb(c.name) = named.name)
      ) THEN
        RAISE EXCEPTION 'no such category among %', names USING ERRCODE = 'foreign_key_violation';
      END IF;
    END $$;
    CREATE FUNCTION require_categories_of_coupon() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM require_categories(to_jsonb(NEW.applicable_categories));
      RETURN NULL;
    END $$;
    CREATE FUNCTION require_categories_of_promotion() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM require_categories(
        COALESCE(NEW.rules->'categories', '[]')
          || CASE WHEN NEW.rules ? 'category' THEN jsonb_build_array(NEW.rules->'category') ELSE '[]' END);
      RETURN NULL;
    END $$;
    CREATE TRIGGER coupons_of_categories AFTER INSERT OR UPDATE OF applicable_categories ON coupons
      FOR EACH ROW EXECUTE FUNCTION require_categories_of_coupon();
    CREATE TRIGGER promotions_of_categories AFTER INSERT OR UPDATE OF rules ON promotions
      FOR EACH ROW EXECUTE FUNCTION require_categories_of_promotion()`
  yield* sql`
    CREATE FUNCTION keep_shop_name() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' OR NEW.name <> OLD.name THEN
        RAISE EXCEPTION '% are neither renamed nor removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE FUNCTION limit_categories() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM categories) > 200 THEN
        RAISE EXCEPTION 'a shop has at most 200 categories' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER categories_kept BEFORE UPDATE OF name OR DELETE ON categories
      FOR EACH ROW EXECUTE FUNCTION keep_shop_name();
    CREATE TRIGGER regions_kept BEFORE UPDATE OF name OR DELETE ON regions
      FOR EACH ROW EXECUTE FUNCTION keep_shop_name();
    CREATE TRIGGER categories_limited AFTER INSERT ON categories
      FOR EACH STATEMENT EXECUTE FUNCTION limit_categories()`
})
