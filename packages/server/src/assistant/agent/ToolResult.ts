import { ToolRefusal, unavailable } from "@storefront/domain/tools/ToolContract"
import { Option, Predicate, Schema } from "effect"

/** Encoded result of a tool call. */
export interface ToolResult {
  readonly isFailure: boolean
  readonly value: unknown
}

const encodeFailure = Schema.encodeSync(ToolRefusal)

/** Encodes a failure of the runtime like one that the tool returns. */
export const failed = (failure: ToolRefusal): ToolResult => ({ isFailure: true, value: encodeFailure(failure) })

/** The handler exceeded the time limit of its tool. */
export const timedOut = unavailable("The tool took too long to answer. Say what could not be done, or try once more.")

/** Returns the code of a failure, for telemetry. */
export const failureOf = ({ isFailure, value }: ToolResult): Option.Option<string> =>
  isFailure
    ? Option.some(Predicate.hasProperty(value, "error") && typeof value.error === "string" ? value.error : "unknown")
    : Option.none()
