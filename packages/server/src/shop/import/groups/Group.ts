import { Array, Either } from "effect"
import { cut } from "../../../platform/text/Text.ts"
import { type TakenProduct } from "../kinds/TakenProduct.ts"
import { type Fault, type LateNote, type Refused, refuseLine } from "../Lines.ts"
import { expandChoices } from "./Choices.ts"
import { optionsKey } from "./DistinctOptions.ts"
import { groupName, variantName } from "./Names.ts"

/** Settles a group from all of its lines in a file. */

/** A taken line of a group. */
export interface GroupLine {
  readonly line: number
  readonly value: TakenProduct
}

/** A group as the shop has it, as far as its variants stay there without a line in the file that is taken. */
export interface Remainder {
  readonly name: string
  /** Names of the options of those variants. */
  readonly options: ReadonlyArray<string>
}

/** A product with everything that its group decides. */
export interface SettledProduct extends Omit<
  TakenProduct,
  "name" | "role" | "choices" | "areOptionsCandidates" | "inherits"
> {
  readonly role: "single" | "variant"
  readonly name: string
}

/** A group row. Its price, its activity and the values among its keywords follow from its variants in the database. */
export interface SettledGroup extends Pick<
  TakenProduct,
  | "category"
  | "taxonomies"
  | "productType"
  | "description"
  | "brand"
  | "vendor"
  | "pictureUrl"
  | "pageUrl"
  | "keywords"
  | "specs"
  | "createdAt"
> {
  readonly externalId: string
  readonly name: string
}

/** A line with its product; a line that leaves an option open has several. */
export interface SettledLine {
  readonly line: number
  /** Key of the line: its product's own, or the beginning of the keys of several. */
  readonly key: string
  readonly product: SettledProduct
}

/** A group as it is to be written. */
export interface Settlement {
  /** Null when the lines are singles, or none is left. */
  readonly group: SettledGroup | null
  /** Variants or singles in the order of the file. */
  readonly lines: ReadonlyArray<SettledLine>
  /** Remarks on top of those of the lines. */
  readonly notes: ReadonlyArray<LateNote>
  readonly refused: ReadonlyArray<Refused>
}

/** Longest spec, in code points. */
const maxSpec = 300

/** Members that a variant takes from its group where its format says so. */
const inherited = [
  "name",
  "category",
  "productType",
  "description",
  "brand",
  "vendor",
  "pictureUrl",
  "pageUrl",
  "keywords",
  "createdAt",
  "isActive"
] as const

/** Returns the first defined value of a member. */
const firstOf = <Member extends keyof TakenProduct>(
  products: ReadonlyArray<TakenProduct>,
  member: Member
): TakenProduct[Member] | undefined => products.find((product) => product[member] !== undefined)?.[member]

const firstTaxonomies = (products: ReadonlyArray<TakenProduct>): TakenProduct["taxonomies"] =>
  products.find(({ taxonomies }) => taxonomies.length > 0)?.taxonomies ?? []

/** Fills in what a variant takes from its group. */
const inherit = (product: TakenProduct, products: ReadonlyArray<TakenProduct>): TakenProduct => ({
  ...product,
  ...Object.fromEntries(
    inherited.filter((member) => product[member] === undefined).map((member) => [member, firstOf(products, member)])
  ),
  taxonomies: firstTaxonomies([product, ...products])
})

/** Names of the candidates that differ within a group. */
const differing = (products: ReadonlyArray<TakenProduct>): ReadonlySet<string> => {
  const values = new Map<string, Set<string>>()
  for (const [name, value] of products.flatMap(({ options }) => options)) {
    values.set(name, (values.get(name) ?? new Set()).add(value))
  }
  return new Set([...values].flatMap(([name, { size }]) => (size > 1 ? [name] : [])))
}

/** Keeps the options that tell variants apart; the others become specs. */
const settleCandidates = (product: TakenProduct, kept: ReadonlySet<string>): TakenProduct =>
  product.areOptionsCandidates
    ? {
        ...product,
        options: product.options.filter(([name]) => kept.has(name)),
        specs: { ...Object.fromEntries(product.options.filter(([name]) => !kept.has(name))), ...product.specs }
      }
    : product

const refuse = ({ line, value }: GroupLine, column: string | null, fault: Fault) =>
  refuseLine(line, value.externalId, column, fault)

/** Makes a settled product of a line whose name and options are known. */
const settled = (product: TakenProduct, role: SettledProduct["role"], name: string): SettledProduct => {
  const { areOptionsCandidates: _, choices: _choices, inherits: _inherits, ...rest } = product
  return { ...rest, role, group: role === "single" ? null : product.group, name }
}

/** A line's variant before the group's name is known. */
interface Member {
  readonly source: GroupLine
  readonly product: TakenProduct
}

