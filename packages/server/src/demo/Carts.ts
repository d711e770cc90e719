import { account, alice, bob, firstGenerated, powerUser } from "./Accounts.ts"
import { productAt, positionOf } from "./Catalogue.ts"
import type { Row } from "./Loader.ts"
import { ago, iso, randomOf, type World } from "./World.ts"

/** A seeded cart; `owner` is the position of an account. */
interface Cart {
  readonly owner: number
  readonly lines: ReadonlyArray<readonly [product: number, quantity: number]>
  readonly coupon?: string
  readonly hasAddress: boolean
  readonly phone?: string
  /** Days since the cart was filled. */
  readonly age: number
}

const carts: ReadonlyArray<Cart> = [
  {
    owner: alice,
    lines: [
      [positionOf("Electronics", "Mechanical Keyboard"), 1],
      [positionOf("Electronics", "Wireless Mouse"), 1],
      [positionOf("Electronics", "Webcam"), 1]
    ],
    hasAddress: true,
    phone: "+1 617 555 0142",
    age: 0.9
  },
  {
    owner: powerUser,
    lines: [
      [positionOf("Clothing", "Wool Socks"), 3],
      [positionOf("Clothing", "Rain Shell"), 1]
    ],
    coupon: "HELLO10",
    hasAddress: true,
    age: 2.1
  },
  {
    owner: bob,
    lines: [
      [positionOf("Home", "Duvet"), 1],
      [positionOf("Clothing", "Scarf"), 1]
    ],
    hasAddress: true,
    age: 4.3
  },
  {
    owner: firstGenerated + 6,
    lines: [
      [positionOf("Books", "Crime Novel"), 1],
      [positionOf("Books", "Essays"), 1],
      [positionOf("Books", "Poetry"), 1]
    ],
    hasAddress: false,
    age: 11.6
  }
]

const cartId = (world: World, index: number, { age }: Cart) => randomOf(world, "cart", index).uuid(ago(world, age))

export const cartRows = (world: World): ReadonlyArray<Row> =>
  carts.map((cart, index) => {
    const owner = account(world, cart.owner)
    return {
      id: cartId(world, index, cart),
      user_id: owner.id,
      coupon_code: cart.coupon ?? null,
      recipient_name: cart.hasAddress ? owner.name : null,
      phone: cart.phone ?? null,
      shipping_address: cart.hasAddress ? owner.address : null,
      billing_address: cart.hasAddress ? owner.address : null,
      billing_same_as_shipping: true,
      created_at: iso(ago(world, cart.age)),
      updated_at: iso(ago(world, cart.age / 2))
    }
  })

export const cartItemRows = (world: World): ReadonlyArray<Row> =>
  carts.flatMap((cart, index) =>
    cart.lines.map(([position, quantity], line) => ({
      cart_id: cartId(world, index, cart),
      product_id: productAt(world, position).id,
      quantity,
      added_at: iso(ago(world, cart.age / (line + 1)))
    }))
  )
