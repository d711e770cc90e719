import { Array, Context, Effect, Layer, Option, Predicate, Ref, Schema, SchemaAST } from "effect"
import { neutralText, withheld } from "./NeutralText.ts"
import { Scanner } from "./Scanner.ts"

/** Stands for a text in which the scanner found something. */
export const neutralized = "[neutralized]"

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

/** Words; of scripts that do not part them, characters. */
const words =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]+/gu

/** Too little to instruct anybody: most names. */
const isBrief = (text: string) => text.length <= 24 && (text.match(words) ?? []).length <= 3

const isUserText = (ast: SchemaAST.AST): boolean =>
  Option.exists(SchemaAST.getBrandAnnotation(ast), (brands) => brands.includes("UserText"))

/** Whether a value can be the encoded form of a schema. Made once per schema. */
const accepts = (() => {
  const known = new WeakMap<SchemaAST.AST, (value: unknown) => boolean>()
  return (ast: SchemaAST.AST, value: unknown): boolean => {
    const is = known.get(ast) ?? Schema.is(Schema.make(SchemaAST.encodedAST(ast)), { onExcessProperty: "error" })
    known.set(ast, is)
    return is(value)
  }
})()

type NeutralText = (text: string, maxLength: number) => string

type OnText = (value: string, field: string) => Effect.Effect<string>

/**
 * Goes through an encoded value along its schema, with what to do to text of people, and to other text. What the schema
 * does not have is left out.
 */
const visitor = (text: OnText, other: OnText = Effect.succeed) => {
  const entries = (literal: SchemaAST.TypeLiteral, record: Readonly<Record<string, unknown>>) =>
    Effect.forEach(Object.entries(record), ([key, value]) => {
      const property = literal.propertySignatures.find((signature) => signature.name === key)
      const index = literal.indexSignatures[0]
      return property !== undefined
        ? Effect.map(visit(property.type, key, value), (neutralised) => [[key, neutralised] as const])
        : index !== undefined
          ? Effect.zipWith(visit(index.parameter, "name", key), visit(index.type, key, value), (name, neutralised) => [
              [String(name), neutralised] as const
            ])
          : Effect.succeed([])
    })

  /** `field` is the name of the nearest property around the value. */
  const visit = (ast: SchemaAST.AST, field: string, value: unknown): Effect.Effect<unknown> => {
    if (value === null || value === undefined) {
      return Effect.succeed(value)
    }
    if (isUserText(ast)) {
      return typeof value === "string" ? text(value, field) : Effect.succeed(withheld)
    }
    switch (ast._tag) {
      case "Transformation":
        return visit(isUserText(ast.to) ? ast.to : ast.from, field, value)
      case "Refinement":
        return visit(ast.from, field, value)
      case "Suspend":
        return visit(ast.f(), field, value)
      // Text that any member marks is text; other values are of the member that has all their fields.
      case "Union": {
        const marked = typeof value === "string" ? ast.types.find(isUserText) : undefined
        const member = marked ?? ast.types.find((type) => accepts(type, value))
        return member === undefined ? Effect.succeed(withheld) : visit(member, field, value)
      }
      case "TupleType":
        return Array.isArray(value)
          ? Effect.forEach(value, (item, index) => {
              const type = (ast.elements[index] ?? ast.rest[0])?.type
              return type === undefined ? Effect.succeed(withheld) : visit(type, field, item)
            })
          : Effect.succeed(withheld)
      case "TypeLiteral":
        return Predicate.isRecord(value)
          ? Effect.map(entries(ast, value), (kept) => Object.fromEntries(kept.flat()))
          : Effect.succeed(withheld)
      case "StringKeyword":
        return typeof value === "string" ? other(value, field) : Effect.succeed(value)
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
    const take = visitor((text) =>
      Effect.sync(() => {
        texts.push(text)
        return ""
      })
    )
    return Effect.map(take(schema.ast, "", encoded), (rest) => ({ rest, texts }))
  })

/** Shows a text neutralised if the scanner finds no fault with it, and remembers whether it does. */
const neutraliserOf =
  (neutral: NeutralText, scan: Scanner["Type"]["scanContent"], isFlagged: Ref.Ref<boolean>) =>
  (value: string, field: string) =>
    Effect.gen(function* () {
      if (!isBrief(value) && (yield* scan(value)).verdict !== "clean") {
        yield* Ref.set(isFlagged, true)
        return neutralized
      }
      return neutral(value, maxLengthOf(field))
    }).pipe(
      Effect.catchAllDefect((defect) => Effect.as(Effect.logError("a text could not be neutralised", defect), withheld))
    )

/** Makes text that people wrote harmless before a model sees it. */
export class Neutraliser extends Context.Tag("@storefront/server/guard/Neutraliser")<
  Neutraliser,
  {
    /**
     * An encoded value of `schema` with exactly its `UserText` fields neutralised, names of records included, and
     * without fields that the schema does not have. A field that cannot be neutralised becomes `[withheld]`. One that the
     * scanner finds fault with becomes `[neutralized]`, and the value gets a field `untrusted_flagged`.
     */
    readonly neutralise: (schema: Schema.Annotable.All, encoded: unknown) => Effect.Effect<unknown>
    /**
     * The same for all other text of a value that somebody else's program has made: what we would have written is not
     * ours then. Its `UserText` fields are left as they are.
     */
    readonly neutraliseForeign: (schema: Schema.Annotable.All, encoded: unknown) => Effect.Effect<unknown>
  }
>() {
  /** Neutralises with the function that is given. */
  static readonly layerText = (neutral: NeutralText) =>
    Layer.effect(
      this,
      Effect.map(Scanner, ({ scanContent: scan }) => ({
        neutralise: Effect.fnUntraced(function* (schema, encoded) {
          const isFlagged = yield* Ref.make(false)
          const neutralised = yield* visitor(neutraliserOf(neutral, scan, isFlagged))(schema.ast, "", encoded)
          return Predicate.isRecord(neutralised) && (yield* Ref.get(isFlagged))
            ? { ...neutralised, untrusted_flagged: true }
            : neutralised
        }),
        neutraliseForeign: Effect.fnUntraced(function* (schema, encoded) {
          const isFlagged = yield* Ref.make(false)
          return yield* visitor(Effect.succeed, neutraliserOf(neutral, scan, isFlagged))(schema.ast, "", encoded)
        })
      }))
    )

  static readonly layer = this.layerText(neutralText)
}
