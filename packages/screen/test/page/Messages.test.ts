import { assert, it } from "@effect/vitest"
import { isToPage, readHello, readToFrame } from "../../src/page/Messages.ts"

const hello = {
  type: "hello",
  locale: "de",
  theme: { accent: "#123456", other: "x", font: 7 },
  handles: " checkout  x"
}

it("takes a hello with the names that it knows", () => {
  assert.deepStrictEqual(readHello(hello), {
    type: "hello",
    locale: "de",
    theme: { accent: "#123456" },
    handles: ["checkout"]
  })
  assert.deepStrictEqual(readHello({ type: "hello", locale: "" }), {
    type: "hello",
    locale: "",
    theme: {},
    handles: []
  })
  assert.deepStrictEqual(readHello({ ...hello, handles: `checkout ${"x".repeat(8192)}` })?.handles, [])
})

it("ignores what is none of its messages, and texts over 8 kB", () => {
  const long = "x".repeat(8193)
  for (const data of [
    null,
    1,
    "hello",
    [],
    {},
    { type: "other" },
    { ...hello, locale: 1 },
    { ...hello, locale: long }
  ]) {
    assert.isNull(readHello(data))
  }
  for (const data of [
    null,
    "open",
    { type: "hello" },
    { type: "context" },
    { type: "context", product_id: 7 },
    { type: "context", product_id: long },
    { type: "identity", token: undefined },
    { type: "identity", token: long },
    { type: "identity", token: "" }
  ]) {
    assert.isNull(readToFrame(data))
  }
})

it("takes the messages of a page without what else they have", () => {
  assert.deepStrictEqual(
    [
      { type: "open", focus: true, other: 1 },
      { type: "open", focus: 1 },
      { type: "close" },
      { type: "context", product_id: "sku-1" },
      { type: "context", product_id: null },
      { type: "identity", token: "t" },
      { type: "identity", token: null }
    ].map(readToFrame),
    [
      { type: "open", focus: true },
      { type: "open", focus: false },
      { type: "close" },
      { type: "context", product_id: "sku-1" },
      { type: "context", product_id: null },
      { type: "identity", token: "t" },
      { type: "identity", token: null }
    ]
  )
})

it("takes the messages of the frame whose fields are of their kind", () => {
  const product = { type: "open-product", product_id: "p", external_id: null, url: null }
  for (const data of [
    { type: "hello" },
    { type: "ready", other: {} },
    { type: "closed" },
    { type: "resize", open: true, width: 400, height: 680 },
    product,
    { ...product, external_id: "x", url: "https://shop.example/p" },
    { type: "checkout", url: null },
    { type: "sign-in" },
    { type: "identity-expired" },
    { type: "unread", count: 0 },
    { type: "cart-changed", item_count: 2, subtotal: 19.9, currency: "EUR" },
    { type: "cart-changed", item_count: null, subtotal: null, currency: null },
    { type: "awaiting", awaited: false }
  ]) {
    assert.isTrue(isToPage(data), JSON.stringify(data))
  }
  for (const data of [
    null,
    "ready",
    [],
    {},
    { type: "toString" },
    { type: "__proto__" },
    { type: ["ready"] },
    { type: "open" },
    { type: "resize", open: 1, width: 400, height: 680 },
    { type: "resize", open: true, width: 400 },
    { ...product, product_id: null },
    { ...product, url: "x".repeat(8193) },
    { type: "unread", count: "2" },
    { type: "unread" },
    { type: "cart-changed", item_count: "2", subtotal: 1, currency: "EUR" },
    { type: "awaiting" }
  ]) {
    assert.isFalse(isToPage(data), JSON.stringify(data))
  }
})
