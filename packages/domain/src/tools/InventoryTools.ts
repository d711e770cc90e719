import { Schema } from "effect"
import { Day } from "../Catalog.ts"
import { ProductId } from "../Ids.ts"
import { Region, SpeedTier } from "../Inventory.ts"
import { MoneyFromNumber } from "../Money.ts"
import { regionName } from "../ShopNames.ts"
import { limit, productId, wholeOr } from "./Parameters.ts"
import { Shows, showsProduct } from "./Shows.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"
import { AllowedRoles, everybody } from "./RolePolicy.ts"
import { Variants } from "./VariantFields.ts"

const region = regionName("Where the parcel goes")

/** A way to ship a parcel; `delivery_window` words the transit days: `"3-5 days"`. */
export const ShippingOption = Schema.Struct({
  carrier: Schema.String,
  speed_tier: SpeedTier,
  price: MoneyFromNumber,
  estimated_days_min: Schema.Int,
  estimated_days_max: Schema.Int,
  delivery_window: Schema.String
})

/** Stock of a product in one warehouse. */
const WarehouseStock = Schema.Struct({
  warehouse: Schema.String,
  region: Region,
  quantity: Schema.Int,
  /** True at or below the warehouse's reorder threshold. */
  low_stock: Schema.Boolean
})

/** A planned restock. */
const UpcomingRestock = Schema.Struct({
  warehouse: Schema.String,
  region: Region,
  expected_quantity: Schema.Int,
  expected_date: Day
})

/** Total stock of a product in all warehouses; of a group, that of its variants together. */
const TotalStockFields = {
  product_id: ProductId,
  product_name: UserText,
  in_stock: Schema.Boolean,
  total_quantity: Schema.Int
}

export const checkStock = tool("check_stock", {
  description: "How many units of one product are on hand, in total and in every warehouse.",
  parameters: { product_id: productId },
  success: Schema.Struct({
    ...TotalStockFields,
    warehouses: Schema.Array(WarehouseStock),
    variants: Variants
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

export const getWarehouseAvailability = tool("get_warehouse_availability", {
  description:
    "Where one product is: every warehouse with its place, stock and reorder threshold, and all deliveries that are planned.",
  parameters: { product_id: productId },
  success: Schema.Struct({
    ...TotalStockFields,
    warehouses: Schema.Array(
      Schema.Struct({
        ...WarehouseStock.fields,
        location: Schema.String,
        /** Null if the warehouse has never stocked the product. */
        reorder_threshold: Schema.NullOr(Schema.Int)
      })
    ),
    upcoming_restocks: Schema.Array(UpcomingRestock),
    variants: Variants,
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

export const getWarehouses = tool("get_warehouses", {
  description: "All warehouses of the shop, with their place and region.",
  parameters: {},
  success: Schema.Struct({
    warehouses: Schema.Array(Schema.Struct({ warehouse: Schema.String, region: Region, location: Schema.String })),
    count: Schema.Int,
    message: Schema.optional(Schema.String)
  })
}).annotate(AllowedRoles, everybody)

export const getRestockSchedule = tool("get_restock_schedule", {
  description: "When new units of one product are expected, and where.",
  parameters: { product_id: productId, limit: limit(10) },
  success: Schema.Struct({
    product_id: ProductId,
    product_name: UserText,
    current_stock: Schema.Int,
    upcoming_restocks: Schema.Array(UpcomingRestock),
    count: Schema.Int,
    next_restock: Schema.NullOr(Day),
    variants: Variants,
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

export const estimateShipping = tool("estimate_shipping", {
  description:
    "What delivery of a product to a region costs and how long it takes, from the warehouse that serves it best.",
  parameters: {
    product_id: productId,
    destination_region: region,
    quantity: wholeOr(1, 999, 1, "Units")
  },
  success: Schema.Struct({
    product_id: ProductId,
    product_name: UserText,
    quantity: Schema.Int,
    /** True if one warehouse has the whole quantity and a carrier serves the route. */
    available: Schema.Boolean,
    ships_from: Schema.NullOr(
      Schema.Struct({ warehouse: Schema.String, region: Region, quantity_available: Schema.Int })
    ),
    /** Cheapest first; if the parcel cannot be sent now, the options once it can. */
    shipping_options: Schema.Array(ShippingOption),
    /** True if several warehouses together can serve the quantity. */
    split_possible: Schema.Boolean,
    message: Schema.String
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)
