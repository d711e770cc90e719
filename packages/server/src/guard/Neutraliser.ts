import { Array, Context, Effect, Layer, Option, Predicate, type Schema, SchemaAST } from "effect"
import { neutralText } from "./NeutralText.ts"

/** Stands for a text that could not be neutralised. */
export const withheld = "[withheld]"

/** Fields that hold a name, a title or a note; any other text of a person may be long. */
const shortFields = new Set([
  "name",
  "first_name",
  "product_name",
  "recipient_name",
  "brand",
  "reviewer",
  "title",
  "review_title",
  "note",
  "notes",
  "reason"
])

/** Most code points of a field. */
const maxLengthOf = (field: string) => (shortFields.has(field) ? 500 : field === "response" ? 8_000 : 5_000)

const isUserText = (ast: SchemaAST.AST) =>
  Option.exists(SchemaAST.getBrandAnnotation(ast), (brands) => brands.includes("UserText"))

const make = (neutral: (text: string, maxLength: number) => string) => {
  const text = (field: string, value: string) =>
    Effect.try(() => neutral(value, maxLengthOf(field))).pipe(
      Effect.catchAll((cause) => Effect.as(Effect.logError("a text could not be neutralised", cause), withheld))
    )

  const entries = (literal: SchemaAST.TypeLiteral, record: Readonly<Record<string, unknown>>) =>
    Effect.forEach(Object.entries(record), ([key, value]) => {
      const property = literal.propertySignatures.find((signature) => signature.name === key)
      const index = literal.indexSignatures[0]
      return property !== undefined
        ? Effect.map(visit(property.type, key, value), (neutralised) => [key, neutralised] as const)
        : index !== undefined
          ? Effect.all([Effect.map(visit(index.parameter, "name", key), String), visit(index.type, key, value)])
          : Effect.succeed([key, value] as const)
    })

  /** `field` is the name of the nearest property around the value. */
  const visit = (ast: SchemaAST.AST, field: string, value: unknown): Effect.Effect<unknown> => {
    if (isUserText(ast)) {
      return typeof value === "string" ? text(field, value) : Effect.succeed(value)
    }
    switch (ast._tag) {
      case "Transformation":
        return visit(isUserText(ast.to) ? ast.to : ast.from, field, value)
      case "Refinement":
        return visit(ast.from, field, value)
      case "Suspend":
        return visit(ast.f(), field, value)
      // Whichever member the value is of: text that any of them marks is text.
      case "Union":
        return Effect.reduce(ast.types, value, (neutralised, member) => visit(member, field, neutralised))
      case "TupleType":
        return Array.isArray(value)
          ? Effect.forEach(value, (item, index) => {
              const type = (ast.elements[index] ?? ast.rest[0])?.type
              return type === undefined ? Effect.succeed(item) : visit(type, field, item)
            })
          : Effect.succeed(value)
      case "TypeLiteral":
        return Predicate.isRecord(value) ? Effect.map(entries(ast, value), Object.fromEntries) : Effect.succeed(value)
      default:
        return Effect.succeed(value)
    }
  }
  return visit
}

/** An encoded value of `schema` without what people wrote in it, and that. */
export const separate = (schema: Schema.Annotable.All, encoded: unknown) =>
  Effect.suspend(() => {
    const texts: Array<string> = []
    const take = make((text) => {
      texts.push(text)
      return ""
    })
    return Effect.map(take(schema.ast, "", encoded), (rest) => ({ rest, texts }))
  })

/** Makes text that people wrote harmless before a model sees it. */
export class Neutraliser extends Context.Tag("@storefront/server/guard/Neutraliser")<
  Neutraliser,
  {
    /**
     * An encoded value of `schema` with exactly its `UserText` fields neutralised, names of records included. A field
     * that cannot be neutralised becomes `[withheld]`.
     */
    readonly neutralise: (schema: Schema.Annotable.All, encoded: unknown) => Effect.Effect<unknown>
  }
>() {
  /** Neutralises with the function that is given. */
  static readonly layerText = (neutral: (text: string, maxLength: number) => string) =>
    Layer.sync(this, () => {
      const visit = make(neutral)
      return { neutralise: (schema, encoded) => visit(schema.ast, "", encoded) }
    })

  static readonly layer = this.layerText(neutralText)
}
