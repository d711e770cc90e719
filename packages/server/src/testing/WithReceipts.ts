import { isWriting } from "@storefront/domain/tools/Writes"
import { proposalIdIn } from "@storefront/domain/tools/ProposalResult"
import { english } from "@storefront/domain/words/Locale"
import { receipt } from "@storefront/domain/words/Receipts"
import { Option, Predicate } from "effect"
import { type Step } from "../assistant/turn/TurnReport.ts"

/** Returns an answer with the receipts of its writes, as the orchestrator shows it. */
export const withReceipts = (answer: string, steps: ReadonlyArray<Step>): string => {
  const receipts = steps.flatMap(({ input, output, status, toolName }) =>
    status === "success" && isWriting(toolName) && Option.isNone(proposalIdIn(output))
      ? [
          receipt(
            { tool: toolName, result: { ...asRecord(output), quantity_added: asRecord(input)["quantity"] ?? 1 } },
            english
          )
        ]
      : []
  )
  return [answer, receipts.join("\n")].filter((part) => part !== "").join("\n\n")
}

const asRecord = (value: unknown) => (Predicate.isReadonlyRecord(value) ? value : {})
