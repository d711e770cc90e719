import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { Email } from "@storefront/domain/Identity"
import { HundredthsFromNumeric, Money, toNumeric } from "@storefront/domain/Money"
import { CouponCode } from "@storefront/domain/Pricing"
import { Array, DateTime, Effect, Either, Option, Schema } from "effect"
import { unknownCategory } from "../categories/Category.ts"
import { coupons } from "../kinds/Coupons.ts"
import { type TakenCoupon } from "../kinds/Kinds.ts"
import { isStated } from "../kinds/SimpleKind.ts"
import { type Fault, type Refused, refuseLine } from "../Lines.ts"
import { quote } from "../Quote.ts"
import { namesOf } from "./NameSets.ts"
import * as TableRows from "./TableRows.ts"
import { type Settled, type StagedLine, type Writing } from "./Writing.ts"

const money = Schema.typeSchema(Money)
const text = Schema.UndefinedOr(Schema.String)
const removable = <A>(schema: Schema.Schema<A>) => Schema.UndefinedOr(Schema.NullOr(schema))

const StagedCoupon: Schema.Schema<TakenCoupon> = Schema.Struct({
  code: Schema.typeSchema(CouponCode),
  description: text,
  discountType: Schema.Literal("percentage", "fixed"),
  discountValue: Schema.Number,
  minSpend: Schema.UndefinedOr(money),
  maxDiscount: removable(money),
  usageLimit: removable(Schema.Int),
  validFrom: text,
  validUntil: removable(Schema.String),
  applicableCategories: removable(Schema.Array(Schema.typeSchema(Category))),
  userSpecificEmail: removable(Schema.typeSchema(Email)),
  isActive: Schema.UndefinedOr(Schema.Boolean)
})

interface CouponRow {
  readonly code: CouponCode
  readonly description: string | null
  readonly discount_type: "percentage" | "fixed"
  readonly discount_value: string
  readonly min_spend: string | null
  readonly max_discount: string | null
  /** Uses left at `as_of`. */
  readonly uses_left: string | null
  readonly as_of: string
  readonly valid_from: string | null
  readonly valid_until: string | null
  /** Empty for all. */
  readonly applicable_categories: ReadonlyArray<Category> | null
  readonly user_specific_email: string | null
  readonly is_active: boolean | null
}

/** Greatest limit that the table holds. */
const maxLimit = 2_147_483_647

/** Uses until the count of a row, without those that have been given back by then. */
const usedBefore = `(
  SELECT count(*)::integer FROM coupon_redemptions r
  WHERE r.coupon_id = p.id AND r.redeemed_at <= g.as_of AND (r.released_at IS NULL OR r.released_at > g.as_of))`

const rows: TableRows.Table<CouponRow> = {
  name: "coupons",
  given: {
    code: "text",
    description: "text",
    discount_type: "text",
    discount_value: "numeric",
    min_spend: "numeric",
    max_discount: "text",
    uses_left: "text",
    as_of: "timestamptz",
    valid_from: "timestamptz",
    valid_until: "text",
    applicable_categories: "text[]",
    user_specific_email: "text",
    is_active: "boolean"
  },
  key: ["code"],
  columns: {
    description: TableRows.text("description"),
    discount_type: TableRows.stated("discount_type"),
    discount_value: TableRows.stated("discount_value"),
    min_spend: TableRows.stays("min_spend", "COALESCE(g.min_spend, 0)"),
    max_discount: TableRows.emptied("max_discount", "numeric"),
    usage_limit: {
      initial: "NULLIF(g.uses_left, '')::integer",
      changed: `CASE WHEN g.uses_left IS NULL THEN p.usage_limit WHEN g.uses_left <> ''
        THEN greatest(p.times_used, least(g.uses_left::bigint + ${usedBefore}, ${maxLimit})::integer) END`
    },
    valid_from: TableRows.stays("valid_from", "COALESCE(g.valid_from, now())"),
    valid_until: TableRows.emptied("valid_until", "timestamptz"),
    applicable_categories: {
      initial: "NULLIF(g.applicable_categories, '{}')",
      changed: "NULLIF(COALESCE(g.applicable_categories, p.applicable_categories), '{}')"
    },
    user_specific_email: TableRows.emptied("user_specific_email"),
    is_active: TableRows.stays("is_active", "COALESCE(g.is_active, true)")
  }
}

const encodeHundredths = Schema.encodeSync(HundredthsFromNumeric)

