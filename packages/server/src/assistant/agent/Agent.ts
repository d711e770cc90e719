import { Tool, type Toolkit } from "@effect/ai"
import { AccountRole, type Role } from "@storefront/domain/Identity"
import { promptRole } from "@storefront/domain/tools/RolePolicy"
import { type AgentName } from "@storefront/domain/Topology"
import { Data, Effect, Predicate } from "effect"
import * as ModelRequest from "../model/ModelRequest.ts"
import { PromptFacts, type Facts } from "./PromptFacts.ts"
import { TurnContext } from "./TurnContext.ts"
import { type ContextParts } from "./TurnContexts.ts"

/** Entry of one tool in an agent card. */
export interface Skill {
  readonly description: string
  readonly tags: ReadonlyArray<string>
  /** Examples of customers' requests that need this tool. */
  readonly examples: ReadonlyArray<string>
}

/** An assistant as data: its name, instructions and tools. */
export interface Agent<Tools extends Record<string, Tool.Any>> {
  readonly name: AgentName
  /**
   * System instructions. Numbers in them must be rendered from the facts. `instructionsFor` leaves out lines that name
   * a tool which the person may not use.
   */
  readonly instructions: (facts: Facts, role: AccountRole) => string
  readonly toolkit: Toolkit.Toolkit<Tools>
  /** Parts of the turn context that it gets. */
  readonly context: ContextParts
  /** In the order of the card. */
  readonly skills: { readonly [Name in keyof Tools]: Skill }
}

/** Infers an agent's type. The agent must pass `check` when its program starts. */
export const make = <Tools extends Record<string, Tool.Any>>(agent: Agent<Tools>): Agent<Tools> => agent

/** The parts of an agent contradict each other; its program must not start. */
export class AgentMisconfigured extends Data.TaggedError("AgentMisconfigured")<{
  readonly agentName: AgentName
  readonly message: string
}> {}

/** Returns every field name and enum value of a JSON Schema. */
const namesIn = (schema: unknown): ReadonlyArray<unknown> =>
  Array.isArray(schema)
    ? schema.flatMap(namesIn)
    : Predicate.isRecord(schema)
      ? Object.entries(schema).flatMap(([keyword, value]) =>
          keyword === "enum" && Array.isArray(value)
            ? value
            : keyword === "properties" && Predicate.isRecord(value)
              ? [...Object.keys(value), ...namesIn(Object.values(value))]
              : namesIn(value)
        )
      : []

/** Words in snake case: the form of tool names, field names and enum values. */
const snakeCase = /\b[a-z]+(?:_[a-z]+)+\b/g

/** Returns the instructions for a role, without the lines that name a tool which the role may not use. */
export const instructionsFor = <Tools extends Record<string, Tool.Any>>(
  { instructions, toolkit }: Agent<Tools>,
  facts: Facts,
  caller: Role
): string => {
  const role = promptRole(caller)
  const offered = ModelRequest.offer(toolkit.tools, role).tools
  const isWithheld = (word: string) => word in toolkit.tools && !(word in offered)
  return instructions(facts, role)
    .split("\n")
    .filter((line) => !(line.match(snakeCase) ?? []).some(isWithheld))
    .join("\n")
}

const vocabularyOf = (tool: Tool.Any) =>
  [tool.parametersSchema, tool.successSchema, tool.failureSchema].flatMap((schema) =>
    namesIn(Tool.getJsonSchemaFromSchemaAst(schema.ast))
  )

const contextVocabulary = namesIn(Tool.getJsonSchemaFromSchemaAst(TurnContext.ast))

/**
 * Fails if an agent's parts contradict each other. Each snake-case word of the instructions must name one of its tools,
 * or a field or value of their contracts or of the turn context.
 */
export const check = Effect.fn("Agent.check")(function* <Tools extends Record<string, Tool.Any>>(agent: Agent<Tools>) {
  const facts = yield* (yield* PromptFacts).read
  const instructions = AccountRole.literals.map((role) => agent.instructions(facts, role)).join("\n")
  const tools = Object.values(agent.toolkit.tools)
  const allowedWords = new Set<unknown>([
    ...tools.map(({ name }) => name),
    ...contextVocabulary,
    ...tools.flatMap(vocabularyOf)
  ])
  const unknownWords = (instructions.match(snakeCase) ?? []).filter((word) => !allowedWords.has(word))
  if (unknownWords.length > 0) {
    return yield* new AgentMisconfigured({
      agentName: agent.name,
      message: `The instructions of ${agent.name} name tools it does not have: ${unknownWords.join(", ")}`
    })
  }
})
