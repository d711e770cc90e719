import { Option } from "effect"
import { type EndName } from "../../../platform/provider/ProviderFailed.ts"

/** Finish reasons of servers and gateways, in lower case with underscores, by the end that they mean. */
const meanings: ReadonlyArray<readonly [end: EndName | "good", reasons: ReadonlyArray<string>]> = [
  // OpenAI and nearly all servers; Cohere and Anthropic behind gateways; Together and TGI.
  ["good", ["stop", "tool_calls", "function_call", "completed"]],
  ["good", ["complete", "tool_call", "tool_use", "end_turn", "stop_sequence", "eos", "eos_token"]],
  ["cut_off", ["length", "max_tokens", "max_output_tokens", "max_completion_tokens", "model_length", "incomplete"]],
  ["cut_off", ["model_context_window_exceeded", "context_length_exceeded", "context_length", "truncated"]],
  ["content_filter", ["content_filter", "content_filtered", "content_filtering", "guardrail_intervened", "sensitive"]],
  ["content_filter", ["safety", "recitation", "blocklist", "prohibited_content", "spii", "image_safety", "language"]],
  ["misread_call", ["malformed_function_call", "unexpected_tool_call", "tool_use_failed", "malformed_tool_call"]],
  ["declined", ["refusal", "refused"]],
  ["gave_up", ["error", "abort", "aborted", "cancelled", "canceled", "insufficient_system_resource", "network_error"]],
  ["gave_up", ["timeout", "repetition", "repetition_truncation", "pause_turn"]]
]

const meaningOf: ReadonlyMap<string, EndName | "good"> = new Map(
  meanings.flatMap(([end, reasons]) => reasons.map((reason) => [reason, end] as const))
)

/** Normalises case and hyphens, and strips the enumeration's name: `FinishReason.SAFETY`, `FINISH_REASON_STOP`. */
const normalised = (reason: string) =>
  reason
    .toLowerCase()
    .replace(/^finish_?reason[._]/, "")
    .replaceAll("-", "_")

const meaning = (reason: unknown) => (typeof reason === "string" ? meaningOf.get(normalised(reason)) : undefined)

/** Returns the failure that a finish reason means; none for a successful one, `unknown_end` for an unknown one. */
export const failureFor = (reason: unknown): Option.Option<EndName> => {
  const end = meaning(reason) ?? "unknown_end"
  return end === "good" ? Option.none() : Option.some(end)
}

/** Returns the failure that a finish reason means; none for a successful, unknown or missing one. */
export const knownFailureFor = (reason: unknown): Option.Option<EndName> =>
  Option.filter(failureFor(reason), (end) => end !== "unknown_end")
