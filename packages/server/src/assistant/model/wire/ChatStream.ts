import { Array, Option, Predicate, Struct } from "effect"
import { type Join, streamEnd } from "../../../platform/provider/ProviderEndpoint.ts"
import { type Protocol } from "../../../platform/provider/GuardedClient.ts"
import * as LenientJson from "../../../platform/provider/LenientJson.ts"
import { errorIn } from "../../../platform/provider/Refusal.ts"
import { isCommentary, textOf } from "./Reading.ts"

/** Assembly of a streamed answer of Chat Completions. */

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== ""

/** Finds the last value that is present. Usage comes after the finish reason, in an event without choices. */
const lastOf = (deltas: ReadonlyArray<unknown>, of: (delta: unknown) => unknown) =>
  Array.findLast(deltas.map(of), isPresent)

const choiceOf = (event: unknown) => LenientJson.list(LenientJson.field(event, "choices"))[0]

const deltaOf = (event: unknown) => LenientJson.field(choiceOf(event), "delta")

const contentText = (message: unknown): string =>
  Option.getOrElse(textOf(LenientJson.field(message, "content")), () => "")

/** Fields that are never split over deltas, but may be repeated in each. */
const unsplitFields: ReadonlySet<string> = new Set(["role", "id", "type", "name", "index", "format", "phase"])

/** Returns the members of a list. Text becomes a text part: content may begin as text and continue as parts. */
const membersOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : [typeof value === "string" ? { type: "text", text: value } : value]

/** Merges two deltas of a field: concatenates texts and lists, and merges list members with the same index. */
const mergeField = (name: string, one: unknown, other: unknown): unknown => {
  if (!isPresent(other)) {
    return one
  }
  if (!isPresent(one)) {
    return other
  }
  if (typeof one === "string" && typeof other === "string") {
    return unsplitFields.has(name) ? other : one + other
  }
  if (Array.isArray(one) || Array.isArray(other)) {
    return membersOf(other).reduce(addMember, membersOf(one))
  }
  return Predicate.isRecord(one) && Predicate.isRecord(other) ? mergeRecords(one, other) : other
}

const mergeRecords = (
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>
): Record<string, unknown> =>
  Object.fromEntries([
    ...Object.entries(one),
    ...Object.entries(other).map(([name, value]) => [name, mergeField(name, one[name], value)] as const)
  ])

const addMember = (members: ReadonlyArray<unknown>, member: unknown): ReadonlyArray<unknown> => {
  const index = LenientJson.field(member, "index")
  const type = LenientJson.field(member, "type")
  const position =
    typeof index === "number"
      ? members.findIndex(
          (known) => LenientJson.field(known, "index") === index && LenientJson.field(known, "type") === type
        )
      : -1
  const known = members[position]
  return Predicate.isRecord(known) && Predicate.isRecord(member)
    ? members.with(position, mergeRecords(known, member))
    : [...members, member]
}

/** Merges the deltas of calls by index. Some servers give all calls the same index; a new id then begins a new call. */
const joinCalls = (deltas: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const ids = new Map<unknown, unknown>()
  const callOf = (delta: unknown) => {
    const [id, index] = [LenientJson.field(delta, "id"), LenientJson.field(delta, "index")]
    if (isPresent(id)) {
      ids.set(index, id)
    }
    return JSON.stringify([index, ids.get(index)])
  }
  return Object.values(Array.groupBy(deltas, callOf)).map((deltas) =>
    deltas.reduce((one, other) => mergeField("", one, other))
  )
}

/** Finds the finish reason. Without one, the end marker counts as a successful end if text or a call came before it. */
const finishReason = (events: ReadonlyArray<unknown>, message: unknown, calls: ReadonlyArray<unknown>) =>
  Option.orElse(
    lastOf(events, (event) => LenientJson.field(choiceOf(event), "finish_reason")),
    () =>
      events.includes(streamEnd) && (calls.length > 0 || contentText(message) !== "")
        ? Option.some(calls.length > 0 ? "tool_calls" : "stop")
        : Option.none()
  )

/** Assembles a message from its deltas. Returns an error event, or an event with the whole message, as it is. */
export const joinChunks: Join = (events) => {
  const whole = events.find(
    (event) => Option.isSome(errorIn(event)) || Predicate.isRecord(LenientJson.field(choiceOf(event), "message"))
  )
  if (whole !== undefined) {
    return Option.some(whole)
  }
  const messageDeltas = events.map(deltaOf).filter(Predicate.isRecord)
  const calls = joinCalls(messageDeltas.flatMap((delta) => LenientJson.list(delta["tool_calls"])))
  const message = messageDeltas.map(Struct.omit("tool_calls")).reduce<Record<string, unknown>>(mergeRecords, {})
  return Option.map(finishReason(events, message, calls), (finish_reason) => ({
    model: Option.getOrUndefined(lastOf(events, (event) => LenientJson.field(event, "model"))),
    choices: [
      {
        finish_reason,
        native_finish_reason: Option.getOrUndefined(
          lastOf(events, (event) => LenientJson.field(choiceOf(event), "native_finish_reason"))
        ),
        message: { ...message, tool_calls: calls }
      }
    ],
    usage: Option.getOrUndefined(lastOf(events, (event) => LenientJson.field(event, "usage")))
  }))
}

/** Reads the text deltas of the message, unless it is commentary. The first delta of a message has its phase. */
export const deltas: NonNullable<Protocol<unknown>["deltas"]> = () => {
  let isAside = false
  return (event) => {
    const delta = deltaOf(event)
    isAside ||= isCommentary(delta)
    return { place: "message", text: isAside ? "" : contentText(delta) }
  }
}
