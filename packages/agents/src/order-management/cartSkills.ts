import { type Skill } from "@storefront/server/agent/Agent"

/** What the agent card says about the tools of the cart. */
export const cartSkills: ReadonlyArray<Skill> = [
  {
    name: "get_cart",
    description: "Show the cart and what it costs now, with its discounts.",
    tags: ["cart"],
    examples: ["What is in my cart?", "How much does my cart cost?"]
  },
  {
    name: "add_to_cart",
    description: "Put a product into the cart.",
    tags: ["cart"],
    examples: ["Put the Slow Pantry Cookbook into my cart", "Add two Nordvind winter jackets to my cart"]
  },
  {
    name: "update_cart_quantity",
    description: "Set how many of a product are in the cart.",
    tags: ["cart"],
    examples: ["Change the quantity of the K87 keyboard in my cart to 2", "Make it 3 cookbooks in my cart"]
  },
  {
    name: "remove_from_cart",
    description: "Take a product out of the cart.",
    tags: ["cart"],
    examples: ["Remove the winter jacket from my cart", "Take the webcam out of my cart"]
  },
  {
    name: "set_shipping_address",
    description: "Set where the cart is delivered and to whom.",
    tags: ["cart", "address"],
    examples: [
      "Ship my cart to Ada Byron, 12 Rose Street, Boston, MA 02118",
      "My shipping address is 77 Sunset Blvd, Los Angeles, CA 90028"
    ]
  },
  {
    name: "set_billing_address",
    description: "Set where the bill goes.",
    tags: ["cart", "address"],
    examples: [
      "My billing address is 3 Oak Avenue, Miami, FL 33101",
      "Send the bill to 8 King Street, Chicago, IL 60601"
    ]
  },
  {
    name: "set_billing_same_as_shipping",
    description: "Send the bill to the shipping address.",
    tags: ["cart", "address"],
    examples: ["Use my shipping address for billing too", "The billing address is the same as the shipping address"]
  },
  {
    name: "apply_coupon_to_cart",
    description: "Put a coupon on the cart.",
    tags: ["cart", "coupons"],
    examples: ["Apply HELLO10 to my cart", "Use the coupon GADGET15 on my cart"]
  },
  {
    name: "remove_coupon_from_cart",
    description: "Take the coupon off the cart.",
    tags: ["cart", "coupons"],
    examples: ["Remove the coupon from my cart", "Take the discount code off my cart"]
  },
  {
    name: "checkout",
    description: "Order what is in the cart.",
    tags: ["cart", "orders"],
    examples: ["Place the order for my cart now", "Check out with express shipping please"]
  }
]
