import { type Headers } from "@effect/platform"
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader
} from "@modelcontextprotocol/server"
import { AddressRefused } from "@storefront/domain/Errors"
import { type ToolServerName } from "@storefront/domain/Topology"
import { corsOrigins } from "@storefront/server/platform/config/EdgeConfig"
import { toolServerUrl } from "@storefront/server/platform/config/McpConfig"
import { Effect } from "effect"

/**
 * Guards a server that believes everybody who can reach it against web sites that make a browser reach it: by a name of
 * theirs that leads to this machine, or from a page of theirs. It answers to the names of this machine, its own, and
 * that of its address in the configuration; pages may be of this machine or of `CORS_ORIGINS`.
 */
export const make = Effect.fnUntraced(function* (server: ToolServerName) {
  const own = new URL(yield* toolServerUrl(server)).hostname
  const sites = Array.from(yield* corsOrigins, (origin) => new URL(origin).hostname)
  const hosts = [...localhostAllowedHostnames(), server, own]
  const origins = [...localhostAllowedOrigins(), own, ...sites]
  return (headers: Headers.Headers): Effect.Effect<void, AddressRefused> =>
    validateHostHeader(headers["host"], hosts).ok
      ? validateOriginHeader(headers["origin"], origins).ok
        ? Effect.void
        : new AddressRefused({ message: "Origin is not allowed" })
      : new AddressRefused({ message: "Host is not allowed" })
})
