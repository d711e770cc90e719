import { assert, it } from "@effect/vitest"
import { storeIn } from "../../../src/widget/customer/Store.ts"

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
