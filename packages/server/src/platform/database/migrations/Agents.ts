import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Lists the six agents in the marketplace, unless they are listed: without a row nobody is granted access to one. */
export const agents = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    INSERT INTO agent_catalog
      (name, display_name, description, category, icon, capabilities, requires_approval, allowed_roles)
    VALUES
      ('orchestrator', 'Shopping Assistant', 'Front door. Routes every user request to specialists and answers once',
        'Support', 'headphones', '{request_routing,conversation,answer_consolidation}',
        false, '{customer,seller,power_user,admin}'),
      ('product-discovery', 'Product Discovery', 'Product search, semantic similarity, price history, trending products',
        'Search', 'search', '{product_search,semantic_search,price_history,trending}',
        false, '{customer,seller,power_user,admin}'),
      ('order-management', 'Order Management',
        'Order tracking, cancellation, modification, returns, refunds, cart operations',
        'Orders', 'package', '{order_tracking,cancellation,returns,refunds,cart}',
        false, '{customer,seller,power_user,admin}'),
      ('pricing-promotions', 'Pricing & Promotions',
        'Coupon validation, cart optimisation, loyalty discounts, bundles, promotions',
        'Pricing', 'tag', '{coupon_validation,cart_optimization,loyalty,bundles}',
        true, '{power_user,seller,admin}'),
      ('review-sentiment', 'Review Insights',
        'Review analysis, sentiment, fake-review detection, seller response drafting, cross-product comparison',
        'Analytics', 'bar-chart', '{sentiment,fake_review_detection,response_drafting,comparison}',
        true, '{power_user,seller,admin}'),
      ('inventory-fulfillment', 'Inventory & Delivery',
        'Stock, warehouse availability, shipping estimates, carrier comparison, backorders',
        'Logistics', 'truck', '{stock_check,shipping_estimate,carrier_comparison,backorders}',
        false, '{customer,seller,power_user,admin}')
    ON CONFLICT (name) DO NOTHING`
)
