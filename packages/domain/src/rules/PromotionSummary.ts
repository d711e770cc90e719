import { type PromotionRules } from "../Pricing.ts"
import { list } from "../EnglishWording.ts"

/** Describes a promotion in a sentence without a full stop. Products are only counted, as sellers write their names. */
export const summary = (rules: PromotionRules): string => {
  switch (rules.type) {
    case "bundle":
      return "categories" in rules
        ? `Buy one item each from ${list(rules.categories)} together and save ${rules.discount_pct}%`
        : `Buy the ${rules.product_ids.length} products of the bundle together and save ${rules.discount_pct}%`
    case "buy_x_get_y": {
      const units = rules.buy_quantity + rules.free_quantity
      const what =
        "category" in rules
          ? `${units} items from ${rules.category}`
          : rules.product_ids.length === 1
            ? `${units} units of the product`
            : `any ${units} units of ${rules.product_ids.length} selected products`
      return `Buy ${what} and the ${rules.free_quantity === 1 ? "cheapest one is" : `${rules.free_quantity} cheapest are`} free`
    }
    case "flash_sale":
      return `${rules.discount_pct}% off ${list(rules.categories)}`
  }
}
