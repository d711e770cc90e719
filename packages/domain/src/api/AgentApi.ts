import { Schema } from "effect"
import { Terms } from "../confirmation/Terms.ts"
import { ActionId, MessageId, UsageLogId } from "../Ids.ts"
import { ShownList } from "../tools/Shows.ts"
import { Locale } from "../words/Locale.ts"

/**
 * The objects of the A2A protocol 1.0, HTTP+JSON binding, as far as our agents speak it: plain JSON in camelCase, unset
 * members left out, unknown members ignored. Source: `a2a.proto` of the protocol.
 */

/** Version that a client must name in `A2A-Version`; a patch digit behind it does not matter. */
export const protocolVersion = "1.0"

/** Media type of requests and responses; plain `application/json` is understood too. */
export const mediaType = "application/a2a+json"

/** What a client may opt in to with `A2A-Extensions`. */
export const Extension = {
  /** Earlier turns of the conversation, in `message.metadata`; the model state to re-supply with them, as artifact `model-state`. */
  conversationHistory: "urn:storefront-assistant:a2a:conversation-history:v1",
  /** Tokens and tool steps of the run, in the metadata of the artifact or of the status message. */
  usageSteps: "urn:storefront-assistant:a2a:usage-steps:v1",
  /** Proposals of binding acts that a person must confirm, and the message that confirms one. */
  pendingActions: "urn:storefront-assistant:a2a:pending-actions:v1"
} as const

/** Left out when unset; null is read as unset. */
const maybe = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.optionalWith(schema, { exact: true, nullable: true })

const Metadata = Schema.Record({ key: Schema.String, value: Schema.Unknown })

export const MessageRole = Schema.Literal("ROLE_USER", "ROLE_AGENT")

const contents = ["text", "raw", "url", "data"] as const

/** A piece of content: exactly one of `text`, `raw` (base64), `url` and `data` (any JSON). */
export const Part = Schema.Struct({
  text: maybe(Schema.String),
  raw: maybe(Schema.String),
  url: maybe(Schema.String),
  data: Schema.optionalWith(Schema.Unknown, { exact: true }),
  mediaType: maybe(Schema.String),
  filename: maybe(Schema.String),
  metadata: maybe(Metadata)
}).pipe(Schema.filter((part) => contents.filter((member) => member in part).length === 1))
export type Part = typeof Part.Type

export const Message = Schema.Struct({
  messageId: Schema.NonEmptyString,
  contextId: maybe(Schema.String),
  taskId: maybe(Schema.String),
  role: MessageRole,
  parts: Schema.NonEmptyArray(Part),
  metadata: maybe(Metadata),
  extensions: maybe(Schema.Array(Schema.String)),
  referenceTaskIds: maybe(Schema.Array(Schema.String))
})
export type Message = typeof Message.Type

/** The first two are on the way, the next two wait for somebody, the last four are final. */
export const TaskState = Schema.Literal(
  "TASK_STATE_SUBMITTED",
  "TASK_STATE_WORKING",
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_AUTH_REQUIRED",
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_REJECTED"
)
export type TaskState = typeof TaskState.Type

export const TaskStatus = Schema.Struct({
  state: TaskState,
  /** What the agent has to say about the state; results are artifacts. */
  message: maybe(Message),
  timestamp: maybe(Schema.DateTimeUtc)
})
export type TaskStatus = typeof TaskStatus.Type

export const Artifact = Schema.Struct({
  artifactId: Schema.NonEmptyString,
  name: maybe(Schema.String),
  description: maybe(Schema.String),
  parts: Schema.NonEmptyArray(Part),
  metadata: maybe(Metadata),
  extensions: maybe(Schema.Array(Schema.String))
})
export type Artifact = typeof Artifact.Type

export const Task = Schema.Struct({
  id: Schema.NonEmptyString,
  contextId: Schema.String,
  status: TaskStatus,
  artifacts: maybe(Schema.Array(Artifact)),
  /** The messages of the task, oldest first; not the conversation. */
  history: maybe(Schema.Array(Message)),
  metadata: maybe(Metadata)
})
export type Task = typeof Task.Type

