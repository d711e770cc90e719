import { Context, Option } from "effect"

/**
 * Annotation of a tool contract: reads, from the tool's encoded result, an answer that replaces the model's final one.
 * Applies only if the call was the only one of the turn. By default no result is an answer.
 */
export class DirectAnswer extends Context.Reference<DirectAnswer>()("@storefront/domain/tools/DirectAnswer", {
  defaultValue: () => (_result: unknown) => Option.none<string>()
}) {}
