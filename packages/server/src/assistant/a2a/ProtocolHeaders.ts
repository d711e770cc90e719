import { type Headers, HttpServerRequest } from "@effect/platform"
import { protocolVersion } from "@storefront/domain/api/AgentApi"
import { Effect } from "effect"
import { ProtocolError } from "./ProtocolError.ts"

/** Headers by which a client states the version of the protocol, and the extensions that it uses. */

/** Returns whether the version is supported. A missing header means 0.3; the patch number does not matter. */
const isSupported = (version: string) =>
  version === protocolVersion ||
  (version.startsWith(`${protocolVersion}.`) && /^\d+$/.test(version.slice(protocolVersion.length + 1)))

const versionOf = ({ headers, url }: HttpServerRequest.HttpServerRequest) =>
  headers["a2a-version"] ?? new URLSearchParams(url.split("?")[1]).get("A2A-Version") ?? ""

/** Refuses a version of the protocol other than ours. */
export const versionNotSupported = new ProtocolError({
  reason: "VERSION_NOT_SUPPORTED",
  message: `A2A-Version: must be ${protocolVersion}`,
  metadata: { supportedVersions: protocolVersion }
})

/** Fails unless the request is of the supported version. */
export const checkVersion = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  isSupported(versionOf(request)) ? Effect.void : versionNotSupported
)

/** Returns those of our extensions that the client activated. */
export const activatedExtensions = (
  headers: Headers.Headers,
  supported: ReadonlyArray<string>
): ReadonlySet<string> => {
  const requested = new Set((headers["a2a-extensions"] ?? "").split(",").map((uri) => uri.trim()))
  return new Set(supported.filter((uri) => requested.has(uri)))
}

/** Builds the response header that lists the activated extensions. */
export const extensionsHeader = (extensions: ReadonlySet<string>): Record<string, string> =>
  extensions.size === 0 ? {} : { "a2a-extensions": [...extensions].join(",") }
