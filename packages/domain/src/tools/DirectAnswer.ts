import { Context, Option } from "effect"

/**
 * Reads from the encoded result of a tool the answer that the customer can have in place of the model's last word; the annotation
 * of a contract. It counts where the call was the only one of the turn. Absent: no result is an answer.
 */
export class DirectAnswer extends Context.Reference<DirectAnswer>()("@storefront/domain/tools/DirectAnswer", {
  defaultValue: () => (_result: unknown) => Option.none<string>()
}) {}
