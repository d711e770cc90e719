import { type Tool } from "@effect/ai"
import { Context } from "effect"
import { AccountRole, Role } from "../Identity.ts"

/** Annotation of a tool contract: roles that may execute the tool. Default: everybody with an account, so no guests. */
export class AllowedRoles extends Context.Reference<AllowedRoles>()(
  "@storefront/domain/tools/RolePolicy/AllowedRoles",
  {
    defaultValue: (): ReadonlyArray<Role> => AccountRole.literals
  }
) {}

/** `AllowedRoles` of a tool that guests may execute too. */
export const everybody: ReadonlyArray<Role> = Role.literals

/**
 * Returns the role whose instructions and tools the model of a person gets. That of a guest gets a customer's: the
 * prompt stays byte-equal, so providers cache it, and a refused call says that signing in is needed.
 */
export const promptRole = (role: Role): AccountRole => (role === "guest" ? "customer" : role)

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
