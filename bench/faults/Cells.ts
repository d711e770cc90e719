import { type Manner, specialist } from "../support/Script.ts"
import { type Act, acts } from "./Acts.ts"
import { type Fault, faults } from "./Faults.ts"
import { type Gap, gaps } from "./Gaps.ts"

/** One line of the table. */
export interface Cell {
  readonly fault: Fault
  readonly gap: Gap
  readonly act: Act
  readonly manner: Manner
}

/** How a cell is called on the command line. */
export const nameOf = ({ act, fault, gap, manner }: Cell) =>
  [fault.name, gap.name, act.name, ...(manner === "plain" ? [] : [manner])].join(":")

const writes = acts.filter(({ isWrite }) => isWrite)
/** What a model does, which can do it in another manner. */
const modelled = writes.filter(({ turn }) => turn !== "confirming")

const cross = (
  broken: ReadonlyArray<Fault>,
  where: ReadonlyArray<Gap>,
  what: ReadonlyArray<Act> = acts,
  manner: Manner = "plain"
): ReadonlyArray<Cell> =>
  broken.flatMap((fault) =>
    where.flatMap((gap) =>
      what
        .filter(({ isWrite }) => gap.writesOnly === undefined || isWrite)
        .filter(({ turn }) => gap.modelOnly === undefined || turn !== "confirming")
        .map((act) => ({ fault, gap, act, manner }))
    )
  )

const { answerLost, clientGone, connectionsReset, databaseFrozen, databaseStopped, modelSlow, none } = faults
const { specialistHung, specialistKilled, statementsDelayed, stopped } = faults

/** The gaps that every turn has on its way. */
const turnGaps: ReadonlyArray<Gap> = [
  gaps.begin,
  gaps.messageStored,
  gaps.firstTool,
  gaps.afterCommit,
  gaps.beforeRecording,
  gaps.beforeStoring,
  gaps.answerStored,
  gaps.release,
  gaps.beforeAnswer
]

/** Those at which the specialist has something to lose. */
const specialistGaps: ReadonlyArray<Gap> = [
  gaps.messageStored,
  ...[gaps.firstTool, gaps.afterCommit, gaps.lastRound, gaps.beforeRecording].filter(
    ({ whose }) => whose === specialist
  )
]

/** The whole table. */
export const cells: ReadonlyArray<Cell> = [
  ...cross([none], [gaps.begin]),
  ...cross([none], [gaps.begin], modelled, "repeats"),
  ...cross([databaseStopped, databaseFrozen, connectionsReset, statementsDelayed], turnGaps),
  ...cross([specialistKilled, specialistHung], specialistGaps),
  ...cross([modelSlow], [gaps.lastRound]),
  ...cross([answerLost], [gaps.specialistAnswer]),
  ...cross([clientGone], turnGaps),
  ...cross([stopped], Object.values(gaps)),
  ...cross(
    [databaseStopped, databaseFrozen, connectionsReset, specialistKilled, specialistHung],
    [gaps.firstTool, gaps.afterCommit],
    modelled,
    "persists"
  ),
  ...cross([modelSlow], [gaps.lastRound], modelled, "persists"),
  ...cross([answerLost], [gaps.specialistAnswer], modelled, "persists")
]
