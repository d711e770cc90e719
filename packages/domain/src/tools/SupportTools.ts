import { Schema } from "effect"
import { CaseId } from "../Ids.ts"
import { OrderNumber } from "../OrderNumber.ts"
import { CaseKind, CaseState, Contact } from "../SupportCases.ts"
import { oneOf, orderId, text } from "./Parameters.ts"
import { tool, writeFields } from "./ToolContract.ts"
import { AllowedRoles, everybody } from "./RolePolicy.ts"

/** A support case as reported to the customer. */
export const OpenedCase = Schema.Struct({
  case_id: CaseId,
  number: OrderNumber,
  state: CaseState,
  /** Null if the shop has not configured it. */
  contact: Schema.NullOr(Contact)
})

/** The stored result; its receipt also says whether the case existed before. */
export const StoredCase = Schema.Struct({ ...OpenedCase.fields, is_new: Schema.Boolean })

export const openSupportCase = tool("open_support_case", {
  description: "Hand to the shop's people what no other tool does.",
  parameters: {
    kind: oneOf(CaseKind.literals, "talk_to_person only if asked for"),
    order_id: Schema.optional(orderId),
    summary: text(1, 500, "One self-contained sentence, in the customer's words")
  },
  success: Schema.Struct({ ...OpenedCase.fields, ...writeFields })
}).annotate(AllowedRoles, everybody)
