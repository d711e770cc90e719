import { ToolRefusal, unavailable } from "@storefront/domain/tools/ToolContract"
import { Option, Predicate, Schema } from "effect"

/** What came of a tool call, encoded. */
export interface ToolResult {
  readonly isFailure: boolean
  readonly value: unknown
}

const encodeFailure = Schema.encodeSync(ToolRefusal)

/** A failure of the runtime's own, as the tool would return it. */
export const failed = (failure: ToolRefusal): ToolResult => ({ isFailure: true, value: encodeFailure(failure) })

/** The handler did not answer within the time limit of its tool. */
export const tooSlow = unavailable("The tool took too long to answer. Say what could not be done, or try once more.")

/** The code of a failure, for telemetry. */
export const failureOf = ({ isFailure, value }: ToolResult): Option.Option<string> =>
  isFailure
    ? Option.some(Predicate.hasProperty(value, "error") && typeof value.error === "string" ? value.error : "unknown")
    : Option.none()