export const SendMessageConfiguration = Schema.Struct({
  acceptedOutputModes: maybe(Schema.Array(Schema.String)),
  taskPushNotificationConfig: maybe(Schema.Unknown),
  /** At most so many messages of the task's history in the answer; 0 leaves it out. */
  historyLength: maybe(Schema.NonNegativeInt),
  /** Answer as soon as the task exists instead of when it is done. */
  returnImmediately: maybe(Schema.Boolean)
})

export const SendMessageRequest = Schema.Struct({
  message: Message,
  configuration: maybe(SendMessageConfiguration),
  metadata: maybe(Metadata)
})
export type SendMessageRequest = typeof SendMessageRequest.Type

/** Our agents always answer with a task. */
export const SendMessageResponse = Schema.Struct({ task: Task })

/** A page of the caller's tasks, those whose status changed last first. */
export const ListTasksResponse = Schema.Struct({
  tasks: Schema.Array(Task),
  /** Asks for the next page; empty on the last one. */
  nextPageToken: Schema.String,
  /** How many tasks a page has at most. */
  pageSize: Schema.Int,
  /** How many tasks there are on all pages. */
  totalSize: Schema.Int
})
export type ListTasksResponse = typeof ListTasksResponse.Type

export const TaskStatusUpdateEvent = Schema.Struct({
  taskId: Schema.String,
  contextId: Schema.String,
  status: TaskStatus,
  metadata: maybe(Metadata)
})

export const TaskArtifactUpdateEvent = Schema.Struct({
  taskId: Schema.String,
  contextId: Schema.String,
  artifact: Artifact,
  /** The parts continue those of the artifact with the same id. */
  append: maybe(Schema.Boolean),
  lastChunk: maybe(Schema.Boolean),
  metadata: maybe(Metadata)
})

/** What changes a task. */
export const TaskUpdate = Schema.Union(
  Schema.Struct({ statusUpdate: TaskStatusUpdateEvent }),
  Schema.Struct({ artifactUpdate: TaskArtifactUpdateEvent })
)
export type TaskUpdate = typeof TaskUpdate.Type

/** One event of a stream: first the task as it is, then its updates. */
export const StreamResponse = Schema.Union(Schema.Struct({ task: Task }), TaskUpdate)
export type StreamResponse = typeof StreamResponse.Type

/** Earlier turns, oldest first, as message-shaped objects. The data of `Extension.conversationHistory`. */
export const ConversationHistory = Schema.Struct({
  /** What the caller calls the run that it asks for, so that it can close it. */
  run: maybe(UsageLogId),
  /** What the customer wrote in this turn: the message itself is a model's then. */
  customerMessage: maybe(Schema.String),
  /** That of the server's words in this turn; the shop's when it is left out. */
  locale: maybe(Locale),
  /** The front door's verdict on `customerMessage` and the ROLE_USER messages; if omitted, the agent scans them itself. */
  guard: maybe(
    Schema.Struct({
      verdict: Schema.Literal("clean", "flagged", "blocked"),
      rules: Schema.Array(Schema.String.pipe(Schema.maxLength(200))).pipe(Schema.maxItems(100))
    })
  ),
  /** What other runs of this turn have answered, in their order. */
  earlierAnswers: maybe(
    Schema.Array(Schema.Struct({ text: Schema.String.pipe(Schema.maxLength(8_000)), shows: maybe(ShownList) })).pipe(
      Schema.maxItems(8)
    )
  ),
  messages: Schema.Array(
    Schema.Struct({
      role: MessageRole,
      parts: Schema.NonEmptyArray(Part),
      /**
       * Of an answer. `agentName`: who gave it; `offers`: what it proposed; `shows`: the ids that it was about; `modelStates`: those
       * of the artifacts that came with it.
       */
      metadata: maybe(Metadata)
    })
  )
})
export type ConversationHistory = typeof ConversationHistory.Type

/** Tokens of one run. No model uses more; the sum over a turn must fit 32 bits. */
const Tokens = Schema.Int.pipe(Schema.between(0, 100_000_000))

