import { Layer } from "effect"
import { Egress } from "./Egress.ts"
import { Neutraliser } from "./Neutraliser.ts"
import { Scanner } from "../../platform/scanner/Scanner.ts"

/** Layer of the guard: it scans incoming messages, neutralises user text for models, and checks outgoing answers. */
export const layer = Layer.merge(Egress.layer, Layer.provideMerge(Neutraliser.layer, Scanner.layer))
