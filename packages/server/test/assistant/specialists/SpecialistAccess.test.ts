import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Effect, Layer } from "effect"
import { SpecialistAccess } from "../../../src/assistant/specialists/SpecialistAccess.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { ada, bob, seller, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** Bob holds a permission for reviews, which require approval. */
const permission = Layer.effectDiscard(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`INSERT INTO agent_permissions ${sql.insert({ user_id: bob.id, agent_name: "review-sentiment", role: "user" })}`
  )
)

const isGranted = (user: User, specialist: SpecialistName, variables: Readonly<Record<string, string>>) =>
  Effect.flatMap(SpecialistAccess, (access) => access.isGranted(user, specialist)).pipe(
    Effect.provide(SpecialistAccess.layer.pipe(Layer.provide(settings(variables))))
  )

const gated = { MARKETPLACE_ENFORCED: "true" }

const TestLayer = permission.pipe(Layer.provideMerge(shop), Layer.provideMerge(TestDatabase.layer))

layer(TestLayer, { excludeTestServices: true })("the gate of the marketplace", (it) => {
  it.effect("is open unless it is switched on", () =>
    Effect.gen(function* () {
      for (const variables of [{}, { MARKETPLACE_ENFORCED: "false" }]) {
        assert.isTrue(yield* isGranted(ada, "review-sentiment", variables))
      }
      assert.isFalse(yield* isGranted(ada, "review-sentiment", gated))
    })
  )

  it.effect("lets through who needs no permission or holds one", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* isGranted(ada, "order-management", gated))
      assert.isTrue(yield* isGranted(bob, "review-sentiment", gated))
      for (const role of ["seller", "admin"] as const) {
        assert.isTrue(yield* isGranted({ ...seller, role }, "review-sentiment", gated))
      }
      for (const role of ["customer", "power_user"] as const) {
        assert.isFalse(yield* isGranted({ ...seller, role }, "review-sentiment", gated))
      }
    })
  )

  it.effect("keeps customers from a specialist that the marketplace does not list", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.isTrue(yield* isGranted(bob, "product-discovery", gated))
      yield* sql`DELETE FROM agent_catalog WHERE name = 'product-discovery'`
      assert.isFalse(yield* isGranted(bob, "product-discovery", gated))
      assert.isTrue(yield* isGranted(seller, "product-discovery", gated))
    })
  )
})
