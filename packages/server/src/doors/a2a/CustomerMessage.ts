import { FrontExtension } from "@storefront/domain/api/AgentApi"
import { bounded } from "@storefront/domain/api/Fields"
import { ActionId } from "@storefront/domain/Ids"
import { Effect, Option, Schema } from "effect"
import { invalidMessage, invalidParams, ProtocolError } from "../../assistant/a2a/ProtocolError.ts"
import { type ReceivedMessage } from "../../assistant/a2a/ReceivedMessage.ts"
import { type StreamedMessage } from "../../assistant/chat/StreamedTurns.ts"
import * as MediaType from "../../platform/http/MediaType.ts"
import * as PathId from "../rest/PathId.ts"

/** Content of a customer's message, read from its parts and metadata. */
export interface CustomerMessage extends Pick<StreamedMessage, "words" | "decisions" | "page"> {
  /** Locale of the page; null if the client does not say. */
  readonly locale: string | null
  /** True if the client reads cards and actions, which are JSON. */
  readonly acceptsData: boolean
}

/** Maximum decisions of one message, as of proposals in one turn. */
const maxDecisions = 5

const decodeWords = Schema.decode(bounded(1, 8_000))

const decodeDecision = Schema.decodeUnknown(
  Schema.Struct({ action_id: Schema.String, decision: Schema.Literal("confirm", "decline") })
)

export const actionNotFound = () => new ProtocolError({ reason: "ACTION_NOT_FOUND", message: "Action not found" })

const parseActionId = PathId.parse(ActionId, actionNotFound)

/** Members of the page's metadata, each of which counts by itself. */
const decodeProduct = Schema.decodeUnknownOption(
  Schema.Struct({ product_id: Schema.String.pipe(Schema.minLength(1), Schema.maxLength(200)) })
)
const decodeLocale = Schema.decodeUnknownOption(Schema.Struct({ locale: Schema.String.pipe(Schema.maxLength(35)) }))

const unsupported = (message: string) => new ProtocolError({ reason: "CONTENT_TYPE_NOT_SUPPORTED", message })

/** Returns whether the client reads a media type; one that names none reads all of ours. */
const accepts = (modes: ReadonlyArray<string>, type: string) => {
  const ranges = new Set([type, `${type.split("/")[0]}/*`, "*/*"])
  return modes.length === 0 || modes.some((mode) => ranges.has(MediaType.of(mode)))
}

/** Reads the decision in a data part; other data is nothing that we understand. */
const readDecision = Effect.fnUntraced(function* (data: unknown) {
  const { action_id, decision } = yield* Effect.mapError(decodeDecision(data), () =>
    unsupported(`message.parts: data must be {"action_id", "decision": "confirm" or "decline"}`)
  )
  return { actionId: yield* parseActionId(action_id), decision }
})

/** Reads the text and the decisions of a message, and the page in its metadata, which may be missing or invalid. */
export const read = Effect.fnUntraced(function* ({ acceptedOutputModes, message, parts }: ReceivedMessage) {
  if (!accepts(acceptedOutputModes, "text/plain")) {
    return yield* unsupported("configuration.acceptedOutputModes: must include text/plain")
  }
  const decisions = yield* Effect.forEach(
    parts.flatMap((part) => ("data" in part ? [part.data] : [])),
    readDecision
  )
  if (decisions.length > maxDecisions || new Set(decisions.map(({ actionId }) => actionId)).size < decisions.length) {
    return yield* invalidParams("message.parts", `must have one decision per action, and at most ${maxDecisions}`)
  }
  const text = parts.flatMap((part) => ("text" in part ? [part.text] : [])).join("\n")
  const words =
    decisions.length > 0 && text.trim() === ""
      ? ""
      : yield* Effect.mapError(decodeWords(text), () => invalidMessage("message", "must be 1 to 8000 characters"))
  const page = message.metadata?.[FrontExtension.page]
  const read: CustomerMessage = {
    words,
    decisions,
    ...Option.match(decodeProduct(page), {
      onNone: () => ({}),
      onSome: ({ product_id }) => ({ page: { productId: product_id } })
    }),
    locale: Option.match(decodeLocale(page), { onNone: () => null, onSome: ({ locale }) => locale }),
    acceptsData: accepts(acceptedOutputModes, "application/json")
  }
  return read
})
