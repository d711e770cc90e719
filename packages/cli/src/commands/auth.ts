import { Args, Command, Options } from "@effect/cli"
import { FileSystem } from "@effect/platform"
import * as DatabaseConfig from "@storefront/server/platform/config/DatabaseConfig"
import { resources } from "@storefront/server/platform/auth/ServiceTokens"
import { knownClients, knownNames, type ClientPermissions } from "@storefront/server/issuer/KnownClients"
import { OAuthClient, OAuthClients } from "@storefront/server/issuer/OAuthClients"
import * as PublicKey from "@storefront/server/platform/auth/PublicKey"
import { Rotation, SigningKeys } from "@storefront/server/issuer/SigningKeys"
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect"
import * as Confirmation from "../Confirmation.ts"
import * as GeneratedSecrets from "../GeneratedSecrets.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"

const rotateKeys = Command.make(
  "rotate-keys",
  {
    withdraw: Options.boolean("withdraw").pipe(
      Options.withDescription("Refuse all tokens of the other keys from now on, because somebody may have them")
    ),
    yes: Confirmation.yes,
    json: Output.json
  },
  ({ json, withdraw, yes }) =>
    Effect.gen(function* () {
      yield* Confirmation.confirm("All tokens of the other keys", "refused from now on", yes || !withdraw)
      const keys = yield* SigningKeys
      const rotation = yield* keys.rotate({ withdraw })
      yield* Output.print(Rotation, rotation, json, ({ kid, signs_after }) => [
        `Key ${kid}: made`,
        `  signs from  ${DateTime.formatIso(signs_after)}`
      ])
    })
).pipe(Command.withDescription("Make another signing key. The others verify until their last token has expired."))

const clientLines = ({ client_id, logs_people_in, public_keys, scopes }: OAuthClient) => [
  `Client ${Output.printable(client_id)}`,
  `  scopes  ${scopes.join(" ") || "none"}`,
  `  people  ${logs_people_in ? "logs them in" : "no"}`,
  ...public_keys.map(({ kid }) => `  key     ${kid}`)
]

const Clients = Schema.Struct({ clients: Schema.Array(OAuthClient) })

const listClients = Command.make("list", { json: Output.json }, ({ json }) =>
  Effect.gen(function* () {
    const clients = yield* Effect.flatMap(OAuthClients, ({ list }) => list)
    yield* Output.print(Clients, { clients }, json, () =>
      clients.length === 0 ? ["No service is a client yet."] : clients.flatMap(clientLines)
    )
  })
).pipe(Command.withDescription("List the services that get tokens."))

const clientId = Args.text({ name: "client" }).pipe(
  Args.withDescription(`Name of the client: ${knownNames.join(", ")}, or another`)
)

const ClientId = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9._-]{1,100}$/))

const readClientId = (text: string) =>
  Effect.mapError(
    Schema.decodeUnknown(ClientId)(text),
    () =>
      new Input.InputInvalid({
        message: `"${Output.printable(text)}" is not the name of a client: letters, digits, dots, dashes, up to 100`
      })
  )

const scopeNames = Object.values(resources).map(({ scope }) => scope)

/** Reads a client's rights from the options; services of the suite have defaults. */
const readRights = (name: string, scopes: ReadonlyArray<string>, logsPeopleIn: boolean) => {
  const known = Array.findFirst(knownNames, (each) => each === name)
  const rights: ClientPermissions =
    scopes.length === 0 && !logsPeopleIn && Option.isSome(known)
      ? knownClients[known.value]
      : { scopes, logs_people_in: logsPeopleIn }
  const unknown = rights.scopes.find((scope) => !scopeNames.includes(scope))
  if (unknown !== undefined) {
    return new Input.InputInvalid({
      message: `There is no scope ${Output.printable(unknown)}. Scopes: ${scopeNames.join(", ")}`
    })
  }
  return rights.scopes.length === 0 && !rights.logs_people_in
    ? new Input.InputInvalid({ message: "Say what it may do, with --scope or --logs-people-in" })
    : Effect.succeed(rights)
}

const readKey = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const pem = yield* Effect.mapError(
    files.readFileString(file),
    () => new Input.InputInvalid({ message: `The file ${Output.printable(file)} cannot be read` })
  )
  return yield* PublicKey.fromPem(pem)
})

const addClient = Command.make(
  "add",
  {
    clientId,
    key: Options.text("key").pipe(
      Options.withDescription("File with its RSA key in PEM; of a private one only the public half is kept")
    ),
    onlyKey: Options.boolean("only-key").pipe(Options.withDescription("Remove its other keys")),
    scopes: Options.text("scope").pipe(
      Options.withDescription(`What it gets tokens for: ${scopeNames.join(", ")}`),
      Options.repeated
    ),
    logsPeopleIn: Options.boolean("logs-people-in").pipe(
      Options.withDescription("It may exchange people's passwords for tokens, as the orchestrator does")
    ),
    yes: Confirmation.yes,
    json: Output.json
  },
  ({ clientId, json, key, logsPeopleIn, onlyKey, scopes, yes }) =>
    Effect.gen(function* () {
      const clients = yield* OAuthClients
      const client_id = yield* readClientId(clientId)
      const rights = yield* readRights(client_id, scopes, logsPeopleIn)
      const publicKey = yield* readKey(key)
      yield* Confirmation.confirm(`The other keys of ${client_id}`, "forgotten", yes || !onlyKey)
      const added = yield* clients.add({ client_id, ...rights }, publicKey, { replaceKeys: onlyKey })
      yield* Output.print(OAuthClient, added, json, clientLines)
    })
).pipe(Command.withDescription("Add a service, or another key to one, and say what it may do."))

const Removed = Schema.Struct({ client_id: Schema.String, removed: Schema.Literal(true) })

const removeClient = Command.make(
  "remove",
  { clientId, yes: Confirmation.yes, json: Output.json },
  ({ clientId, json, yes }) =>
    Effect.gen(function* () {
      const clients = yield* OAuthClients
      yield* Confirmation.confirm(`The client ${Output.printable(clientId)} and its keys`, "removed", yes)
      yield* clients.remove(clientId)
      const removed: typeof Removed.Type = { client_id: clientId, removed: true }
      yield* Output.print(Removed, removed, json, ({ client_id }) => [
        `Client ${Output.printable(client_id)}: removed; its tokens are good for a quarter of an hour at most`
      ])
    })
).pipe(Command.withDescription("Remove a service, which then gets no more tokens."))

const clients = Command.make("clients").pipe(
  Command.withDescription("The services that get tokens."),
  Command.withSubcommands([listClients, addClient, removeClient])
)

/** The commands for our own authorization server, on any database. */
export const commands = Command.make("auth").pipe(
  Command.withDescription("Keys and clients of the authorization server."),
  Command.withSubcommands([rotateKeys, clients])
)

/** Secrets generated by `up --oauth`, unless the environment gives them. */
const secrets = Layer.unwrapEffect(
  Effect.map(DatabaseConfig.dataDirectory, (folder) => GeneratedSecrets.layer(folder, "authServer"))
)

/** The commands for our own authorization server, on the configured database. */
export const auth = Command.provide(
  commands,
  CommandDatabase.onDatabase(Layer.merge(OAuthClients.layer, SigningKeys.layer)).pipe(Layer.provide(secrets))
)
