import * as Agent from "@storefront/server/assistant/agent/Agent"
import { instructions, instructionsAtTill } from "./instructions.ts"
import { toolkit, toolkitAtTill } from "./toolkit.ts"

/** The agent for the cart, orders, returns and sellers' sales. The program starts only with one skill per tool. */
export const OrderManagement = Agent.make({
  name: "order-management",
  instructions,
  toolkit,
  context: { recentOrders: true, memories: false },
  skills: {
    get_user_orders: {
      description: "List the customer's orders, newest first: all of them, or those with a certain status.",
      tags: ["orders"],
      examples: ["Show my orders", "Which of my orders are still on their way?"]
    },
    get_order_details: {
      description: "Show one order: items, amounts, address, history, return, and what can still be done with it.",
      tags: ["orders"],
      examples: ["What is in my latest order?", "Can I still cancel my last order?"]
    },
    get_order_tracking: {
      description: "Say where an order is: carrier, tracking number and every step so far.",
      tags: ["orders", "tracking"],
      examples: ["Where is my latest order?", "Has my parcel left yet?"]
    },
    modify_order: {
      description: "Send an order to another address before it is shipped.",
      tags: ["orders", "address"],
      examples: [
        "Please send my latest order to 12 Oak Avenue, Portland, OR 97201 instead",
        "Change the delivery address of my last order to 5 Pine Road, Austin, TX 78701"
      ]
    },
    cancel_order: {
      description: "Cancel an order that has not been shipped.",
      tags: ["orders", "cancellation"],
      examples: ["Cancel my latest order, please", "Please cancel my last order, I ordered the wrong size"]
    },
    check_return_eligibility: {
      description: "Say whether an order can be sent back, until when, and how much would be refunded.",
      tags: ["returns"],
      examples: ["Can I still return my last delivered order?", "How long do I have to send my latest order back?"]
    },
    initiate_return: {
      description: "Return a delivered order, or some of it.",
      tags: ["returns"],
      examples: ["Return my last delivered order, it does not fit", "Send back my last delivered order, please"]
    },
    process_refund: {
      description: "Refund an approved return.",
      tags: ["returns", "refunds"],
      examples: ["Please refund my latest return now", "Pay out the refund for my latest return"]
    },
    get_return_status: {
      description: "Say how a return is coming along.",
      tags: ["returns"],
      examples: ["What is the status of my return?", "Has my return been approved?"]
    },
    withdraw_return: {
      description: "Take back a return before anything is sent.",
      tags: ["returns"],
      examples: ["I want to keep it after all, withdraw my return", "Please take back my latest return request"]
    },
    get_seller_revenue: {
      description: "Report what a seller's products earned.",
      tags: ["sellers", "sales"],
      examples: ["How much did I sell in the last 30 days?", "What is my revenue this month?"]
    },
    get_seller_orders: {
      description: "List the orders that contain a seller's products.",
      tags: ["sellers", "orders"],
      examples: ["Which orders contain my products?", "Show the orders for my products that have not been shipped"]
    },
    get_cart: {
      description: "Show the cart and what it costs now, with its discounts.",
      tags: ["cart"],
      examples: ["What is in my cart?", "How much does my cart cost?"]
    },
    add_to_cart: {
      description: "Put a product into the cart.",
      tags: ["cart"],
      examples: ["Put the Slow Pantry Cookbook into my cart", "Add two Nordvind winter jackets to my cart"]
    },
    update_cart_quantity: {
      description: "Set how many of a product are in the cart.",
      tags: ["cart"],
      examples: ["Change the quantity of the K87 keyboard in my cart to 2", "Make it 3 cookbooks in my cart"]
    },
    remove_from_cart: {
      description: "Take a product out of the cart.",
      tags: ["cart"],
      examples: ["Remove the winter jacket from my cart", "Take the webcam out of my cart"]
    },
    set_shipping_address: {
      description: "Set where the cart is delivered and to whom.",
      tags: ["cart", "address"],
      examples: [
        "Ship my cart to Ada Byron, 12 Rose Street, Boston, MA 02118",
        "My shipping address is 77 Sunset Blvd, Los Angeles, CA 90028"
      ]
    },
    set_billing_address: {
      description: "Set where the bill goes.",
      tags: ["cart", "address"],
      examples: [
        "My billing address is 3 Oak Avenue, Miami, FL 33101",
        "Send the bill to 8 King Street, Chicago, IL 60601"
      ]
    },
    set_billing_same_as_shipping: {
      description: "Send the bill to the shipping address.",
      tags: ["cart", "address"],
      examples: ["Use my shipping address for billing too", "The billing address is the same as the shipping address"]
    },
    apply_coupon_to_cart: {
      description: "Use a coupon on the cart.",
      tags: ["cart", "coupons"],
      examples: ["Apply HELLO10 to my cart", "Use the coupon GADGET15 on my cart"]
    },
    remove_coupon_from_cart: {
      description: "Take the coupon off the cart.",
      tags: ["cart", "coupons"],
      examples: ["Remove the coupon from my cart", "Take the discount code off my cart"]
    },
    checkout: {
      description: "Order what is in the cart.",
      tags: ["cart", "orders"],
      examples: ["Place the order for my cart now", "Check out with express shipping please"]
    },
    open_support_case: {
      description: "Hand a problem that nothing else here solves to the shop's people, or call a person.",
      tags: ["support"],
      examples: ["My parcel never arrived, please look into it", "I want to talk to a person"]
    },
    find_policy: {
      description: "Answer from the shop's own rules: returns, delivery, payment, warranty, gifts, privacy, contact.",
      tags: ["shop"],
      examples: ["What is your return policy?", "Do you offer gift wrapping?"]
    },
    find_product: {
      description: "Find the product a customer means, even if it is misspelt.",
      tags: ["products"],
      examples: ["What was in the order with the cordless vacuum?"]
    },
    get_user_profile: {
      description: "Show the customer's own account.",
      tags: ["account"],
      examples: ["What do you know about me?"]
    }
  }
})

/** The agent of a shop with a till of its own. */
export const OrderManagementAtTill = Agent.make({
  ...OrderManagement,
  instructions: instructionsAtTill,
  toolkit: toolkitAtTill,
  skills: {
    ...OrderManagement.skills,
    checkout: {
      description: "Give the link to the shop's till for what is in the cart.",
      tags: ["cart", "orders"],
      examples: ["Check out, please", "I want to pay for my cart now"]
    }
  }
})