const rowOf = (coupon: TakenCoupon, asOf: string): CouponRow => ({
  code: coupon.code,
  description: coupon.description ?? null,
  discount_type: coupon.discountType,
  discount_value:
    coupon.discountType === "percentage"
      ? encodeHundredths(coupon.discountValue)
      : toNumeric(Money.make(coupon.discountValue)),
  min_spend: TableRows.amount(coupon.minSpend),
  max_discount: TableRows.amount(coupon.maxDiscount),
  uses_left: TableRows.emptiable(coupon.usageLimit),
  as_of: asOf,
  valid_from: coupon.validFrom ?? null,
  valid_until: TableRows.emptiable(coupon.validUntil),
  applicable_categories: coupon.applicableCategories === null ? [] : (coupon.applicableCategories ?? null),
  user_specific_email: TableRows.emptiable(coupon.userSpecificEmail),
  is_active: coupon.isActive ?? null
})

/** Times between which a stored coupon is valid. */
const Validity = Schema.Struct({
  code: CouponCode,
  from: Schema.DateTimeUtcFromDate,
  until: Schema.NullOr(Schema.DateTimeUtcFromDate)
})

/** Facts of the shop that coupons name. */
interface ShopFacts {
  readonly stored: ReadonlyMap<CouponCode, typeof Validity.Type>
  readonly categories: ReadonlySet<string>
  /** Addresses of accounts, among those that the lines name. */
  readonly accounts: ReadonlySet<string>
  readonly now: DateTime.Utc
}

/** Returns why a coupon does not fit the shop, and the column. */
const refusalOf = (
  { applicableCategories, code, userSpecificEmail, validFrom, validUntil }: TakenCoupon,
  { accounts, categories, now, stored }: ShopFacts
): readonly [column: string, fault: Fault] | null => {
  const known = stored.get(code)
  const from = validFrom ?? DateTime.formatIso(known?.from ?? now)
  const until =
    validUntil === undefined
      ? Option.getOrNull(Option.map(Option.fromNullable(known?.until), DateTime.formatIso))
      : validUntil
  if (until !== null && until <= from) {
    return isStated(validUntil)
      ? [
          "valid_until",
          { fault: `is not after the coupon's start, ${from}`, mend: "give valid_from too, or correct the date" }
        ]
      : [
          "valid_from",
          { fault: `is not before the coupon's end, ${until}`, mend: "give valid_until too, or correct the date" }
        ]
  }
  const category = applicableCategories?.find((name) => !categories.has(name))
  if (category !== undefined) {
    return ["applicable_categories", unknownCategory(category)]
  }
  return isStated(userSpecificEmail) && !accounts.has(userSpecificEmail)
    ? [
        "user_specific_email",
        {
          fault: `${quote(userSpecificEmail)} is not the address of an account`,
          mend: "correct it, or import the customer first: storefront import customers"
        }
      ]
    : null
}

/** Writes coupons; `asOf` is the time at which their uses left were counted: uses here since then are reckoned in. */
export const make = Effect.fnUntraced(function* (asOf: DateTime.Utc) {
  const sql = yield* SqlClient.SqlClient
  const writeRows = yield* TableRows.make(rows)
  const counted = DateTime.formatIso(asOf)
  const validityOf = SqlSchema.findAll({
    Request: Schema.Array(CouponCode),
    Result: Validity,
    execute: (codes) => sql`
      SELECT code, valid_from AS from, valid_until AS until FROM coupons WHERE code = ANY(${codes}::text[])`
  })
  const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenCoupon>>) {
    const emails = lines.flatMap(({ value }) => value.userSpecificEmail ?? [])
    const facts: ShopFacts = {
      stored: new Map(
        (yield* validityOf(lines.map(({ value }) => value.code))).map((validity) => [validity.code, validity])
      ),
      categories: yield* namesOf(sql`SELECT name FROM categories`),
      accounts: yield* namesOf(sql`
        SELECT email AS name FROM users
        WHERE email = ANY(${emails}::text[]) AND role <> 'guest' AND deleted_at IS NULL`),
      now: yield* DateTime.now
    }
    const [refused, taken] = Array.partitionMap(lines, ({ line, value }): Either.Either<CouponRow, Refused> => {
      const refusal = refusalOf(value, facts)
      return refusal === null
        ? Either.right(rowOf(value, counted))
        : Either.left(refuseLine(line, value.code, ...refusal))
    })
    const settled: Settled = { refused, notes: [], write: Effect.map(writeRows(taken), ({ length }) => length) }
    return settled
  })
  const writing: Writing<TakenCoupon> = {
    kind: coupons,
    staged: StagedCoupon,
    keysOf: ({ code }) => ({ key: code, unit: code }),
    prepare: () => Effect.succeed({ begin: Effect.void, settle, withdraw: null })
  }
  return writing
})
