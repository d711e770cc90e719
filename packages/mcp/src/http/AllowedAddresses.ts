import { type Headers } from "@effect/platform"
import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader
} from "@modelcontextprotocol/server"
import { HostOrOriginRefused } from "@storefront/domain/Errors"
import { type ToolServerName } from "@storefront/domain/Topology"
import { corsOrigins } from "@storefront/server/platform/config/EdgeConfig"
import { toolServerUrl } from "@storefront/server/platform/config/McpConfig"
import { Effect } from "effect"

/**
 * Protects a server that trusts everyone who can reach it against browsers: against DNS rebinding by an allowlist of
 * host names, and against requests from foreign web pages by one of origins. Both lists have localhost and the hostname
 * of the configured URL; the hosts also the server's name, the origins also `CORS_ORIGINS`.
 */
export const make = Effect.fnUntraced(function* (server: ToolServerName) {
  const ownHost = new URL(yield* toolServerUrl(server)).hostname
  const sites = Array.from(yield* corsOrigins, (origin) => new URL(origin).hostname)
  const hosts = [...localhostAllowedHostnames(), server, ownHost]
  const origins = [...localhostAllowedOrigins(), ownHost, ...sites]
  return (headers: Headers.Headers): Effect.Effect<void, HostOrOriginRefused> =>
    validateHostHeader(headers["host"], hosts).ok
      ? validateOriginHeader(headers["origin"], origins).ok
        ? Effect.void
        : new HostOrOriginRefused({ message: "Origin is not allowed" })
      : new HostOrOriginRefused({ message: "Host is not allowed" })
})
