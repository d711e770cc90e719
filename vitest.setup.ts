import { it, makeMethods } from "@effect/vitest"

// A suite with a layer puts methods of its own on this one object, and files that share a worker share it: each begins
// with the original ones.
makeMethods(it)
