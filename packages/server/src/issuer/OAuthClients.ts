import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { isStorable } from "@storefront/domain/api/Fields"
import { Array, Context, Data, Effect, Layer, Option, Schema } from "effect"
import { PublicKey } from "../platform/auth/PublicKey.ts"
import { orUnavailable } from "../platform/database/Transaction.ts"

/** Service that may request tokens. */
export const OAuthClient = Schema.Struct({
  client_id: Schema.String,
  /** Keys of which any authenticates the client. */
  public_keys: Schema.Array(PublicKey),
  /** Scopes that it may request by `client_credentials`. */
  scopes: Schema.Array(Schema.String),
  /** True if it may exchange people's passwords for tokens. */
  logs_people_in: Schema.Boolean
})
export type OAuthClient = typeof OAuthClient.Type

const decodeClients = Schema.decodeUnknown(Schema.Array(OAuthClient))

export class UnknownClient extends Data.TaggedError("UnknownClient")<{ readonly clientId: string }> {
  override get message() {
    return `There is no client ${this.clientId}.`
  }
}

/** Clients of the authorization server, a table of the database. */
export class OAuthClients extends Context.Tag("@storefront/server/issuer/OAuthClients")<
  OAuthClients,
  {
    readonly find: (clientId: string) => Effect.Effect<Option.Option<OAuthClient>, DatabaseUnavailable>
    /** Lists clients, sorted by id. */
    readonly list: Effect.Effect<ReadonlyArray<OAuthClient>, DatabaseUnavailable>
    /** Adds a client; or sets an existing one's permissions and adds the key. `replaceKeys` removes its other keys. */
    readonly add: (
      client: Omit<OAuthClient, "public_keys">,
      key: PublicKey,
      options?: { readonly replaceKeys: boolean }
    ) => Effect.Effect<OAuthClient, DatabaseUnavailable>
    /** Removes a client. Its issued tokens stay valid until they expire. */
    readonly remove: (clientId: string) => Effect.Effect<void, UnknownClient | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("client_id, public_keys, scopes, logs_people_in")

      const find = Effect.fn("OAuthClients.find")(function* (clientId: string) {
        if (!isStorable(clientId)) {
          return Option.none<OAuthClient>()
        }
        const rows = yield* sql`SELECT ${columns} FROM oauth_clients WHERE client_id = ${clientId}`
        return Array.head(yield* decodeClients(rows))
      }, orUnavailable)

      const list = Effect.flatMap(sql`SELECT ${columns} FROM oauth_clients ORDER BY client_id`, decodeClients).pipe(
        orUnavailable,
        Effect.withSpan("OAuthClients.list")
      )

      const add = Effect.fn("OAuthClients.add")(function* (
        { client_id, logs_people_in, scopes }: Omit<OAuthClient, "public_keys">,
        key: PublicKey,
        { replaceKeys }: { readonly replaceKeys: boolean } = { replaceKeys: false }
      ) {
        const rows = yield* sql`
          INSERT INTO oauth_clients AS known (client_id, public_keys, scopes, logs_people_in)
          VALUES (${client_id}, ${JSON.stringify([key])}::jsonb, ${[...scopes]}::text[], ${logs_people_in})
          ON CONFLICT (client_id) DO UPDATE SET
            public_keys = CASE
              WHEN ${replaceKeys} THEN excluded.public_keys
              WHEN known.public_keys @> ${JSON.stringify([{ kid: key.kid }])}::jsonb THEN known.public_keys
              ELSE known.public_keys || excluded.public_keys
            END,
            scopes = excluded.scopes,
            logs_people_in = excluded.logs_people_in
          RETURNING ${columns}`
        const [client] = yield* decodeClients(rows)
        return client ?? (yield* Effect.dieMessage("the client was not stored"))
      }, orUnavailable)

      const remove = Effect.fn("OAuthClients.remove")(function* (clientId: string) {
        const rows = yield* orUnavailable(
          sql`DELETE FROM oauth_clients WHERE client_id = ${clientId} RETURNING client_id`
        )
        if (rows.length === 0) {
          return yield* new UnknownClient({ clientId })
        }
      })

      return { find, list, add, remove }
    })
  )
}
