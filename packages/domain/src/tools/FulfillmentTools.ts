import { Schema } from "effect"
import { Category, Day } from "../Catalog.ts"
import { BackorderId, ProductId } from "../Ids.ts"
import { NextRestock, Region, SpeedTier } from "../Inventory.ts"
import { MoneyFromNumber } from "../Money.ts"
import { regionName } from "../ShopNames.ts"
import { ShippingOption } from "./InventoryTools.ts"
import { limit, lowStockOnly, offset, productId, sellerId, text, total, whole } from "./Parameters.ts"
import { ProposalResult, proposalSuffix } from "./ProposalResult.ts"
import { AllowedRoles, everybody, RefusalAdvice } from "./RolePolicy.ts"
import { Shows, showsAct, showsProducts } from "./Shows.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

const region = regionName("A region")

const quantity = whole(1, 999, "Units")

export const compareCarriers = tool("compare_carriers", {
  description: "What every carrier charges for one parcel to a region, whatever is in it, and how long it takes.",
  parameters: {
    region_from: Schema.optional(regionName("Default every region")),
    region_to: region
  },
  success: Schema.Struct({
    region_from: Schema.NullOr(Region),
    region_to: Region,
    /** Cheapest first. */
    carriers: Schema.Array(
      Schema.Struct({
        /** Absent if it was a parameter. */
        region_from: Schema.optional(Region),
        ...ShippingOption.fields,
        /** The carrier's price for a parcel within a region. */
        base_rate: MoneyFromNumber
      })
    ),
    count: Schema.Int,
    /** The cheapest carrier and the one with the earliest delivery; null without a route. */
    best_value: Schema.NullOr(Schema.String),
    fastest: Schema.NullOr(Schema.String),
    message: Schema.optional(Schema.String)
  })
}).annotate(AllowedRoles, everybody)

export const calculateFulfillmentPlan = tool("calculate_fulfillment_plan", {
  description:
    "From which warehouses several products would be sent to a region: the fewest shipments, then the lowest cost. Plans only; nothing is ordered.",
  parameters: {
    items: Schema.Array(
      Schema.Struct({ product_id: productId, quantity: Schema.optionalWith(quantity, { default: () => 1 }) })
    ).pipe(
      Schema.filter((items) => items.length >= 1 && items.length <= 20, {
        message: () => "must be a list of 1 to 20 products",
        jsonSchema: { minItems: 1, maxItems: 20, description: "Products with their quantities" }
      })
    ),
    destination_region: region
  },
  success: Schema.Struct({
    destination_region: Region,
    /** Requested products and units, unavailable ones included. */
    total_items: Schema.Int,
    total_units: Schema.Int,
    total_shipments: Schema.Int,
    total_shipping_cost: MoneyFromNumber,
    /** Ordered by warehouse name. */
    shipments: Schema.Array(
      Schema.Struct({
        warehouse: Schema.String,
        region: Region,
        items: Schema.Array(Schema.Struct({ product_id: ProductId, name: UserText, quantity: Schema.Int })),
        carrier: Schema.String,
        speed_tier: SpeedTier,
        shipping_cost: MoneyFromNumber,
        estimated_days_min: Schema.Int,
        estimated_days_max: Schema.Int
      })
    ),
    /** Products with too little stock within reach of the region, and so excluded from the shipments. */
    unavailable: Schema.Array(
      Schema.Struct({ product_id: ProductId, name: UserText, requested: Schema.Int, available: Schema.Int })
    ),
    all_available: Schema.Boolean,
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProducts("shipments.items"))
  .annotate(AllowedRoles, ["seller", "admin"])

/** A newly placed backorder. */
export const Backorder = Schema.Struct({
  backorder_id: BackorderId,
  status: Schema.Literal("open"),
  product_id: ProductId,
  product_name: UserText,
  quantity: Schema.Int,
  unit_price: MoneyFromNumber,
  estimated_total: MoneyFromNumber,
  expected_restock: NextRestock
})

export const placeBackorder = tool("place_backorder", {
  description: `Place a backorder for units of a product that the stock does not cover, to be served as soon as they arrive. Charges nothing. ${proposalSuffix}`,
  parameters: {
    product_id: productId,
    quantity,
    note: Schema.optional(text(0, 500, "A remark for those who fulfil it"))
  },
  success: ProposalResult
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["seller", "admin"])
  .annotate(
    RefusalAdvice,
    "Only sellers can place backorders. Say so, and offer the day of the next delivery from get_restock_schedule instead."
  )

export const getSellerInventory = tool("get_seller_inventory", {
  description:
    "The stock of the seller who asks, product by product, lowest first; for an admin, that of all sellers or of one.",
  parameters: {
    low_stock_only: lowStockOnly,
    seller_id: Schema.optional(sellerId),
    limit: limit(20),
    offset
  },
  success: Schema.Struct({
    items: Schema.Array(
      Schema.Struct({
        product_id: ProductId,
        name: UserText,
        category: Category,
        total_quantity: Schema.Int,
        /** True if some warehouse is at or below its reorder threshold. */
        low_stock: Schema.Boolean,
        /** Ordered by name, including those without stock. */
        warehouses: Schema.Array(
          Schema.Struct({
            warehouse: Schema.String,
            region: Region,
            quantity: Schema.Int,
            /** Null if the warehouse has never stocked the product. */
            reorder_threshold: Schema.NullOr(Schema.Int)
          })
        ),
        next_restock: Schema.NullOr(Day)
      })
    ),
    count: Schema.Int,
    total,
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProducts("items"))
  .annotate(AllowedRoles, ["seller", "admin"])
