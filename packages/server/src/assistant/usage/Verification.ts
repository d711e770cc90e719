import * as Shop from "../../shop/verification/Invariants.ts"
import { check, type Invariant } from "../../platform/database/Invariant.ts"
import { auditChecks } from "./AuditChecks.ts"

/** Combines several invariants into one. */
const combine = (name: string, rules: ReadonlyArray<Invariant>): Invariant => ({
  name,
  violations: rules.map(({ violations }) => `SELECT id FROM (${violations}) AS broken`).join(" UNION ALL ")
})

/** The invariants of the shop's data, then those that its audit keeps at rest as well as in operation. */
export const invariants: ReadonlyArray<Invariant> = [
  ...Shop.invariants,
  combine("Rollups equal the log; steps are numbered without gaps", [
    auditChecks.rollups,
    auditChecks.rollupPeople,
    auditChecks.foldedPeople,
    auditChecks.stepCounts,
    auditChecks.stepNumbers
  ]),
  combine("Every answer of a turn has one orchestrator row, and names all specialists of its trace", [
    auditChecks.answers,
    auditChecks.specialists
  ])
]

/** Checks every invariant, also against the database of a running shop. */
export const verify = check(invariants, 5)
