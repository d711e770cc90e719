import { type AgentName } from "@storefront/domain/Topology"
import { specialist } from "../support/Script.ts"
import { type Act } from "./Acts.ts"
import { type Moment } from "./Moment.ts"

/** A place in a turn where something can break. */
export interface Gap {
  readonly name: string
  /** Whether this is the moment. */
  readonly isNow: (moment: Moment, act: Act) => boolean
  /** In whose work the gap is. */
  readonly whose: AgentName
  /** Reads have no transaction of their own. */
  readonly writesOnly?: true
  /** What a customer has confirmed is done without a model. */
  readonly modelOnly?: true
  /** The answer is stored and leaves the house; whether it arrives is known to nobody there. */
  readonly isAnswerOut?: true
}

/** Statement by which a turn takes the lease of its conversation; at a door whose clients name their messages it is known before. */
const lease = /INSERT INTO turns \(id, user_id, conversation_id, user_message_id/

/** How an answer begins to be stored. */
const answer = /UPDATE turns SET answer_id/

const before = (service: AgentName, moment: Moment, text: RegExp) =>
  moment._tag === "Statement" && moment.service === service && text.test(moment.text)

/** A transaction that had such a statement is committed, or the statement was one alone; the service does not know. */
const after = (service: AgentName, moment: Moment, text: RegExp) =>
  moment._tag === "Replied" &&
  moment.service === service &&
  moment.transaction.some((statement) => text.test(statement)) &&
  (moment.text === "COMMIT" || moment.transaction.length === 1)

/** The gaps of a turn in their order, by what is seen of them from outside. */
export const gaps = {
  begin: {
    name: "begin",
    whose: "orchestrator",
    isNow: (moment) => before("orchestrator", moment, lease)
  },
  messageStored: {
    name: "message stored",
    whose: "orchestrator",
    isNow: (moment) => after("orchestrator", moment, lease)
  },
  firstQuestion: {
    name: "first question",
    whose: "orchestrator",
    modelOnly: true,
    isNow: (moment) => moment._tag === "Asked" && moment.service === "orchestrator"
  },
  firstTool: {
    name: "first tool",
    whose: specialist,
    isNow: (moment, act) => before(specialist, moment, act.firstStatement)
  },
  afterCommit: {
    name: "after COMMIT",
    whose: specialist,
    writesOnly: true,
    isNow: (moment, act) => after(specialist, moment, act.written)
  },
  lastRound: {
    name: "last round",
    whose: specialist,
    modelOnly: true,
    isNow: (moment) => moment._tag === "Asked" && moment.service === specialist && moment.isLastRound
  },
  beforeRecording: {
    name: "before recording",
    whose: specialist,
    isNow: (moment) => before(specialist, moment, /INSERT INTO usage_logs/)
  },
  specialistAnswer: {
    name: "specialist's answer",
    whose: specialist,
    isNow: (moment) => moment._tag === "Answering" && moment.service === specialist
  },
  lastQuestion: {
    name: "last question",
    whose: "orchestrator",
    modelOnly: true,
    isNow: (moment) => moment._tag === "Asked" && moment.service === "orchestrator" && moment.isLastRound
  },
  beforeStoring: {
    name: "before storing",
    whose: "orchestrator",
    isNow: (moment) => before("orchestrator", moment, answer)
  },
  answerStored: {
    name: "answer stored",
    whose: "orchestrator",
    // The lease of these is kept until it is known whether the answer was received.
    writesOnly: true,
    isNow: (moment) => after("orchestrator", moment, answer)
  },
  release: {
    name: "release of the lease",
    whose: "orchestrator",
    isAnswerOut: true,
    // An answer that need not be received ends its turn with it.
    isNow: (moment) => after("orchestrator", moment, /AND state = 'answered'|state = 'acknowledged', ended_at/)
  },
  beforeAnswer: {
    name: "before the answer",
    whose: "orchestrator",
    isAnswerOut: true,
    isNow: (moment) => moment._tag === "Answering" && moment.service === "orchestrator"
  }
} as const satisfies Record<string, Gap>
