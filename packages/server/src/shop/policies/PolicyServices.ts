import { Layer } from "effect"
import { Policies } from "./Policies.ts"
import { PolicySearch } from "./PolicySearch.ts"

/** What the tools of agents read of the shop's own rules, over a database. */
export const layer = Layer.mergeAll(Policies.layer, PolicySearch.layer)
