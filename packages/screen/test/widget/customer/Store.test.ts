import { assert, it } from "@effect/vitest"
import { storeIn, storeOf } from "../../../src/widget/customer/Store.ts"

const storage = (): Storage => {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (name) => values.get(name) ?? null,
    key: (at) => [...values.keys()][at] ?? null,
    removeItem: (name) => void values.delete(name),
    setItem: (name, value) => void values.set(name, value)
  }
}

it("keeps values as JSON under names of its own, and nothing where storage is blocked or broken", () => {
  const browser = storage()
  const store = storeIn(() => browser)
  store.write("a", { b: 1 })
  assert.deepStrictEqual([browser.getItem("storefront-assistant-a"), store.read("a")], ['{"b":1}', { b: 1 }])
  browser.setItem("storefront-assistant-a", "{")
  assert.isNull(store.read("a"))
  store.remove("a")
  assert.strictEqual(browser.length, 0)
  const blocked = storeIn(() => {
    throw new DOMException("Blocked", "SecurityError")
  })
  blocked.write("a", 1)
  blocked.remove("a")
  assert.isNull(blocked.read("a"))
})

it("shows an owner's values to nobody else: an account drops those of another, a visitor leaves them", () => {
  const store = storeIn(storage)
  const kept = storeIn(
    (
      (browser) => () =>
        browser
    )(storage())
  )
  assert.isNull(storeOf(store, "alice").read("running"))
  const alice = storeOf(kept, "alice")
  const visitor = storeOf(kept, "")
  alice.write("running", 1)
  assert.isNull(visitor.read("running"))
  visitor.remove("running")
  assert.strictEqual(alice.read("running"), 1)
  assert.isNull(storeOf(kept, "bob").read("running"))
  assert.isNull(alice.read("running"))
})
