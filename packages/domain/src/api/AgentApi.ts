import { Schema } from "effect"
import { Terms } from "../confirmation/Terms.ts"
import { ActionId, MessageId, UsageLogId } from "../Ids.ts"
import { ShownList } from "../tools/Shows.ts"
import { pageExtension, progressExtension } from "../turn/TaskView.ts"
import { Locale } from "../words/Locale.ts"
import { isStorable } from "./Fields.ts"

/**
 * The subset of A2A protocol 1.0, HTTP+JSON binding, that our agents speak: plain JSON in camelCase, unset members
 * omitted, unknown members ignored. Source: the protocol's `a2a.proto`.
 */

/** Version that clients must name in `A2A-Version`; a patch number after it is ignored. */
export const protocolVersion = "1.0"

/** Media type of requests and responses; plain `application/json` is accepted too. */
export const mediaType = "application/a2a+json"

/** Extensions that a client may activate with `A2A-Extensions`. */
export const Extension = {
  /** Earlier turns in `message.metadata`; adds the artifact `model-state`, the model state to send back with them. */
  conversationHistory: "urn:storefront-assistant:a2a:conversation-history:v1",
  /** Tokens and tool steps of the run, in the metadata of the artifact or the status message. */
  usageSteps: "urn:storefront-assistant:a2a:usage-steps:v1",
  /** Binding acts proposed for a person to confirm, and the message that confirms one. */
  pendingActions: "urn:storefront-assistant:a2a:pending-actions:v1"
} as const

/** Extensions of the orchestrator, which other people's clients may activate. */
export const FrontExtension = {
  /**
   * The specialist or tool at work, or status and wait of a failure, on the message of a status; `TurnOfTask` on the
   * task and the update that ends it.
   */
  progress: progressExtension,
  /** The page that the customer looks at, in `message.metadata`. */
  page: pageExtension
} as const

/** The data of `FrontExtension.progress` on the message of a status. */
export const Progress = Schema.Union(
  Schema.Struct({
    /** Name of the specialist. */
    specialist: Schema.String,
    /** Id of the call, unique in the turn. */
    call: Schema.String,
    /** English display name. */
    title: Schema.String,
    phase: Schema.Literal("started", "finished")
  }),
  Schema.Struct({
    tool: Schema.String,
    call: Schema.String,
    title: Schema.String,
    phase: Schema.Literal("started", "finished")
  }),
  /** Of a failed task. */
  Schema.Struct({
    /** HTTP status that describes the failure. */
    status: Schema.Int,
    /** Seconds until another attempt can succeed; null if unknown. */
    retry_after: Schema.NullOr(Schema.Number)
  })
)
export type Progress = typeof Progress.Type

/** The data of `FrontExtension.progress` on a task and on the status update that ends it: its newest turn. */
export const TurnOfTask = Schema.Struct({
  conversation_id: Schema.String,
  trace_id: Schema.String,
  /** Specialists behind the answer; empty until the turn has ended. */
  agents_involved: Schema.Array(Schema.String)
})
export type TurnOfTask = typeof TurnOfTask.Type

/** Makes a member optional: omitted when unset, null decoded as unset. */
const optionalField = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.optionalWith(schema, { exact: true, nullable: true })

const Metadata = Schema.Record({ key: Schema.String, value: Schema.Unknown })

export const MessageRole = Schema.Literal("ROLE_USER", "ROLE_AGENT")

const contents = ["text", "raw", "url", "data"] as const

/** A piece of content: exactly one of `text`, `raw` (base64), `url` and `data` (any JSON). */
export const Part = Schema.Struct({
  text: optionalField(Schema.String),
  raw: optionalField(Schema.String),
  url: optionalField(Schema.String),
  data: Schema.optionalWith(Schema.Unknown, { exact: true }),
  mediaType: optionalField(Schema.String),
  filename: optionalField(Schema.String),
  metadata: optionalField(Metadata)
}).pipe(Schema.filter((part) => contents.filter((member) => member in part).length === 1))
export type Part = typeof Part.Type

export const Message = Schema.Struct({
  messageId: Schema.NonEmptyString,
  contextId: optionalField(Schema.String),
  taskId: optionalField(Schema.String),
  role: MessageRole,
  parts: Schema.NonEmptyArray(Part),
  metadata: optionalField(Metadata),
  extensions: optionalField(Schema.Array(Schema.String)),
  referenceTaskIds: optionalField(Schema.Array(Schema.String))
})
export type Message = typeof Message.Type

/** The first two are in progress, the next two interrupted, the last four terminal. */
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
  /** The agent's message about the state; results are artifacts. */
  message: optionalField(Message),
  timestamp: optionalField(Schema.DateTimeUtc)
})
export type TaskStatus = typeof TaskStatus.Type