/** Makes the variants of the lines: inherited, each for one value of its options. */
const membersOf = (
  lines: ReadonlyArray<GroupLine>,
  remainder: Remainder | undefined
): readonly [refused: ReadonlyArray<Refused>, members: ReadonlyArray<Member>] => {
  const all = lines.map(({ value }) => value)
  const head = all.find(({ role }) => role === "group")
  const sold = lines.filter(({ value }) => value.role !== "group")
  const kept = new Set([...differing(sold.map(({ value }) => value)), ...(remainder?.options ?? [])])
  const stated = new Set(sold.map(({ value }) => optionsKey(value.options)))
  // Of two lines that stand for the same variant the one that leaves less open has it.
  const definiteFirst = sold.toSorted((one, other) => one.value.choices.length - other.value.choices.length)
  const [refused, members] = Array.partitionMap(definiteFirst, (source) => {
    const own = settleCandidates(source.value.inherits ? inherit(source.value, all) : source.value, kept)
    const active = head?.isActive === false ? { ...own, isActive: false } : own
    const expanded = expandChoices(active, head?.choices ?? [], (options) => stated.has(optionsKey(options)))
    return Either.mapBoth(expanded, {
      onLeft: (fault) => refuse(source, "options", fault),
      onRight: (products) => {
        products.forEach(({ options }) => stated.add(optionsKey(options)))
        return products.map((product) => ({ source, product }))
      }
    })
  })
  return [refused, members.flat().toSorted((one, other) => one.source.line - other.source.line)]
}

/** Parts members into those that their options tell apart from a group and refusals of the others. */
const partition = (members: ReadonlyArray<Member>) =>
  Array.partitionMap(members, (member) =>
    member.product.options.length === 0
      ? Either.left(
          refuse(member.source, "options", {
            fault: "has no options that tell it from the others of its group",
            mend: "write what tells it from the others, as Size=42, or take it out of the group"
          })
        )
      : Either.right(member)
  )

/** Options of a group line that no variant has: they are facts of the goods. */
const unusedChoices = (choices: TakenProduct["choices"], members: ReadonlyArray<Member>) => {
  const used = new Set(members.flatMap(({ product }) => product.options.map(([name]) => name)))
  return Object.fromEntries(
    choices.flatMap(([name, values]) => (used.has(name) ? [] : [[name, cut(values.join(", "), maxSpec)]]))
  )
}

/** Returns the group's row. */
const groupRow = (lines: ReadonlyArray<GroupLine>, name: string, members: ReadonlyArray<Member>): SettledGroup => {
  const all = lines.map(({ value }) => value)
  const first = all.find(({ role }) => role === "group") ?? all[0]
  const ordered = first === undefined ? all : [first, ...all]
  return {
    externalId: first?.group ?? "",
    name,
    category: firstOf(ordered, "category"),
    taxonomies: firstTaxonomies(ordered),
    productType: firstOf(ordered, "productType"),
    description: firstOf(ordered, "description"),
    brand: firstOf(ordered, "brand"),
    vendor: firstOf(ordered, "vendor"),
    pictureUrl: firstOf(ordered, "pictureUrl"),
    pageUrl: firstOf(ordered, "pageUrl"),
    specs: { ...unusedChoices(first?.choices ?? [], members), ...first?.specs },
    createdAt: firstOf(ordered, "createdAt"),
    keywords: firstOf(ordered, "keywords")
  }
}

/** Notes the lines that describe a group which an earlier one describes. */
const repeatedHeads = ([first, ...others]: ReadonlyArray<GroupLine>): ReadonlyArray<LateNote> =>
  first === undefined
    ? []
    : others.map(({ line }) => ({
        line,
        column: null,
        text: `describes a product that line ${first.line} describes, whose texts and options count: remove one of the two lines`
      }))

/**
 * Settles the lines of a group, in the order of the file. The group's texts are its first line's, or those of a line
 * that describes the group. Lines without a difference become singles, unless an option tells them from variants that
 * stay in the group.
 */
export const groupOf = (lines: Array.NonEmptyReadonlyArray<GroupLine>, remainder?: Remainder): Settlement => {
  const [unexpanded, members] = membersOf(lines, remainder)
  const heads = lines.filter(({ value }) => value.role === "group")
  const named = [
    ...heads.map(({ value: { name } }) => ({ name, options: [] })),
    ...members.map(({ product: { options }, source }) => ({ name: source.value.name, options }))
  ].flatMap(({ name, options }) => (name === undefined ? [] : [{ name, options }]))
  const first = named[0]
  if (first === undefined) {
    return {
      group: null,
      lines: [],
      notes: [],
      refused: lines.map((line) =>
        refuse(line, "name", {
          fault: "is empty in all lines of the group",
          mend: "fill it in on the first line of the group"
        })
      )
    }
  }
  if (members.length === 0) {
    return {
      group: null,
      lines: [],
      notes: [],
      refused: [
        ...unexpanded,
        ...heads.map((line) =>
          refuse(line, null, { fault: "is a group without variants", mend: "add its variants, or export it with them" })
        )
      ]
    }
  }
  if (members.every(({ product }) => product.areOptionsCandidates && product.options.length === 0)) {
    return {
      group: null,
      lines: members.map(({ product, source: { line, value } }) => ({
        line,
        key: value.externalId,
        product: settled(product, "single", product.name ?? first.name)
      })),
      notes: members.map(({ source: { line } }) => ({
        line,
        column: null,
        text: "does not differ from the others of its group, and is sold by itself"
      })),
      refused: unexpanded
    }
  }
  const [untold, sold] = partition(members)
  const name = heads.length > 0 ? first.name : groupName(first, named, remainder?.name)
  return {
    group: sold.length === 0 ? null : groupRow(lines, name, sold),
    lines: sold.map(({ product, source: { line, value } }) => ({
      line,
      key: value.externalId,
      product: settled(product, "variant", variantName(name, product.options))
    })),
    notes: repeatedHeads(heads),
    refused: [...unexpanded, ...untold]
  }
}
