// What `npm start` does first. The compiler takes seconds to find that there is nothing to do. Where only what runs is
// installed, what was built before runs.
import { build, canBuild, isBuilt, isUpToDate } from "../packages/cli/bin/Build.mjs"

const isDone = isUpToDate() || (isBuilt() && !canBuild())

if (!isDone && !build()) {
  process.exitCode = 1
}
