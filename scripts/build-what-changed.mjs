// What `npm start` does first. The compiler takes seconds to find that there is nothing to do.
import { build, isUpToDate } from "../packages/cli/bin/Build.mjs"

if (!isUpToDate() && !build()) {
  process.exitCode = 1
}
