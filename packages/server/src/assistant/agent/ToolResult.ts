import { ToolFailure, unavailable } from "@storefront/domain/tools/ToolContract"
import { Option, Predicate, Schema } from "effect"

/** What came of a tool call, encoded. */
export interface ToolResult {
  readonly isFailure: boolean
  readonly value: unknown
}

const encodeFailure = Schema.encodeSync(ToolFailure)

/** A failure of the runtime's own, as the tool would return it. */
export const failed = (failure: ToolFailure): ToolResult => ({ isFailure: true, value: encodeFailure(failure) })

/** The handler did not answer within the time limit of its tool. */
export const tooSlow = unavailable("The tool took too long to answer. Say what could not be done, or try once more.")

/** The handler died. */
export const broken = unavailable("The tool does not work at the moment. Say what could not be done, or try once more.")

/** It died because the database does not work. */
export const withoutDatabase = new ToolFailure({ ...broken, reason: "unavailable" })

/** The code of a failure, for telemetry. */
export const failureOf = ({ isFailure, value }: ToolResult): Option.Option<string> =>
  isFailure
    ? Option.some(Predicate.hasProperty(value, "error") && typeof value.error === "string" ? value.error : "unknown")
    : Option.none()
