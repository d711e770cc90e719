import { Context } from "effect"
import { Role } from "../Identity.ts"

/** Roles that may execute a tool; the annotation of a tool contract. Absent: every signed-in person. */
export class AllowedRoles extends Context.Reference<AllowedRoles>()(
  "@storefront/domain/tools/RolePolicy/AllowedRoles",
  {
    defaultValue: (): ReadonlyArray<Role> => Role.literals
  }
) {}