export const Artifact = Schema.Struct({
  artifactId: Schema.NonEmptyString,
  name: optionalField(Schema.String),
  description: optionalField(Schema.String),
  parts: Schema.NonEmptyArray(Part),
  metadata: optionalField(Metadata),
  extensions: optionalField(Schema.Array(Schema.String))
})
export type Artifact = typeof Artifact.Type

export const Task = Schema.Struct({
  id: Schema.NonEmptyString,
  contextId: Schema.String,
  status: TaskStatus,
  artifacts: optionalField(Schema.Array(Artifact)),
  /** Messages of the task, oldest first; not those of the conversation. */
  history: optionalField(Schema.Array(Message)),
  metadata: optionalField(Metadata)
})
export type Task = typeof Task.Type

export const SendMessageConfiguration = Schema.Struct({
  acceptedOutputModes: optionalField(Schema.Array(Schema.String)),
  taskPushNotificationConfig: optionalField(Schema.Unknown),
  /** Maximum number of the task's messages in the response; 0 omits the history. */
  historyLength: optionalField(Schema.NonNegativeInt),
  /** True to respond once the task is created instead of when it has finished. */
  returnImmediately: optionalField(Schema.Boolean)
})

export const SendMessageRequest = Schema.Struct({
  message: Message,
  configuration: optionalField(SendMessageConfiguration),
  metadata: optionalField(Metadata)
})
export type SendMessageRequest = typeof SendMessageRequest.Type

/** Always a task: our agents never answer with a bare message. */
export const SendMessageResponse = Schema.Struct({ task: Task })

/** A page of the caller's tasks, most recent status change first. */
export const ListTasksResponse = Schema.Struct({
  tasks: Schema.Array(Task),
  /** Pagination cursor of the next page; empty on the last one. */
  nextPageToken: Schema.String,
  /** Maximum number of tasks per page. */
  pageSize: Schema.Int,
  /** Number of tasks on all pages. */
  totalSize: Schema.Int
})
export type ListTasksResponse = typeof ListTasksResponse.Type

export const TaskStatusUpdateEvent = Schema.Struct({
  taskId: Schema.String,
  contextId: Schema.String,
  status: TaskStatus,
  metadata: optionalField(Metadata)
})

export const TaskArtifactUpdateEvent = Schema.Struct({
  taskId: Schema.String,
  contextId: Schema.String,
  artifact: Artifact,
  /** True if the parts continue those of the artifact with the same id. */
  append: optionalField(Schema.Boolean),
  lastChunk: optionalField(Schema.Boolean),
  metadata: optionalField(Metadata)
})

export const TaskUpdate = Schema.Union(
  Schema.Struct({ statusUpdate: TaskStatusUpdateEvent }),
  Schema.Struct({ artifactUpdate: TaskArtifactUpdateEvent })
)
export type TaskUpdate = typeof TaskUpdate.Type

/** An event of a stream: first the task's current state, then its updates. */
export const StreamResponse = Schema.Union(Schema.Struct({ task: Task }), TaskUpdate)
export type StreamResponse = typeof StreamResponse.Type

/** The data of `Extension.conversationHistory` on an update of an answer that is streamed. */
export const AnswerProgress = Schema.Struct({
  /** True if a sentence of the sender ends where the update ends. */
  endsSentence: optionalField(Schema.Boolean)
})

/** Product whose page the customer looks at, by id, external id or SKU; may be none. */
export const ProductReference = Schema.Trim.pipe(
  Schema.minLength(1),
  Schema.maxLength(300),
  Schema.filter(isStorable),
  Schema.brand("ProductReference")
)
export type ProductReference = typeof ProductReference.Type

