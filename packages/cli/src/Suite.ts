import { services } from "./Services.ts"
import { type AgentName } from "@storefront/domain/Topology"
import { AgentCredentials } from "@storefront/server/a2a/AgentCredentials"
import { PromptFacts } from "@storefront/server/agent/PromptFacts"
import { TurnContexts } from "@storefront/server/agent/TurnContexts"
import { Neutraliser } from "@storefront/server/guard/Neutraliser"
import { Scanner } from "@storefront/server/guard/Scanner"
import * as HttpListener from "@storefront/server/http/HttpListener"
import * as Telemetry from "@storefront/server/telemetry/Telemetry"
import { UsageLog } from "@storefront/server/usage/UsageLog"
import { Layer } from "effect"

/** What every agent of a process uses; only the database is still open. */
const AgentSupportLayer = Layer.mergeAll(
  AgentCredentials.layerSharedSecret,
  Neutraliser.layer,
  PromptFacts.layer,
  Scanner.layer,
  TurnContexts.layer,
  UsageLog.layer
)

/** One service at its port, reporting to the collector under its own name. Its port opens last and closes first. */
export const service = (name: AgentName) =>
  services[name].pipe(
    Layer.provide(HttpListener.layer(name)),
    Layer.provide(AgentSupportLayer),
    Layer.provide(Telemetry.layer(name))
  )
