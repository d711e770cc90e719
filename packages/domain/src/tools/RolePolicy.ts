import { Context } from "effect"
import { Role } from "../Identity.ts"

/** Roles that may execute a tool; the annotation of a tool contract. Absent: every signed-in person. */
export class AllowedRoles extends Context.Reference<AllowedRoles>()(
  "@storefront/domain/tools/RolePolicy/AllowedRoles",
  {
    defaultValue: (): ReadonlyArray<Role> => Role.literals
  }
) {}

/** The sentence with which everybody else is refused: what to tell them. Absent: that support can help. */
export class RefusalAdvice extends Context.Reference<RefusalAdvice>()(
  "@storefront/domain/tools/RolePolicy/RefusalAdvice",
  {
    defaultValue: (): string => "This person's role may not do that. Say so, and that customer support can help."
  }
) {}
