import { type Option } from "../kinds/TakenProduct.ts"
import { type Fault } from "../Lines.ts"
import { quote } from "../Quote.ts"

/** Keeps the active variants of a group apart: no two of them have equal options. */

/** Returns options in a form that is equal for equal ones, whatever their order. */
export const optionsKey = (options: ReadonlyArray<Option>): string =>
  JSON.stringify([...options].toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** The options by which an active variant stands in its group. */
export interface Place {
  readonly group: string
  readonly options: ReadonlyArray<Option>
}

/** A product that a file moves, adds or withdraws, or that the shop has beside it. */
export interface Contender {
  /** Key of the product, or another name for it. */
  readonly name: string
  /** Line that changes it; null for a product that the file leaves alone. */
  readonly line: number | null
  /** Where it stands in the shop; null unless it is an active variant. */
  readonly before: Place | null
  /** Where its line puts it; null unless that makes it an active variant. */
  readonly after: Place | null
}

/** Returns a place in a form that is equal for equal ones. */
export const placeKey = ({ group, options }: Place) => `${group} ${optionsKey(options)}`

const toldOptions = (options: ReadonlyArray<Option>) =>
  quote(options.map(([name, value]) => `${name}=${value}`).join("|"))

const clash = (options: ReadonlyArray<Option>, { line, name }: Pick<Contender, "line" | "name">): Fault =>
  line === null
    ? {
        fault: `has the same options as ${quote(name)}, which the shop sells: ${toldOptions(options)}`,
        mend: `change the options of one of the two, or take ${quote(name)} off sale`
      }
    : {
        fault: `has the same options as line ${line}: ${toldOptions(options)}`,
        mend: "change or remove one of the two lines"
      }

/**
 * Returns the lines that would give a group two active variants with equal options, with the fault of each. A refused
 * line leaves its products where they are, which may refuse further ones. A product that stays has precedence over one
 * that comes, and an earlier line over a later one. Lines in `refused` are so for other reasons.
 */
export const refuseClashes = (
  contenders: ReadonlyArray<Contender>,
  refused: ReadonlySet<number>
): ReadonlyMap<number, Fault> => {
  const faults = new Map<number, Fault>()
  const moves = contenders.map(({ after, before, line, name }) => ({
    name,
    line,
    options: after?.options ?? [],
    from: before === null ? null : placeKey(before),
    to: after === null ? null : placeKey(after)
  }))
  let known = -1
  while (known < faults.size) {
    known = faults.size
    const holders = new Map<string, Pick<Contender, "line" | "name">>()
    const coming = moves
      .flatMap(({ from, line, name, options, to }) => {
        const stays = line === null || refused.has(line) || faults.has(line)
        if (from !== null && (stays || from === to)) {
          holders.set(from, { name, line: stays ? null : line })
        }
        return stays || to === null || from === to ? [] : [{ line, name, options, to }]
      })
      .toSorted((one, other) => one.line - other.line)
    for (const { line, name, options, to } of coming) {
      const holder = holders.get(to)
      if (holder === undefined) {
        holders.set(to, { name, line })
      } else {
        faults.set(line, clash(options, holder))
      }
    }
  }
  return faults
}
