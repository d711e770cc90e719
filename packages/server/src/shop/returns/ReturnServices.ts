import { Layer } from "effect"
import { Refunds } from "./Refunds.ts"
import { ReturnLookup } from "./ReturnLookup.ts"
import { ReturnRequests } from "./ReturnRequests.ts"
import { Withdrawals } from "./Withdrawals.ts"

/** The return services behind the agents' tools, over a database. */
export const layer = Layer.mergeAll(Refunds.layer, ReturnLookup.layer, ReturnRequests.layer, Withdrawals.layer)
