import { assert, describe, it } from "@effect/vitest"
import * as MemoryTools from "../../src/tools/MemoryTools.ts"
import * as ProductTools from "../../src/tools/ProductTools.ts"
import { Either, Schema } from "effect"

describe("tools of product-discovery", () => {
  it("have the defaults and clamps of the specification", () => {
    const own = Schema.decodeUnknownEither(ProductTools.getMyProducts.parametersSchema)
    const recall = Schema.decodeUnknownEither(MemoryTools.recallPreferences.parametersSchema)
    const remember = Schema.decodeUnknownEither(MemoryTools.rememberPreference.parametersSchema)
    assert.deepStrictEqual(Either.getOrNull(own({ limit: 0, offset: 99_999 })), {
      include_inactive: false,
      low_stock_only: false,
      limit: 1,
      offset: 10_000
    })
    assert.deepInclude(Either.getOrNull(own({})), { limit: 20, offset: 0 })
    assert.deepStrictEqual(Either.getOrNull(recall({})), { limit: 10 })
    assert.deepStrictEqual(Either.getOrNull(remember({ category: "size", content: " M " })), {
      category: "size",
      content: "M",
      importance: 5
    })
  })
})
