import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { brokenRule } from "../../src/config/DatabaseAddress.ts"

const usable = [
  "postgres://shop:s3cret@db.internal:5432/shop",
  "postgresql://shop@db.internal/shop",
  "postgres:///shop?host=/tmp",
  "postgres://shop@%2Fvar%2Frun%2Fpostgresql/shop",
  "postgres://shop:a%2Fb%23c%40d@db.internal/shop?sslmode=verify-full&sslrootcert=/etc/ca.pem",
  "postgres://shop:s3cret@db.internal/shop?sslmode=require&channel_binding=require",
  "postgres://shop@db.internal/shop?options=-c%20search_path%3Dshop&connect_timeout=10",
  ...["disable", "allow", "prefer", "require", "no-verify", "verify-ca", "verify-full"].map(
    (mode) => `postgres://db.internal/shop?sslmode=${mode}`
  ),
  ...["true", "1", "false", "0"].map((value) => `postgres://db.internal/shop?ssl=${value}`)
]

const broken: ReadonlyArray<readonly [address: string, says: string]> = [
  ["mysql://shop:s3cret@db.internal/shop", "must be a PostgreSQL address"],
  ["postgres://shop:s3cret/x@db.internal/shop", "percent-encoded"],
  ["postgres://shop:s3cret%@db.internal/shop", "percent-encoded"],
  ["postgres://shop:s3cret@db.internal", "names no database"],
  ["postgres://shop:s3cret@db.internal/", "names no database"],
  ["postgres://shop:s3cret@db.internal/shop?sslmode=required", "unknown sslmode: it must be one of disable, allow"],
  ["postgres://shop:s3cret@db.internal/shop?ssl=yes", "unknown value of ssl"],
  ["postgres://shop:s3cret@db.internal/shop?pgbouncer=true", "has the parameter pgbouncer"],
  ["postgres://shop:s3cret@db.internal/shop?schema=s3cret", "options=-c%20search_path%3Dname"],
  ["postgres://shop@db.internal/shop?s3cret%20=1", "has a parameter"],
  ["postgres://shop:s3cret@db.internal/shop?connect_timeout=soon", "connect_timeout"]
]

it.effect("an address that PostgreSQL's own clients take is taken", () =>
  Effect.sync(() => {
    for (const address of usable) {
      assert.isUndefined(brokenRule(address), address)
    }
  })
)

it.effect("any other is refused with the rule that it breaks, which shows nothing of it", () =>
  Effect.sync(() => {
    for (const [address, says] of broken) {
      const rule = brokenRule(address) ?? ""
      assert.include(rule, says, address)
      assert.notInclude(rule, "s3cret")
    }
  })
)
