import { type Tool } from "@effect/ai"
import { Context } from "effect"
import { Role } from "../Identity.ts"

/** Roles that may execute a tool; the annotation of a tool contract. Absent: every signed-in person. */
export class AllowedRoles extends Context.Reference<AllowedRoles>()(
  "@storefront/domain/tools/RolePolicy/AllowedRoles",
  {
    defaultValue: (): ReadonlyArray<Role> => Role.literals
  }
) {}

/** Returns true if people of a role may use a tool. */
export const mayUse = (role: Role, { annotations }: Pick<Tool.Any, "annotations">): boolean =>
  Context.get(annotations, AllowedRoles).includes(role)

/** The sentence with which everybody else is refused: what to tell them. Absent: who else can help. */
export class RefusalAdvice extends Context.Reference<RefusalAdvice>()(
  "@storefront/domain/tools/RolePolicy/RefusalAdvice",
  {
    defaultValue: (): string =>
      "This person's role may not do that. Say so, and name support_contact of the facts, or say that the shop's people can be asked to look into it."
  }
) {}

/** The advice of the agent that can hand a thing over. */
export const offersCase =
  "This person's role may not do that. Say so, and offer a support case instead: open_support_case, once they want it."
