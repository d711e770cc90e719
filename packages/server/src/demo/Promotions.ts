import type { PromotionRules } from "@storefront/domain/Pricing"
import { ProductId } from "@storefront/domain/Ids"
import { productAt, type Kind, positionOf } from "./Catalogue.ts"
import type { Row } from "./Loader.ts"
import { ago, iso, randomOf, type World } from "./World.ts"
import { type CategoryName } from "./Names.ts"
import { Category } from "@storefront/domain/Catalog"

interface Promotion {
  readonly name: string
  readonly rules: PromotionRules
  /** Days from now to the end. */
  readonly until: number
}

const categories = (...names: ReadonlyArray<CategoryName>) => names.map((name) => Category.make(name))

const promotions = (world: World): ReadonlyArray<Promotion> => {
  const product = <C extends CategoryName>(category: C, kind: Kind<C>) =>
    ProductId.make(productAt(world, positionOf(category, kind)).id)
  return [
    {
      name: "Desk Duo",
      until: 30,
      rules: {
        type: "bundle",
        product_ids: [product("Electronics", "Mechanical Keyboard"), product("Electronics", "Wireless Mouse")],
        discount_pct: 10
      }
    },
    {
      name: "Cosy Evening",
      until: 45,
      rules: { type: "bundle", categories: categories("Home", "Clothing"), discount_pct: 8 }
    },
    {
      name: "Read Three",
      until: 60,
      rules: { type: "buy_x_get_y", category: Category.make("Books"), buy_quantity: 2, free_quantity: 1 }
    },
    {
      name: "Trail Weekend",
      until: 7,
      rules: { type: "flash_sale", categories: categories("Clothing", "Sports"), discount_pct: 15 }
    },
    {
      name: "Sock Drawer",
      until: 30,
      rules: {
        type: "buy_x_get_y",
        product_ids: [product("Clothing", "Wool Socks"), product("Clothing", "T-Shirt")],
        buy_quantity: 3,
        free_quantity: 1
      }
    }
  ]
}

/** Returns the rows of all promotions, which began five days ago. */
export const promotionRows = (world: World): ReadonlyArray<Row> =>
  promotions(world).map(({ name, rules, until }, index) => ({
    id: randomOf(world, "promotion", index).uuid(ago(world, 5)),
    name,
    rules,
    start_date: iso(ago(world, 5)),
    end_date: iso(ago(world, -until)),
    is_active: true
  }))
