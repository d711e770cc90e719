import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { kill } from "node:process"

/** Memory of a process without its garbage, which comes and goes in tens of MiB. */

/** Arguments of Node for a process that collects its garbage when it is told to. */
export const nodeArguments = ["--expose-gc", "--import", `data:text/javascript,process.on("SIGUSR2",()=>gc())`]

const residentKiB = (pid: number) =>
  Effect.sync(() => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]))

/** Collects the garbage of a process and answers its resident memory. */
export const measure = (pid: number) =>
  Effect.sync(() => kill(pid, "SIGUSR2")).pipe(
    Effect.zipRight(Effect.sleep("1 second")),
    Effect.repeatN(2),
    Effect.zipRight(residentKiB(pid))
  )
