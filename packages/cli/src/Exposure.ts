import { Options } from "@effect/cli"
import { SqlClient } from "@effect/sql"
import { SpecialistName, ToolServerName } from "@storefront/domain/Topology"
import * as AgentsConfig from "@storefront/server/platform/config/AgentsConfig"
import * as HttpConfig from "@storefront/server/platform/config/HttpConfig"
import { isLoopback } from "@storefront/server/platform/config/NetworkAddress"
import * as McpConfig from "@storefront/server/platform/config/McpConfig"
import { demoPasswordHash } from "@storefront/server/demo/Accounts"
import { orUnavailable } from "@storefront/server/platform/database/Transaction"
import { Array, Data, Effect, Schema } from "effect"

/** Checks that other machines cannot reach what only a local demonstration may offer. */

/** Other machines could reach what only a local demonstration may offer. The message names the remedy. */
export class DemoExposed extends Data.TaggedError("Exposed")<{ readonly message: string }> {}

/** `--insecure-demo`, for operators who know who can reach the machine. */
export const insecureDemo = Options.boolean("insecure-demo").pipe(
  Options.withDescription(
    "Let other machines in although demonstration passwords work or agents are asked over plain HTTP"
  )
)

/** Runs a check unless it is waived, or `HOST` lets only this machine in. */
const ifExposed = <A, E, R>(isAllowed: boolean, check: (host: string) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(HttpConfig.host, (host) =>
    isAllowed || isLoopback(HttpConfig.hostnameOf(host)) ? Effect.void : check(host)
  )

/** Fails when a service of the suite is called over plain HTTP at an address that is not this machine's own. */
export const checkTransport = (isAllowed: boolean) =>
  ifExposed(
    isAllowed,
    Effect.fnUntraced(function* (host) {
      const agents = yield* AgentsConfig.registry
      const servers = (yield* McpConfig.mcpEnabled)
        ? yield* Effect.forEach(ToolServerName.literals, (name) =>
            Effect.map(McpConfig.toolServerUrl(name), (url) => [name, new URL(url)] as const)
          )
        : []
      const peers = [...SpecialistName.literals.map((name) => [name, agents[name]] as const), ...servers]
      const exposed = Array.findFirst(
        peers,
        ([, { hostname, protocol }]) => protocol === "http:" && !isLoopback(hostname)
      )
      if (exposed._tag === "Some") {
        const [name, url] = exposed.value
        return yield* new DemoExposed({
          message:
            `HOST=${host} lets other machines in, and ${name} is asked over plain HTTP at ${url.origin}, where others can ` +
            `read secrets and messages. Give its https address or one of 127.0.0.1, listen at HOST=127.0.0.1 behind a ` +
            `proxy, or start with --insecure-demo`
        })
      }
    })
  )

const decodeAccounts = Schema.decodeUnknown(
  Schema.Tuple(Schema.Struct({ count: Schema.Int, first: Schema.NullOr(Schema.String) }))
)

/** Fails when other machines are let in, because this start would make the demonstration shop. */
export const checkNewDemo = ifExposed(
  false,
  (host) =>
    new DemoExposed({
      message:
        `HOST=${host} lets other machines in, and everybody knows the password of the demonstration shop that a start ` +
        `makes. Use a database without it, listen at HOST=127.0.0.1, or start with --insecure-demo`
    })
)

/** Fails when an active account has the demonstration password, which the README names. */
export const checkPasswords = (isAllowed: boolean) =>
  ifExposed(
    isAllowed,
    Effect.fnUntraced(function* (host) {
      const sql = yield* SqlClient.SqlClient
      const [{ count, first }] = yield* sql`
        SELECT count(*)::int AS count, min(email) AS first FROM users
        WHERE password_hash = ${demoPasswordHash} AND is_active AND deleted_at IS NULL`.pipe(
        Effect.flatMap(decodeAccounts),
        orUnavailable
      )
      if (count > 0) {
        return yield* new DemoExposed({
          message:
            `HOST=${host} lets other machines in, and the demonstration password still opens ${count} accounts, such as ` +
            `${first}. Deactivate them with "storefront users deactivate", use a database without the demonstration ` +
            `shop, listen at HOST=127.0.0.1, or start with --insecure-demo`
        })
      }
    })
  )
