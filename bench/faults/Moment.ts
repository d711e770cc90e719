import { type AgentName } from "@storefront/domain/Topology"

/** What is about to happen on one of the connections that the bench stands in. */
export type Moment =
  /** A statement has left the service and not reached the database. */
  | {
      readonly _tag: "Statement"
      readonly service: AgentName
      readonly text: string
      /** The statements of the transaction so far, this one included. */
      readonly transaction: ReadonlyArray<string>
    }
  /** The database has done a statement, and the service does not know yet. */
  | {
      readonly _tag: "Replied"
      readonly service: AgentName
      readonly text: string
      readonly transaction: ReadonlyArray<string>
    }
  /** The model was asked and has not answered. */
  | {
      readonly _tag: "Asked"
      readonly service: AgentName
      readonly isFirstRound: boolean
      readonly isLastRound: boolean
    }
  /** A service has an answer that nobody has seen. */
  | { readonly _tag: "Answering"; readonly service: AgentName }
