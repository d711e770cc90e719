import { HttpServerRequest } from "@effect/platform"
import { FrontExtension } from "@storefront/domain/api/AgentApi"
import { Effect } from "effect"
import * as ProtocolHeaders from "../../assistant/a2a/ProtocolHeaders.ts"
import * as AuthenticationHttp from "../rest/AuthenticationHttp.ts"
import { type Call } from "./FrontAgent.ts"

const supported: ReadonlyArray<string> = Object.values(FrontExtension)

/** Extensions that the current request activates. */
const extensions = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  ProtocolHeaders.activatedExtensions(headers, supported)
)

/** Headers of the response to the current request. */
export const responseHeaders = Effect.map(extensions, ProtocolHeaders.extensionsHeader)

/** Builds the authentication of requests and the count of messages, alike in all bindings. */
export const make = Effect.gen(function* () {
  const bearer = yield* AuthenticationHttp.bearer
  const count = yield* AuthenticationHttp.chatLimits
  const clientOf = yield* AuthenticationHttp.guestClient
  const authenticate = Effect.gen(function* () {
    const { generation, user } = yield* bearer
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const call: Call = {
      user,
      generation,
      acceptLanguage: headers["accept-language"] ?? null,
      showsProgress: (yield* extensions).has(FrontExtension.progress),
      ...(yield* clientOf(user))
    }
    return call
  })
  return { authenticate, /** Counts a message against the limits of its sender. */ count }
})
export type Calls = Effect.Effect.Success<typeof make>
