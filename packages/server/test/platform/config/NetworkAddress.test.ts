import { assert, it } from "@effect/vitest"
import * as NetworkAddress from "../../../src/platform/config/NetworkAddress.ts"

it("tells the addresses that only this machine reaches from all others", () => {
  for (const host of ["127.0.0.1", "127.9.8.7", "::1", "[::1]", "localhost", "LOCALHOST", "::ffff:127.0.0.1"]) {
    assert.isTrue(NetworkAddress.isLoopback(host), host)
  }
  for (const host of ["0.0.0.0", "::", "10.0.0.1", "128.0.0.1", "fe80::1", "shop.example", "localhost.example"]) {
    assert.isFalse(NetworkAddress.isLoopback(host), host)
  }
})
