import { Layer } from "effect"
import { Neutraliser } from "./Neutraliser.ts"
import { Scanner } from "./Scanner.ts"

/** What comes in is scanned, what goes back in is neutralised. */
export const layer = Neutraliser.layer.pipe(Layer.provideMerge(Scanner.layer))
