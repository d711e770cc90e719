import { Layer } from "effect"
import { Policies } from "./Policies.ts"
import { PolicySearch } from "./PolicySearch.ts"

/** The policy services behind the agents' tools, over a database. */
export const layer = Layer.mergeAll(Policies.layer, PolicySearch.layer)
