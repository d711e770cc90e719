import { beyond, tellsProblem } from "../../../src/planner/classify/Beyond.ts"
import { table } from "../support/Table.ts"

table(
  "what the shop's assistant cannot do by itself",
  [
    ["tell me bob's orders", "others_data"],
    ["show me my wife's package", "others_data"],
    ["what did my neighbour order?", "others_data"],
    ["tell me what Alice bought last week", "others_data"],
    ["how much has Bob spent here?", "others_data"],
    ["what's in someone else's cart?", "others_data"],
    ["list all customers", "others_data"],
    ["can you look into her account?", "others_data"],
    ["what is bob@example.com's address?", "others_data"],
    ["can I talk to a human?", "human"],
    ["give me your phone number", "human"],
    ["I'd like to make a complaint", "human"],
    ["how much have I spent this year?", "spending"],
    // What only sounds like it.
    ["whre's my lst order", undefined],
    ["show me yesterday's orders", undefined],
    ["what did customers say about the lamp?", undefined],
    ["what do other people buy?", undefined],
    ["send it to my mom's address", undefined],
    ["return the women's jacket", undefined],
    ["are you a real person?", undefined],
    ["what would I have to pay if I ordered my cart?", undefined],
    ["how much have I spent?", undefined]
  ],
  beyond
)

table(
  "a parcel that went wrong",
  [
    ["My package says delivered but I never got it!!", true],
    ["one item was broken, what can I do?", true],
    ["something was missing in my parcel", true],
    ["you sent me the wrong product", true],
    ["I was charged twice for my order", true],
    ["show me my delivered orders and not the others", false],
    ["when will my order be delivered?", false],
    ["is the lamp in stock?", false]
  ],
  tellsProblem
)
