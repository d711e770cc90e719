import { type Tool } from "@effect/ai"
import { Context } from "effect"
import { Role } from "../Identity.ts"

/** Annotation of a tool contract: roles that may execute the tool. Default: all signed-in people. */
export class AllowedRoles extends Context.Reference<AllowedRoles>()(
  "@storefront/domain/tools/RolePolicy/AllowedRoles",
  {
    defaultValue: (): ReadonlyArray<Role> => Role.literals
  }
) {}

export const mayUse = (role: Role, { annotations }: Pick<Tool.Any, "annotations">): boolean =>
  Context.get(annotations, AllowedRoles).includes(role)

/** Annotation of a tool contract: advice to the model when a role is refused. Default: say who else can help. */
export class RefusalAdvice extends Context.Reference<RefusalAdvice>()(
  "@storefront/domain/tools/RolePolicy/RefusalAdvice",
  {
    defaultValue: (): string =>
      "This person's role may not do that. Say so, and name support_contact of the facts, or say that the shop's people can be asked to look into it."
  }
) {}

/** Refusal advice for the agent that can open support cases. */
export const offersCase =
  "This person's role may not do that. Say so, and offer a support case instead: open_support_case, once they want it."
