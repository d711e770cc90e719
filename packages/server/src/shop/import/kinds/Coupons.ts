import { Either } from "effect"
import { left, optional, refused, required } from "../rules/Column.ts"
import { amount, percentage } from "../rules/values/Amounts.ts"
import { moment } from "../rules/values/Dates.ts"
import { category, couponCode, email } from "../rules/values/Names.ts"
import { boolean, count } from "../rules/values/Numbers.ts"
import { key, listOf, oneOf, ownWords } from "../rules/values/Text.ts"
import { cellFault, isStated, simpleKind } from "./SimpleKind.ts"

/** Readers of a coupon's value, which its type gives a unit. */
const valueReaders = { percentage, fixed: amount }

/** Coupons; how often one was used is counted here. */
export const coupons = simpleKind(
  "coupons",
  "code",
  {
    code: required(couponCode, { docs: "code, in upper case", example: "WELCOME10" }),
    description: optional(ownWords(300), "", { docs: "shown to customers", example: "10 % for new customers" }),
    discountType: required(oneOf(["percentage", "fixed"]), { docs: "`percentage` or `fixed`", example: "percentage" }),
    discountValue: required(key(30), { docs: "percent up to 100, or an amount", example: "10" }),
    minSpend: left(amount, { docs: "goods total from which it counts", example: "50.00" }),
    maxDiscount: optional(amount, null, { docs: "most that it takes off", example: "20.00" }),
    usageLimit: optional(count({ min: 0 }), null, { docs: "uses left; empty is unlimited", example: "100" }),
    validFrom: left(moment, { docs: "first moment", example: "2026-01-01" }),
    validUntil: optional(moment, null, { docs: "end; empty is never", example: "2026-12-31" }),
    applicableCategories: optional(listOf(category), null, {
      docs: "categories that it counts for, `A|B`; empty is all",
      example: "Shoes|Bags"
    }),
    userSpecificEmail: optional(email, null, { docs: "address of the only account that may use it", example: "" }),
    isActive: left(boolean, { docs: "`false` switches it off", example: "true" })
  },
  (values, settings) => {
    if (isStated(values.validFrom) && isStated(values.validUntil) && values.validUntil <= values.validFrom) {
      return cellFault("valid_until", "is not after valid_from", "correct one of the two dates")
    }
    if (values.maxDiscount === 0) {
      return cellFault("max_discount", "is 0", "leave it empty for no limit")
    }
    return Either.flatMap(valueReaders[values.discountType](values.discountValue, settings), ({ value }) =>
      value > 0
        ? Either.right({
            ...values,
            /** Hundredths of a percent for `percentage`, minor units for `fixed`. */
            discountValue: values.discountType === "percentage" ? Math.round(value * 100) : value
          })
        : refused("is 0", "a coupon takes something off: write a percentage or an amount above 0")
    ).pipe(Either.mapLeft((fault) => ({ column: "discount_value", ...fault })))
  }
)
