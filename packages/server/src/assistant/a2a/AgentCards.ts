import { type AgentCard, Extension, protocolVersion } from "@storefront/domain/api/AgentApi"
import { services, type SpecialistName } from "@storefront/domain/Topology"
import { type Skill } from "../agent/Agent.ts"
import { version } from "../../platform/config/Version.ts"
import { inputModes } from "./ReceivedMessage.ts"

/** Returns a tool's name for people: `search_products` becomes `Search products`. */
const titleOf = (toolName: string) => {
  const words = toolName.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Builds an agent's public card. It must reveal nothing of the instructions. */
export const make = (agent: {
  readonly name: SpecialistName
  readonly skills: Readonly<Record<string, Skill>>
  readonly url: URL
  /** Name of the model that answers. */
  readonly model: string
  readonly security: Pick<AgentCard, "securitySchemes" | "securityRequirements">
}): AgentCard => ({
  name: agent.name,
  description: `${services[agent.name].description} (model: ${agent.model})`,
  version,
  supportedInterfaces: [{ url: agent.url.href.replace(/\/+$/, ""), protocolBinding: "HTTP+JSON", protocolVersion }],
  capabilities: {
    streaming: true,
    pushNotifications: false,
    extendedAgentCard: false,
    extensions: [
      { uri: Extension.conversationHistory, description: "Re-supplied conversation turns", required: false },
      { uri: Extension.usageSteps, description: "Token usage and tool steps of the run", required: false },
      { uri: Extension.pendingActions, description: "Proposals that a person must confirm", required: false }
    ]
  },
  ...agent.security,
  defaultInputModes: inputModes,
  defaultOutputModes: inputModes,
  skills: Object.entries(agent.skills).map(([id, skill]) => ({ id, name: titleOf(id), ...skill }))
})
