import { Layer } from "effect"
import { Egress } from "./Egress.ts"
import { Neutraliser } from "./Neutraliser.ts"
import { Scanner } from "../../platform/scanner/Scanner.ts"

/** What comes in is scanned, what goes back in is neutralised, and what leaves is checked. */
export const layer = Layer.merge(Egress.layer, Layer.provideMerge(Neutraliser.layer, Scanner.layer))
