/** Orders of the demonstration shop, by what can be done with them. */
export type OrderKind = "placed" | "confirmed" | "shipped" | "delivered" | "returnable" | "returned" | "refundable"

/** Something a customer says, and what the tool is then called with. */
export interface Saying {
  /** The account before the @; or somebody who has an order of this kind that no other saying has touched. */
  readonly as: string | { readonly having: OrderKind }
  /** What was said before in the conversation. */
  readonly before?: ReadonlyArray<string>
  /** `{{order}}` is the id of the order of that somebody, `{{own}}` a product that the account sells. */
  readonly say: string
  /**
   * What the arguments must hold. `product`, `products` and `items` are parts of names, of the products behind the ids;
   * a text is contained in the argument, anything else is equal to it.
   */
  readonly args?: Readonly<Record<string, unknown>>
}

const placed = { having: "placed" } as const
const confirmed = { having: "confirmed" } as const
const shipped = { having: "shipped" } as const
const delivered = { having: "delivered" } as const
const returned = { having: "returned" } as const
const returnable = { having: "returnable" } as const
const refundable = { having: "refundable" } as const

const home = "12 Rose Street, Boston, MA 02118"

/** Every tool of every specialist in plain English, at least one saying of each with typing errors. */
export const everyTool: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<Saying>>>>> = {
  "product-discovery": {
    search_products: [
      { as: "alice", say: "Do you have headphones below 300 dollars?", args: { query: "headphones", max_price: 300 } },
      { as: "bob", say: "show me the best rated books", args: { category: "Books", sort_by: "rating" } },
      { as: "carol", say: "im lookng for a wintr jacket under $200", args: { max_price: 200 } }
    ],
    get_product_details: [
      { as: "alice", say: "Tell me everything about the Voltarra K87 keyboard", args: { product: "K87" } },
      { as: "bob", say: "What are the specs of the Ridge Runner trail shoes?", args: { product: "Ridge Runner" } },
      { as: "carol", say: "more detials on the slow pantry cookbok pls", args: { product: "Slow Pantry" } }
    ],
    compare_products: [
      {
        as: "alice",
        say: "Compare the Hush 700 headphones with the K87 keyboard",
        args: { products: ["Hush 700", "K87"] }
      },
      {
        as: "bob",
        say: "What is the difference between the Nordvind jacket and the Ridge Runner shoes?",
        args: { products: ["Nordvind", "Ridge Runner"] }
      },
      {
        as: "carol",
        say: "glide vacum vs slow pantry cookbook, which is better value",
        args: { products: ["Glide", "Slow Pantry"] }
      }
    ],
    semantic_search: [
      { as: "alice", say: "I need something that keeps me warm on a frosty morning walk" },
      { as: "bob", say: "What would be a good present for somebody who loves to cook?" },
      { as: "carol", say: "somthing to block out the noise on a long fligth" }
    ],
    find_similar_products: [
      { as: "alice", say: "Is there anything similar to the Hush 700?", args: { product: "Hush 700" } },
      { as: "bob", say: "Show me alternatives to the Brindlecote Glide vacuum", args: { product: "Glide" } },
      { as: "carol", say: "wat else is like the nordvind jaket", args: { product: "Nordvind" } }
    ],
    get_trending_products: [
      { as: "alice", say: "What is selling best right now?" },
      { as: "bob", say: "Which sports gear has been popular this month?", args: { category: "Sports" } },
      { as: "carol", say: "whats trendng in electronics", args: { category: "Electronics" } }
    ],
    get_price_history: [
      { as: "alice", say: "Was the Hush 700 ever cheaper than now?", args: { product: "Hush 700" } },
      {
        as: "bob",
        say: "How has the price of the K87 developed over the last 60 days?",
        args: { product: "K87", days: 60 }
      },
      { as: "carol", say: "price histroy of the nordvind jacket", args: { product: "Nordvind" } }
    ],
    get_purchase_history: [
      { as: "alice", say: "What have I bought from you so far?" },
      { as: "bob", say: "Show me my purchase history" },
      { as: "carol", say: "wich products did i buy in the past" }
    ],
    remember_preference: [
      { as: "alice", say: "Please remember that I wear shoe size 39", args: { category: "size", content: "39" } },
      {
        as: "bob",
        say: "Keep in mind that my budget for presents is 60 dollars",
        args: { category: "budget", content: "60" }
      },
      { as: "carol", say: "rember that i dont like wool", args: { content: "wool" } }
    ],
    recall_preferences: [
      { as: "alice", say: "What do you remember about my taste?" },
      { as: "bob", say: "Which preferences of mine have you saved?" },
      { as: "carol", say: "wat do u rember about me" }
    ],
    forget_preference: [
      { as: "power", before: ["Remember that I collect fountain pens"], say: "Forget what I said about fountain pens" },
      {
        as: "power",
        before: ["Please remember that I love teal"],
        say: "Actually, delete that I love teal from your memory"
      },
      { as: "power", before: ["Keep in mind that I avoid leather"], say: "forgett that i avoid lether" }
    ],
    get_my_products: [
      { as: "seller", say: "List the products I sell" },
      { as: "seller2", say: "Which of my own products are in the Books department?", args: { category: "Books" } },
      { as: "seller", say: "show me my listngs that run low", args: { low_stock_only: true } }
    ]
  },
  "order-management": {
    get_user_orders: [
      { as: "alice", say: "Show me my orders" },
      { as: "bob", say: "Which of my orders have been delivered?", args: { status: "delivered" } },
      { as: "carol", say: "my last 3 oders pls", args: { limit: 3 } }
    ],
    get_order_details: [
      { as: delivered, say: "What was in order {{order}}?", args: { order_id: "{{order}}" } },
      { as: shipped, say: "Give me the details of order {{order}}", args: { order_id: "{{order}}" } },
      { as: placed, say: "waht did i order in {{order}}", args: { order_id: "{{order}}" } }
    ],
    get_order_tracking: [
      { as: shipped, say: "Where is my order {{order}}?", args: { order_id: "{{order}}" } },
      { as: shipped, say: "Track {{order}} for me", args: { order_id: "{{order}}" } },
      { as: shipped, say: "wheres my pakage {{order}}", args: { order_id: "{{order}}" } }
    ],
    cancel_order: [
      {
        as: placed,
        say: "Cancel order {{order}} please, I found it cheaper",
        args: { order_id: "{{order}}", reason: "cheaper" }
      },
      { as: confirmed, say: "I'd like you to cancel my order {{order}}", args: { order_id: "{{order}}" } },
      { as: placed, say: "pls cancle order {{order}}", args: { order_id: "{{order}}" } }
    ],
    modify_order: [
      {
        as: placed,
        say: `Send order {{order}} to ${home} instead`,
        args: {
          order_id: "{{order}}",
          new_address: { street: "12 Rose Street", city: "Boston", state: "MA", zip: "02118" }
        }
      },
      {
        as: confirmed,
        say: "Change the delivery address of order {{order}} to 4 Elm Road, Denver, CO 80202",
        args: {
          order_id: "{{order}}",
          new_address: { street: "4 Elm Road", city: "Denver", state: "CO", zip: "80202" }
        }
      },
      {
        as: placed,
        say: "i moved, pls chnage the adress of order {{order}} to 9 Lake View, Portland, OR 97201",
        args: {
          order_id: "{{order}}",
          new_address: { street: "9 Lake View", city: "Portland", state: "OR", zip: "97201" }
        }
      }
    ],
    check_return_eligibility: [
      { as: delivered, say: "Can I still send back order {{order}}?", args: { order_id: "{{order}}" } },
      { as: delivered, say: "Is order {{order}} eligible for a return?", args: { order_id: "{{order}}" } },
      { as: delivered, say: "is it to late to retrun {{order}}", args: { order_id: "{{order}}" } }
    ],
    initiate_return: [
      {
        as: returnable,
        say: "I want to return order {{order}} because it does not fit. Please start the return.",
        args: { order_id: "{{order}}", reason: "fit" }
      },
      {
        as: returnable,
        say: "Send back order {{order}} for store credit, it arrived broken",
        args: { order_id: "{{order}}", refund_method: "store_credit", reason: "broken" }
      },
      { as: returnable, say: "pls retrun order {{order}}, wrong colour", args: { order_id: "{{order}}" } }
    ],
    process_refund: [
      { as: refundable, say: "Refund my return of order {{order}} now" },
      { as: refundable, say: "Please pay out the refund for order {{order}}" },
      { as: refundable, say: "proccess the refund for oder {{order}} plz" }
    ],
    get_return_status: [
      { as: returned, say: "What is the status of my return of order {{order}}?", args: { order_id: "{{order}}" } },
      { as: returned, say: "Has my return for {{order}} been dealt with?", args: { order_id: "{{order}}" } },
      { as: returned, say: "retrun staus of {{order}}?", args: { order_id: "{{order}}" } }
    ],
    add_to_cart: [
      { as: "carol", say: "Put two K87 keyboards in my cart", args: { quantity: 2 } },
      { as: "bob", say: "Add the Slow Pantry Cookbook to my basket" },
      { as: "carol", say: "add the ridge runer shoes to my crat" }
    ],
    get_cart: [
      { as: "alice", say: "What's in my cart?" },
      { as: "power", say: "How much would my basket cost me?" },
      { as: "alice", say: "shw my crat" }
    ],
    update_cart_quantity: [
      {
        as: "carol",
        before: ["Add the Slow Pantry Cookbook to my cart"],
        say: "Make it 3 cookbooks",
        args: { product: "Slow Pantry", quantity: 3 }
      },
      {
        as: "bob",
        before: ["Add the Slow Pantry Cookbook to my cart"],
        say: "Change the quantity of the Slow Pantry Cookbook in my cart to 2",
        args: { product: "Slow Pantry", quantity: 2 }
      },
      {
        as: "carol",
        before: ["Add the K87 keyboard to my cart"],
        say: "i want 4 keybords in my cart insted",
        args: { product: "K87", quantity: 4 }
      }
    ],
    remove_from_cart: [
      {
        as: "bob",
        before: ["Add the Nordvind jacket to my cart"],
        say: "Take the Nordvind jacket out of my cart",
        args: { product: "Nordvind" }
      },
      {
        as: "carol",
        before: ["Put the K87 keyboard in my cart"],
        say: "Remove it from the cart",
        args: { product: "K87" }
      },
      {
        as: "bob",
        before: ["Add the Ridge Runner shoes to my cart"],
        say: "remvoe the ridge runner shoes from my basket",
        args: { product: "Ridge Runner" }
      }
    ],
    set_shipping_address: [
      {
        as: "bob",
        say: `Deliver my cart to Bob Lindqvist, ${home}`,
        args: { recipient_name: "Bob Lindqvist", street: "12 Rose Street", city: "Boston", state: "MA", zip: "02118" }
      },
      {
        as: "carol",
        say: "My shipping address is Carol Adeyemi, 77 Sunset Blvd, Los Angeles, CA 90028",
        args: {
          recipient_name: "Carol Adeyemi",
          street: "77 Sunset Blvd",
          city: "Los Angeles",
          state: "CA",
          zip: "90028"
        }
      },
      {
        as: "carol",
        say: "set the delivry adress to Carol Adeyemi, 5 Main St, Austin, TX 78701",
        args: { street: "5 Main St", city: "Austin", state: "TX", zip: "78701" }
      }
    ],
    set_billing_address: [
      {
        as: "alice",
        say: "Send the bill to 8 King Street, Chicago, IL 60601",
        args: { street: "8 King Street", city: "Chicago", state: "IL", zip: "60601" }
      },
      {
        as: "alice",
        say: "My billing address is 3 Oak Avenue, Miami, FL 33101",
        args: { street: "3 Oak Avenue", city: "Miami", state: "FL", zip: "33101" }
      },
      {
        as: "alice",
        say: "use 21 Hill Rd, Seattle, WA 98101 as billng adress",
        args: { street: "21 Hill Rd", city: "Seattle", state: "WA", zip: "98101" }
      }
    ],
    set_billing_same_as_shipping: [
      { as: "alice", say: "Use my shipping address for billing too" },
      { as: "alice", say: "The billing address is the same as the shipping address" },
      { as: "alice", say: "biling adress same as shiping pls" }
    ],
    apply_coupon_to_cart: [
      { as: "alice", say: "Apply HELLO10 to my cart", args: { code: "HELLO10" } },
      { as: "alice", say: "Use the coupon GADGET15 on my basket", args: { code: "GADGET15" } },
      { as: "alice", say: "pls aply code hello10 to my crat", args: { code: "hello10" } }
    ],
    remove_coupon_from_cart: [
      { as: "alice", say: "Remove the coupon from my cart" },
      { as: "alice", say: "Take that discount code off my basket again" },
      { as: "alice", say: "delete the cupon from my cart" }
    ],
    checkout: [
      {
        as: "bob",
        before: [`Add the Slow Pantry Cookbook to my cart`, `Ship my cart to Bob Lindqvist, ${home}`],
        say: "Place the order now"
      },
      {
        as: "carol",
        before: [
          "Add the Slow Pantry Cookbook to my cart",
          "My shipping address is Carol Adeyemi, 77 Sunset Blvd, Los Angeles, CA 90028",
          "How do I check out?"
        ],
        say: "Check out with express shipping please",
        args: { speed_tier: "express" }
      },
      {
        as: "bob",
        before: [`Add the Slow Pantry Cookbook to my cart`, `Ship my cart to Bob Lindqvist, ${home}`],
        say: "chekout now pls"
      }
    ],
    get_seller_revenue: [
      { as: "seller", say: "How much did I earn with my products in the last 90 days?", args: { days: 90 } },
      { as: "seller2", say: "Show me my sales figures" },
      { as: "seller", say: "whats my revenu this month" }
    ],
    get_seller_orders: [
      { as: "seller", say: "Which orders contain my products?" },
      {
        as: "seller2",
        say: "Show me the customer orders of my items that are still to be confirmed",
        args: { status: "placed" }
      },
      { as: "seller", say: "list custmer orders with my prodcts" }
    ],
    find_policy: [
      { as: "alice", say: "What is your return policy?" },
      { as: "bob", say: "Do you offer gift wrapping?" },
      { as: "carol", say: "How long does delivery take?" }
    ],
    get_user_profile: [
      { as: "alice", say: "What do you know about my account?" },
      { as: "bob", say: "Since when am I a customer here?" },
      { as: "carol", say: "shwo me my profle" }
    ]
  },
  "pricing-promotions": {
    find_product: [
      { as: "alice", say: "Is there a bundle with the K87 keyboard?" },
      { as: "bob", say: "What would two Slow Pantry Cookbooks and the Nordvind jacket cost with the best discounts?" },
      { as: "carol", say: "any bundel deal for the ridge runer shoes" }
    ],
    validate_coupon: [
      { as: "alice", say: "Does HELLO10 work on a 90 dollar cart?", args: { code: "HELLO10", cart_total: 90 } },
      { as: "bob", say: "Is TAKE25 valid for 200 dollars?", args: { code: "TAKE25", cart_total: 200 } },
      { as: "carol", say: "cupon PAGES10 on $40 of books, valid?", args: { code: "PAGES10", cart_total: 40 } }
    ],
    optimize_cart: [
      { as: "alice", say: "What is the cheapest way to buy what is in my cart?" },
      { as: "power", say: "Find the best combination of discounts for my basket" },
      { as: "alice", say: "optmize my cart pls" }
    ],
    get_active_deals: [
      { as: "alice", say: "Are there any deals at the moment?" },
      { as: "bob", say: "Which promotions do you have on clothing?", args: { category: "Clothing" } },
      { as: "carol", say: "any cupons or discuonts right now" }
    ],
    check_bundle_eligibility: [
      {
        as: "alice",
        say: "Is there a bundle discount if I buy the K87 keyboard and a mouse?",
        args: { products: ["K87"] }
      },
      {
        as: "bob",
        say: "Do the Nordvind jacket and the Glide vacuum qualify for a bundle?",
        args: { products: ["Nordvind", "Glide"] }
      },
      { as: "carol", say: "bundel discount for slow pantry cookbook?", args: { products: ["Slow Pantry"] } }
    ],
    get_loyalty_tier: [
      { as: "alice", say: "What is my loyalty tier?" },
      { as: "bob", say: "How much more do I have to spend to become gold?" },
      { as: "carol", say: "wich teir am i" }
    ],
    calculate_loyalty_discount: [
      { as: "alice", say: "How much does my tier take off a 200 dollar order?", args: { cart_total: 200 } },
      { as: "bob", say: "What is my loyalty discount on $80?", args: { cart_total: 80 } },
      { as: "bob", say: "loyality discount on 150 dollars for me?", args: { cart_total: 150 } }
    ],
    get_loyalty_benefits: [
      { as: "alice", say: "What are the benefits of each loyalty tier?" },
      { as: "bob", say: "Explain the loyalty programme to me" },
      { as: "carol", say: "wat do silver and gold membrs get" }
    ]
  },
  "review-sentiment": {
    get_product_reviews: [
      {
        as: "alice",
        say: "Show me the worst reviews of the Hush 700",
        args: { product: "Hush 700", sort_by: "rating_low" }
      },
      { as: "bob", say: "Read me the newest reviews of the Slow Pantry Cookbook", args: { product: "Slow Pantry" } },
      { as: "carol", say: "helpfull reviews for the K87 keybord", args: { product: "K87", sort_by: "helpful" } }
    ],
    analyze_sentiment: [
      { as: "alice", say: "What do people think of the Hush 700?", args: { product: "Hush 700" } },
      { as: "bob", say: "Are customers happy with the Ridge Runner shoes?", args: { product: "Ridge Runner" } },
      { as: "carol", say: "do ppl like the nordvind jackt", args: { product: "Nordvind" } }
    ],
    get_sentiment_by_topic: [
      {
        as: "alice",
        say: "What do reviewers say about quality, value and durability of the Hush 700?",
        args: { product: "Hush 700" }
      },
      { as: "bob", say: "How do customers rate the design of the Nordvind jacket?", args: { product: "Nordvind" } },
      { as: "carol", say: "how durabel is the glide vacuum acording to reviews", args: { product: "Glide" } }
    ],
    get_review_trends: [
      { as: "alice", say: "Are the reviews of the Hush 700 getting better or worse?", args: { product: "Hush 700" } },
      {
        as: "bob",
        say: "How did the ratings of the K87 change over the last 12 months?",
        args: { product: "K87", months: 12 }
      },
      { as: "carol", say: "reveiw trend of the ridge runner", args: { product: "Ridge Runner" } }
    ],
    detect_fake_reviews: [
      { as: "alice", say: "Are there fake reviews of the Hush 700?", args: { product: "Hush 700" } },
      { as: "bob", say: "Can I trust the reviews of the Slow Pantry Cookbook?", args: { product: "Slow Pantry" } },
      { as: "carol", say: "are the K87 reveiws fake", args: { product: "K87" } }
    ],
    search_reviews: [
      {
        as: "alice",
        say: "Do any reviews of the Hush 700 mention the battery?",
        args: { product: "Hush 700", keyword: "batter" }
      },
      {
        as: "bob",
        say: "Which reviews of the Glide vacuum talk about noise?",
        args: { product: "Glide", keyword: "nois" }
      },
      {
        as: "carol",
        say: "find reveiws of the nordvind that mention the zipper",
        args: { product: "Nordvind", keyword: "zipper" }
      }
    ],
    draft_seller_response: [
      {
        as: "seller",
        say: "Draft a friendly answer to the worst review of {{own}}",
        args: { tone: "friendly" }
      },
      { as: "seller2", say: "Write a formal reply to the newest review of {{own}}", args: { tone: "formal" } },
      { as: "seller", say: "draft a respons to the worst reveiw of {{own}}" }
    ],
    compare_reviews: [
      {
        as: "alice",
        say: "Which has better reviews, the Hush 700 or the K87?",
        args: { products: ["Hush 700", "K87"] }
      },
      {
        as: "bob",
        say: "Compare the reviews of the Nordvind jacket and the Ridge Runner shoes",
        args: { products: ["Nordvind", "Ridge Runner"] }
      },
      {
        as: "carol",
        say: "compare reveiws glide vacuum and slow pantry cookbook",
        args: { products: ["Glide", "Slow Pantry"] }
      }
    ]
  },
  "inventory-fulfillment": {
    check_stock: [
      { as: "alice", say: "Is the Hush 700 in stock?", args: { product: "Hush 700" } },
      { as: "bob", say: "How many K87 keyboards do you have left?", args: { product: "K87" } },
      { as: "carol", say: "is the nordvind jakcet avialable", args: { product: "Nordvind" } }
    ],
    get_warehouse_availability: [
      { as: "alice", say: "In which warehouses is the Nordvind jacket?", args: { product: "Nordvind" } },
      { as: "bob", say: "Show me the warehouse availability of the Hush 700", args: { product: "Hush 700" } },
      { as: "carol", say: "wich warehouse has the k87 keybord", args: { product: "K87" } }
    ],
    get_restock_schedule: [
      { as: "alice", say: "When is the Glide vacuum back in stock?", args: { product: "Glide" } },
      { as: "bob", say: "Will you get more Hush 700 headphones soon?", args: { product: "Hush 700" } },
      { as: "carol", say: "when do u restok the glide vaccum", args: { product: "Glide" } }
    ],
    estimate_shipping: [
      {
        as: "alice",
        say: "How long does it take to ship the K87 to California?",
        args: { product: "K87", destination_region: "west" }
      },
      {
        as: "bob",
        say: "What does delivery of two Nordvind jackets to the east coast cost?",
        args: { product: "Nordvind", destination_region: "east", quantity: 2 }
      },
      {
        as: "carol",
        say: "shiping cost for the ridge runner shoes to the cental region",
        args: { product: "Ridge Runner", destination_region: "central" }
      }
    ],
    compare_carriers: [
      {
        as: "alice",
        say: "Which carriers go from the east to the west, and which is the cheapest?",
        args: { region_from: "east", region_to: "west" }
      },
      {
        as: "bob",
        say: "Compare the carriers from central to east",
        args: { region_from: "central", region_to: "east" }
      },
      {
        as: "carol",
        say: "wich carier is fastest from west to central",
        args: { region_from: "west", region_to: "central" }
      }
    ],
    get_order_tracking: [
      { as: shipped, say: "What is the delivery status of order {{order}}?", args: { order_id: "{{order}}" } },
      { as: shipped, say: "What did the carrier record for {{order}}?", args: { order_id: "{{order}}" } },
      { as: shipped, say: "delivry status of {{order}} plz", args: { order_id: "{{order}}" } }
    ],
    calculate_fulfillment_plan: [
      {
        as: "seller",
        say: "Plan the fulfilment of 5 K87 keyboards and 2 Nordvind jackets to the west",
        args: {
          destination_region: "west",
          items: [
            ["K87", 5],
            ["Nordvind", 2]
          ]
        }
      },
      {
        as: "admin",
        say: "From which warehouses would we ship 3 Slow Pantry Cookbooks to the east? Make a fulfillment plan.",
        args: { destination_region: "east", items: [["Slow Pantry", 3]] }
      },
      {
        as: "seller",
        say: "fullfilment plan for 4 ridge runner shoes to central pls",
        args: { destination_region: "central", items: [["Ridge Runner", 4]] }
      }
    ],
    place_backorder: [
      { as: "seller", say: "Place a backorder for 10 Glide vacuums", args: { product: "Glide", quantity: 10 } },
      { as: "admin", say: "Backorder 5 Brindlecote Glide vacuums please", args: { product: "Glide", quantity: 5 } },
      { as: "seller2", say: "plase bakorder 3 glide vacuums", args: { product: "Glide", quantity: 3 } }
    ],
    get_seller_inventory: [
      { as: "seller", say: "How is the stock of my products?" },
      { as: "seller2", say: "Which of my products are running low?", args: { low_stock_only: true } },
      { as: "seller", say: "show my inventry" }
    ]
  }
}
