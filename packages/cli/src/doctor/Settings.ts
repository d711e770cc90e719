import { FileSystem, Path } from "@effect/platform"
import { AgentName } from "@storefront/domain/Topology"
import * as AuthConfig from "@storefront/server/platform/config/AuthConfig"
import * as DatabaseConfig from "@storefront/server/platform/config/DatabaseConfig"
import * as HttpConfig from "@storefront/server/platform/config/HttpConfig"
import { isLoopback } from "@storefront/server/platform/config/NetworkAddress"
import { publicUrl } from "@storefront/server/platform/config/PublicUrlConfig"
import * as PrivateFolder from "@storefront/server/platform/database/PrivateFolder"
import * as LanguageModels from "@storefront/server/assistant/model/LanguageModels"
import { ConfigProvider, Effect, Option } from "effect"
import * as Preflight from "../Preflight.ts"
import { failed, note, ok, problem } from "./Finding.ts"
import { isThere } from "./Machine.ts"

/** Findings about settings: variables, secrets, links and the model. */

/** Placeholders for the secrets that `up` would generate. */
const anySecrets = ConfigProvider.fromMap(
  new Map([
    ["JWT_SECRET", "0123456789abcdef0123456789abcdeX"],
    ["AGENT_SHARED_SECRET", "fedcba9876543210fedcba9876543210"]
  ])
)

/** Adds secrets if none are set, since a turn and a check of variables need some. */
export const withSecrets = Effect.configProviderWith((environment) =>
  Effect.succeed(ConfigProvider.orElse(environment, () => anySecrets))
)

/** Checks that every variable that is set is valid. */
export const variables = Effect.flatMap(withSecrets, (provider) =>
  Preflight.configuration(AgentName.literals).pipe(
    Effect.withConfigProvider(provider),
    Effect.as(ok("variables", "all that are set are valid")),
    Effect.catchAllCause(
      failed("variables", "Correct the variable, or unset it; docs/configuration.md has a table of all")
    )
  )
)

/** Finds secrets that others could read, or that are missing. */
export const secrets = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const mode = yield* AuthConfig.authMode
  if (mode === "oauth") {
    return ok("secrets", "none are needed with AUTH_MODE=oauth")
  }
  const configured = yield* Effect.option(AuthConfig.jwtSecret)
  const folder = path.join(yield* DatabaseConfig.dataDirectory, "secrets")
  if (Option.isSome(configured)) {
    return ok("secrets", "JWT_SECRET is set and long enough")
  }
  if (!(yield* isThere(folder))) {
    const { dataDirectory, url } = yield* DatabaseConfig.database
    // If the database is in the folder, `disk` reports what is wrong with it.
    yield* Effect.when(PrivateFolder.inspect(dataDirectory), () => Option.isSome(url))
    return note(
      "secrets",
      "none are set, and none are generated yet",
      "up generates them; start needs JWT_SECRET and AGENT_SHARED_SECRET"
    )
  }
  const names = yield* files.readDirectory(folder)
  const modes = yield* Effect.forEach(names, (name) =>
    Effect.map(files.stat(path.join(folder, name)), (info) => [name, info.mode & 0o077] as const)
  )
  const open = modes.filter(([, others]) => others !== 0).map(([name]) => name)
  return open.length === 0
    ? ok("secrets", `generated in ${folder}`)
    : problem("secrets", `others can read ${open.join(", ")} in ${folder}`, `chmod 600 ${folder}/*`)
}).pipe(Effect.catchAllCause(failed("secrets", "Correct the variable, or unset it")))

/** Checks the address that answers link to: people on other machines have to reach it, preferably by HTTPS. */
export const links = Effect.gen(function* () {
  const origin = yield* publicUrl
  const { hostname, protocol } = new URL(origin)
  const isLocal = isLoopback(hostname)
  return isLocal && !isLoopback(HttpConfig.hostnameOf(yield* HttpConfig.host))
    ? note(
        "links",
        `answers link to ${origin}, which only this machine reaches`,
        "Set PUBLIC_URL to the address that customers use"
      )
    : !isLocal && protocol === "http:"
      ? note(
          "links",
          `answers link to ${origin}, without encryption`,
          "Put TLS in front, and set PUBLIC_URL to its https:// address"
        )
      : ok("links", `answers link to ${origin}`)
}).pipe(Effect.catchAllCause(failed("links", "Correct PUBLIC_URL or HOST, or unset it")))

/** Says which model answers. A replay is checked as at a start; a recording is not begun. */
export const model = Effect.gen(function* () {
  const { model, provider } = yield* LanguageModels.describeModel
  const recording = yield* LanguageModels.recording
  if (provider === "embedded") {
    return note(
      "model",
      `${model}: no language model`,
      "Set OPENAI_API_KEY, ANTHROPIC_API_KEY or OPENAI_BASE_URL, and LLM_MODEL, for one"
    )
  }
  if (Option.isSome(recording)) {
    yield* LanguageModels.checkReplay(recording.value)
    return note(
      "model",
      `${model}, from the recording ${recording.value}: no provider is asked`,
      "Unset LLM_REPLAY to ask one"
    )
  }
  return note("model", `${model} (${provider})`, "storefront model check asks it for everything that agents need")
}).pipe(Effect.catchAllCause(failed("model", "docs/models.md has examples")))
