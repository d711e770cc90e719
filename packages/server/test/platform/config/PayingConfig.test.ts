import { assert, describe, it } from "@effect/vitest"
import { type Config, ConfigProvider, Effect, Option } from "effect"
import { checkoutUrl, paymentNote } from "../../../src/platform/config/PayingConfig.ts"

const read = <A>(config: Config.Config<A>, name: string, value: string) =>
  config.pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map([[name, value]]))))

describe("the link to the shop's till", () => {
  it.effect("is an encrypted address, or one of this machine, with a place for the cart", () =>
    Effect.forEach(
      [
        "https://shop.example/cart/{items}?discount={coupon}",
        "https://shop.example/checkout-link/?products={items}&coupon={coupon}",
        "https://shop.example/till?cart={cart_id}",
        "http://localhost:3000/cart/{items}",
        "http://[::1]:3000/cart/{items}"
      ],
      (template) =>
        Effect.map(read(checkoutUrl, "CHECKOUT_URL", template), (found) =>
          assert.deepStrictEqual(Option.map(found, String), Option.some(template))
        )
    )
  )

  it.effect("is refused with an example, and without the value", () =>
    Effect.forEach(
      [
        "https://shop.example/cart",
        "https://shop.example/cart/{coupon}",
        "https://shop.example/cart/{items}/{user}",
        "https://shop.example/cart/{items}}",
        "http://shop.example/cart/{items}",
        "https://{items}.shop.example/",
        "https://shop.example{items}/cart/",
        "https://me:secret@shop.example/cart/{items}",
        "javascript://shop.example/{items}",
        "https://shop.example/cart/{items} and more",
        `https://shop.example/${"a".repeat(2000)}/{items}`
      ],
      (template) =>
        Effect.map(Effect.flip(read(checkoutUrl, "CHECKOUT_URL", template)), (error) => {
          assert.include(String(error), "for example https://shop.example/cart/{items}?discount={coupon}", template)
          assert.notInclude(String(error), "secret@")
        })
    )
  )
})

describe("the note on paying", () => {
  it.effect("is one line of plain text", () =>
    Effect.gen(function* () {
      const note = "You pay by invoice."
      assert.deepStrictEqual(yield* read(paymentNote, "PAYMENT_NOTE", ` ${note} `), Option.some(note))
      for (const refused of ["a\nb", "a\u202Eb", "a\u0007b", "a\u2028b", "a".repeat(201)]) {
        const error = yield* Effect.flip(read(paymentNote, "PAYMENT_NOTE", refused))
        assert.include(String(error), 'for example "You pay by invoice."')
      }
    })
  )
})
