import { type Category } from "../Catalog.ts"
import { type PromotionRules } from "../Pricing.ts"

const all = (categories: ReadonlyArray<Category>) =>
  categories.length < 2 ? categories.join("") : `${categories.slice(0, -1).join(", ")} and ${categories.at(-1)}`

/** What a promotion does, in one sentence without a final stop. Products are only counted, their names are not ours. */
export const summary = (rules: PromotionRules): string => {
  switch (rules.type) {
    case "bundle":
      return "categories" in rules
        ? `Buy one item each from ${all(rules.categories)} together and save ${rules.discount_pct}%`
        : `Buy the ${rules.product_ids.length} products of the bundle together and save ${rules.discount_pct}%`
    case "buy_x_get_y": {
      const what =
        "category" in rules
          ? `${rules.category} items`
          : rules.product_ids.length === 1
            ? "units of the product"
            : `units of ${rules.product_ids.length} selected products`
      return `Buy ${rules.buy_quantity} ${what} and get ${rules.free_quantity} more free, the cheapest of all`
    }
    case "flash_sale":
      return `${rules.discount_pct}% off ${all(rules.categories)}`
  }
}