/** The data of `Extension.conversationHistory`: earlier turns, oldest first, as message-shaped objects. */
export const ConversationHistory = Schema.Struct({
  /** Id that the caller assigns to the requested run, so that it can close it. */
  run: optionalField(UsageLogId),
  /** The customer's own message of this turn, when the request's message was written by a model. */
  customerMessage: optionalField(Schema.String),
  page: optionalField(ProductReference),
  /** Locale of the server's words in this turn; the shop's default if omitted. */
  locale: optionalField(Locale),
  /** True if the answer is forwarded to the customer while it is written, so that the model is worth streaming. */
  streamsAnswer: optionalField(Schema.Boolean),
  /** The front door's verdict on `customerMessage` and ROLE_USER messages; if omitted, the agent scans them itself. */
  guard: optionalField(
    Schema.Struct({
      verdict: Schema.Literal("clean", "flagged", "blocked"),
      rules: Schema.Array(Schema.String.pipe(Schema.maxLength(200))).pipe(Schema.maxItems(100))
    })
  ),
  /** Answers of other runs in this turn, in order. */
  earlierAnswers: optionalField(
    Schema.Array(
      Schema.Struct({ text: Schema.String.pipe(Schema.maxLength(8_000)), shows: optionalField(ShownList) })
    ).pipe(Schema.maxItems(8))
  ),
  messages: Schema.Array(
    Schema.Struct({
      role: MessageRole,
      parts: Schema.NonEmptyArray(Part),
      /**
       * For answers: `agentName` is the author, `offers` the proposals, `shows` the ids that the answer was about, and
       * `modelStates` those of the artifacts that came with it.
       */
      metadata: optionalField(Metadata)
    })
  )
})
export type ConversationHistory = typeof ConversationHistory.Type

/** Tokens of one run. The bound is above any model's use, and keeps the sum over a turn within 32 bits. */
const Tokens = Schema.Int.pipe(Schema.between(0, 100_000_000))

const StepStatus = Schema.Literal("success", "error", "cancelled")

/**
 * The data of `Extension.usageSteps` on the status updates of a running task: the start or the end of a tool call.
 * `call` begins with the id of the run.
 */
export const ToolProgress = Schema.Union(
  Schema.Struct({ call: Schema.String, status: StepStatus, durationMs: Schema.NonNegativeInt }),
  Schema.Struct({ call: Schema.String, tool: Schema.String })
)
export type ToolProgress = typeof ToolProgress.Type

/** The data of `Extension.usageSteps`: cost and steps of a run, without arguments and results. */
export const UsageSteps = Schema.Struct({
  tokensIn: Tokens,
  tokensOut: Tokens,
  model: Schema.String,
  traceId: Schema.String,
  steps: Schema.Array(
    Schema.Struct({
      stepIndex: Schema.NonNegativeInt,
      toolName: Schema.String,
      status: StepStatus,
      durationMs: Schema.NonNegativeInt,
      /** Set if the tool only proposed an act and wrote nothing. */
      isProposal: Schema.optional(Schema.Literal(true)),
      /** Set if the tool was refused because it needs an account. */
      isSignInRefusal: Schema.optional(Schema.Literal(true)),
      /** Rejected arguments and how to correct them, in fixed sentences of the server. */
      fieldErrors: Schema.optional(Schema.Array(Schema.Struct({ field: Schema.String, message: Schema.String })))
    })
  ),
  /** Ids of the things that the answer is about. */
  shows: Schema.optional(ShownList),
  /** Requests to the model that were retried. */
  repeatedRequests: Schema.optional(Schema.NonNegativeInt),
  /** Cause of failure. `model`: no usable answer; `unavailable`: an outage; `budget`: no tokens left; others: time. */
  failure: Schema.optional(Schema.Literal("model", "unavailable", "budget", "deadline", "shutdown"))
})
export type UsageSteps = typeof UsageSteps.Type

/** A proposal in transit: its exact terms and their wording by the server. */
export const ProposedAction = Schema.Struct({
  actionId: ActionId,
  terms: Terms,
  /** Plain text in the locale of the turn, at most 4,000 characters. */
  summary: Schema.String,
  expiresAt: Schema.DateTimeUtc
})
export type ProposedAction = typeof ProposedAction.Type

/** The data part of the artifact `pending-actions`: the proposals of a run, in order. */
export const PendingActionsData = Schema.Struct({ actions: Schema.NonEmptyArray(ProposedAction) })

/** The only part of a message that confirms an action; it comes without text or history and reaches no model. */
export const Confirmation = Schema.Struct({
  actionId: ActionId,
  /** Id of the customer's message that confirms. */
  messageId: MessageId,
  locale: Locale
})
export type Confirmation = typeof Confirmation.Type

/** The data part of the artifact `settled`: the outcome of a confirmed action. */
export const SettledAction = Schema.Struct({
  actionId: ActionId,
  /** `unknown`: this person has no such action in this conversation. */
  state: Schema.Literal("confirmed", "stale", "expired", "dropped", "open", "unknown"),
  /** The server's wording of the outcome, in the locale of the confirmation. */
  text: Schema.String,
  /** The action proposed anew to replace a stale or expired one. */
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
  httpAuthSecurityScheme: Schema.Struct({
    description: optionalField(Schema.String),
    scheme: Schema.Literal("Bearer"),
    bearerFormat: Schema.String
  })
})

/** An agent's card at `/.well-known/agent-card.json`. Public: contains no secrets or instructions. */
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
