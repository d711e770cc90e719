import { Schema } from "effect"
import { Day } from "../Catalog.ts"
import { ProductId } from "../Ids.ts"
import { Region, SpeedTier } from "../Inventory.ts"
import { MoneyFromNumber } from "../Money.ts"
import { limit, oneOf, productId, wholeOr } from "./Parameters.ts"
import { Shows, showsProduct } from "./Shows.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

const region = oneOf(Region.literals, "Where the parcel goes")

/** One way to have a parcel delivered; `delivery_window` is the days in words, `"3-5 days"`. */
export const ShippingOption = Schema.Struct({
  carrier: Schema.String,
  speed_tier: SpeedTier,
  price: MoneyFromNumber,
  estimated_days_min: Schema.Int,
  estimated_days_max: Schema.Int,
  delivery_window: Schema.String
})

/** The units of a product in one warehouse. */
const WarehouseStock = Schema.Struct({
  warehouse: Schema.String,
  region: Region,
  quantity: Schema.Int,
  /** At or below the reorder threshold of the warehouse. */
  low_stock: Schema.Boolean
})

/** A delivery of new units that is planned. */
const UpcomingRestock = Schema.Struct({
  warehouse: Schema.String,
  region: Region,
  expected_quantity: Schema.Int,
  expected_date: Day
})

/** How much of a product there is in all warehouses together. */
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
    warehouses: Schema.Array(WarehouseStock)
  })
}).annotate(Shows, showsProduct)

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
        /** Null where the product was never stocked. */
        reorder_threshold: Schema.NullOr(Schema.Int)
      })
    ),
    upcoming_restocks: Schema.Array(UpcomingRestock),
    message: Schema.optional(Schema.String)
  })
}).annotate(Shows, showsProduct)

export const getWarehouses = tool("get_warehouses", {
  description: "All warehouses of the shop, with their place and region.",
  parameters: {},
  success: Schema.Struct({
    warehouses: Schema.Array(Schema.Struct({ warehouse: Schema.String, region: Region, location: Schema.String })),
    count: Schema.Int,
    message: Schema.optional(Schema.String)
  })
})

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
    message: Schema.optional(Schema.String)
  })
}).annotate(Shows, showsProduct)

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
    /** One warehouse holds the whole quantity and a carrier goes from there to the region. */
    available: Schema.Boolean,
    ships_from: Schema.NullOr(
      Schema.Struct({ warehouse: Schema.String, region: Region, quantity_available: Schema.Int })
    ),
    /** Cheapest first; of a parcel that cannot be sent now as well, once it can. */
    shipping_options: Schema.Array(ShippingOption),
    /** The warehouses together could serve it, in several parcels. */
    split_possible: Schema.Boolean,
    message: Schema.String
  })
}).annotate(Shows, showsProduct)
