import { type Schema, type SchemaAST } from "effect"
import { UserText } from "@storefront/domain/tools/UserText"

/** Paths of the strings of a result by who wrote them. Ids, enumerations and dates are no texts. */
export interface Texts {
  /** Customers and sellers: these pass the neutraliser. */
  readonly people: ReadonlyArray<string>
  /** The platform: carriers, warehouses, sentences of tools. */
  readonly platform: ReadonlyArray<string>
}

const none: Texts = { people: [], platform: [] }

const join = (parts: ReadonlyArray<Texts>): Texts => ({
  people: [...new Set(parts.flatMap(({ people }) => people))],
  platform: [...new Set(parts.flatMap(({ platform }) => platform))]
})

const walk = (ast: SchemaAST.AST, path: string): Texts => {
  if (ast === UserText.ast) {
    return { people: [path], platform: [] }
  }
  switch (ast._tag) {
    case "StringKeyword":
      return { people: [], platform: [path] }
    case "TypeLiteral":
      return join([
        ...ast.propertySignatures.map(({ name, type }) =>
          walk(type, path === "" ? String(name) : `${path}.${String(name)}`)
        ),
        ...ast.indexSignatures.flatMap(({ parameter, type }) => [
          walk(parameter, `${path}{key}`),
          walk(type, `${path}{}`)
        ])
      ])
    case "TupleType":
      return join([...ast.elements, ...ast.rest].map(({ type }) => walk(type, `${path}[]`)))
    case "Union":
      return join(ast.types.map((type) => walk(type, path)))
    default:
      // A refinement, such as an id or a code, is no free text; neither is a transformation, such as a date.
      return none
  }
}

/** The texts of the successes of a tool. */
export const textsOf = (tool: { readonly successSchema: Schema.Schema.All }): Texts => {
  const { people, platform } = walk(tool.successSchema.ast, "")
  return { people: people.toSorted(), platform: platform.toSorted() }
}
