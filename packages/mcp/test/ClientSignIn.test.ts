import { assert, layer } from "@effect/vitest"
import * as TestAuthServer from "@storefront/server/testing/TestAuthServer"
import { Effect } from "effect"
import * as RunningToolServer from "../src/testing/RunningToolServer.ts"
import { clients } from "./support/mcpClients.ts"
import { ShopLayer } from "./support/ShopLayer.ts"

layer(ShopLayer, { excludeTestServices: true })("a client with a key of its own", (it) => {
  for (const [sdk, connect] of Object.entries(clients)) {
    it.scoped(`finds out where to get a token for a tool server, and uses it: ${sdk}`, () =>
      Effect.gen(function* () {
        const issuer = yield* TestAuthServer.start()
        const { pem } = yield* issuer.addClient({ client_id: "desk", scopes: ["mcp:inventory"], logs_people_in: false })
        const { url } = yield* RunningToolServer.start("mcp-inventory", {
          MCP_AUTH_ENABLED: "true",
          OAUTH_ISSUER: issuer.name
        })
        const client = yield* connect(url, { clientId: "desk", privateKey: pem, expectedIssuer: issuer.name })
        const { isError } = yield* client.call("get_warehouses", {})
        assert.isFalse(isError)
      })
    )
  }
})
