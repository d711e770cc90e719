import { type Fault } from "../Lines.ts"

/** Last element of a reading: from this line on the file cannot be understood. The lines before it count. */
export interface Ended extends Fault {
  readonly _tag: "Ended"
  readonly line: number
}

export const ended = (line: number, fault: string, mend: string): Ended => ({ _tag: "Ended", line, fault, mend })