/** What a run cost and did, without arguments and results. The data of `Extension.usageSteps`. */
export const UsageSteps = Schema.Struct({
  tokensIn: Tokens,
  tokensOut: Tokens,
  model: Schema.String,
  traceId: Schema.String,
  steps: Schema.Array(
    Schema.Struct({
      stepIndex: Schema.NonNegativeInt,
      toolName: Schema.String,
      status: Schema.Literal("success", "error", "cancelled"),
      durationMs: Schema.NonNegativeInt,
      /** The tool has proposed something, and written nothing. */
      isProposal: Schema.optional(Schema.Literal(true)),
      /** The arguments that the tool did not take, and what would mend them: fixed sentences of the server. */
      fieldErrors: Schema.optional(Schema.Array(Schema.Struct({ field: Schema.String, message: Schema.String })))
    })
  ),
  /** The ids of what the answer is about. */
  shows: Schema.optional(ShownList),
  /** Requests to the model that were sent again. */
  repeatedRequests: Schema.optional(Schema.NonNegativeInt),
  /** Why there is no answer: `model`: none that can be used; `unavailable`: something is down; `budget`: no tokens; the others are time. */
  failure: Schema.optional(Schema.Literal("model", "unavailable", "budget", "deadline", "shutdown"))
})
export type UsageSteps = typeof UsageSteps.Type

/** A proposal as it travels: its exact terms, and the server's words for them. */
export const ProposedAction = Schema.Struct({
  actionId: ActionId,
  terms: Terms,
  /** Plain text in the locale of the turn, at most 4,000 characters. */
  summary: Schema.String,
  expiresAt: Schema.DateTimeUtc
})
export type ProposedAction = typeof ProposedAction.Type

/** The data part of the artifact `pending-actions`: the proposals of a run, in their order. */
export const PendingActionsData = Schema.Struct({ actions: Schema.NonEmptyArray(ProposedAction) })

/** The only part of a message that confirms an action: no text, no history, no model. */
export const Confirmation = Schema.Struct({
  actionId: ActionId,
  /** The customer's message that confirms. */
  messageId: MessageId,
  locale: Locale
})
export type Confirmation = typeof Confirmation.Type

/** The data part of the artifact `settled`: what became of an action that was confirmed. */
export const SettledAction = Schema.Struct({
  actionId: ActionId,
  /** `unknown`: no such action of this person in this conversation. */
  state: Schema.Literal("confirmed", "stale", "expired", "dropped", "open", "unknown"),
  /** The server's words for it, in the locale of the confirmation. */
  text: Schema.String,
  /** The action that was proposed anew in place of a stale or expired one. */
  proposed: Schema.NullOr(ProposedAction)
})
export type SettledAction = typeof SettledAction.Type

export const AgentSkill = Schema.Struct({
  id: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  tags: Schema.Array(Schema.String),
  examples: Schema.Array(Schema.String)
})

const ApiKeyScheme = Schema.Struct({
  apiKeySecurityScheme: Schema.Struct({ location: Schema.Literal("header"), name: Schema.String })
})
const BearerScheme = Schema.Struct({
  httpAuthSecurityScheme: Schema.Struct({ scheme: Schema.Literal("Bearer"), bearerFormat: Schema.String })
})

/** What an agent says of itself at `/.well-known/agent-card.json`. Public: no secret, no instruction. */
export const AgentCard = Schema.Struct({
  name: Schema.String,
  description: Schema.String,
  version: Schema.String,
  supportedInterfaces: Schema.Array(
    Schema.Struct({ url: Schema.String, protocolBinding: Schema.String, protocolVersion: Schema.String })
  ),
  capabilities: Schema.Struct({
    streaming: Schema.Boolean,
    pushNotifications: Schema.Boolean,
    extendedAgentCard: Schema.Boolean,
    extensions: Schema.Array(
      Schema.Struct({ uri: Schema.String, description: Schema.String, required: Schema.Boolean })
    )
  }),
  securitySchemes: Schema.Record({ key: Schema.String, value: Schema.Union(ApiKeyScheme, BearerScheme) }),
  securityRequirements: Schema.Array(
    Schema.Struct({
      schemes: Schema.Record({ key: Schema.String, value: Schema.Struct({ list: Schema.Array(Schema.String) }) })
    })
  ),
  defaultInputModes: Schema.Array(Schema.String),
  defaultOutputModes: Schema.Array(Schema.String),
  skills: Schema.Array(AgentSkill)
})
export type AgentCard = typeof AgentCard.Type
