import { it, makeMethods } from "@effect/vitest"

// `layer` of @effect/vitest hangs testers of its own on vitest's `it`, which all files of a process share. Every file
// begins with the original ones; otherwise its tests would run in the layers of the file before.
makeMethods(it)
