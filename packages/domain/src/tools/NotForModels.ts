import { Context } from "effect"

/**
 * Parameters of a tool that a model is not told of; the annotation of a tool contract. They are for callers that keep
 * something of their own from one call to the next, which a model can only invent. Absent: none.
 */
export class NotForModels extends Context.Reference<NotForModels>()("@storefront/domain/tools/NotForModels", {
  defaultValue: (): ReadonlyArray<string> => []
}) {}
