import { HttpRouter, HttpServerRequest } from "@effect/platform"
import {
  AccountAuthentication,
  AdminAuthentication,
  Authentication,
  CatalogueAuthentication,
  ChatAuthentication,
  ProfileAuthentication
} from "@storefront/domain/api/Authentication"
import { AdminRequired, SignInRequired, Unauthorized, UserNotFound } from "@storefront/domain/Errors"
import { type User, type UserId } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import { Effect, Layer, type Redacted } from "effect"
import { ClientKey } from "../../platform/http/ClientKey.ts"
import { rateLimits } from "../../platform/config/EdgeConfig.ts"
import { invalidToken } from "../../platform/auth/TokenClaims.ts"
import * as BearerToken from "../../platform/http/BearerToken.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"
import { type TokenHolder } from "../../shop/accounts/AccountRepository.ts"
import { Sessions } from "../../shop/accounts/Sessions.ts"
import * as PathId from "./PathId.ts"

const token = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  return yield* Effect.mapError(BearerToken.of(headers), () => new Unauthorized())
})

/** Authenticates the request; an account that no longer exists is an invalid token. */
const admitted = <A, E>(authenticate: (token: Redacted.Redacted) => Effect.Effect<A, E | UserNotFound>) =>
  token.pipe(
    Effect.flatMap(authenticate),
    Effect.catchIf((error): error is Extract<typeof error, UserNotFound> => error instanceof UserNotFound, invalidToken)
  )

const userOf = ({ user }: TokenHolder) => user

const requireAdmin = Effect.fnUntraced(function* ({ user }: TokenHolder) {
  if (user.role !== "admin") {
    yield* Effect.annotateLogs(Effect.logInfo("Admin access refused"), "user.id", user.id)
    return yield* new AdminRequired()
  }
  return user
})

/** Fails for a guest. */
const requireAccount = ({ user }: TokenHolder) =>
  user.role === "guest" ? Effect.fail(new SignInRequired()) : Effect.succeed(user)

const accountLayer = Layer.effect(
  AccountAuthentication,
  Effect.map(Sessions, ({ authenticate }) => ({
    bearer: () => Effect.flatMap(admitted(authenticate), requireAccount)
  }))
)

/** Builds the authentication of a request by the access token of an account or a guest. */
export const bearer = Effect.map(Sessions, ({ authenticate }) => admitted(authenticate))

/** Builds the key of a guest's client address, by which guests are limited together; an account has none. */
export const guestClient = Effect.map(
  ClientKey,
  ({ ofRequest }) =>
    ({ role }: User) =>
      role === "guest" ? Effect.map(ofRequest, (client) => ({ client })) : Effect.succeed({})
)

/** Builds the count of a chat message against the limits of its sender, which all doors share. */
export const chatLimits = Effect.gen(function* () {
  const limits = yield* RateLimits
  const { chat, guestChat, guestMinute } = yield* rateLimits
  const client = yield* ClientKey
  /** Counts a message of a guest against the guest and the client address, which may have many guests. */
  const hitAsGuest = (key: UserId) =>
    Effect.flatMap(client.ofRequest, (address) =>
      limits.hit({ limit: guestMinute, key }, { limit: guestChat, key: address })
    )
  return ({ id: key, role }: User) => (role === "guest" ? hitAsGuest(key) : limits.hit({ limit: chat, key }))
})

const userLayer = Layer.effect(
  Authentication,
  Effect.map(bearer, (authenticate) => ({ bearer: () => Effect.map(authenticate, userOf) }))
)

const decodeProduct = PathId.decode(ProductId)

/** Decodes the product id in the path; none for the list. */
const requestedProduct = Effect.map(HttpRouter.params, ({ product_id = "" }) => decodeProduct(product_id))

const catalogueLayer = Layer.effect(
  CatalogueAuthentication,
  Effect.map(Sessions, ({ authenticateReader }) => ({
    bearer: () =>
      Effect.flatMap(requestedProduct, (product) =>
        Effect.map(
          admitted((token) => authenticateReader(token, product)),
          (version) => ({ product, version })
        )
      )
  }))
)

const adminLayer = Layer.effect(
  AdminAuthentication,
  Effect.map(Sessions, ({ authenticate }) => ({
    bearer: () => Effect.flatMap(admitted(authenticate), requireAdmin)
  }))
)

const chatLayer = Layer.effect(
  ChatAuthentication,
  Effect.map(Effect.all([bearer, chatLimits]), ([authenticate, count]) => ({
    bearer: () => Effect.tap(authenticate, ({ user }) => count(user))
  }))
)

const profileLayer = Layer.effect(
  ProfileAuthentication,
  Effect.map(Sessions, ({ authenticate }) => ({
    bearer: () => token.pipe(Effect.flatMap(authenticate), Effect.flatMap(requireAccount))
  }))
)

/** Bearer authentication middleware of the contract's endpoints. */
export const layer = Layer.mergeAll(accountLayer, userLayer, catalogueLayer, adminLayer, chatLayer, profileLayer)
