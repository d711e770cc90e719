import { Array, Context, Effect, Function, Layer, Option, Predicate, Schema, SchemaAST } from "effect"
import { neutralText, withheld } from "../../platform/text/NeutralText.ts"
import { clean, Scanner } from "../../platform/scanner/Scanner.ts"

/** Text in place of user text in which the scanner found something. */
export const neutralized = "[neutralized]"

/** Fields with a name, a title or a note; user text in other fields may be long. */
const shortFields = new Set([
  "name",
  "first_name",
  "product_name",
  "products",
  "recipient_name",
  "brand",
  "reviewer",
  "title",
  "review_title",
  "note",
  "notes",
  "reason"
])

/** Returns the maximum code points of a field's user text. */
const maxLengthOf = (field: string) => (shortFields.has(field) ? 500 : field === "response" ? 8_000 : 5_000)

/** Words; in scripts that do not separate words, single characters. */
const words =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]+/gu

/** Returns whether a text, like most names, is too short to carry an instruction. Such texts are not scanned. */
const isTooShort = (text: string) => text.length <= 24 && (text.match(words) ?? []).length <= 3

const isUserText = (ast: SchemaAST.AST): boolean =>
  Option.exists(SchemaAST.getBrandAnnotation(ast), (brands) => brands.includes("UserText"))

/** Returns whether a value fits the encoded side of a schema. Checks are cached by schema. */
const accepts = (() => {
  const checks = new WeakMap<SchemaAST.AST, (value: unknown) => boolean>()
  return (ast: SchemaAST.AST, value: unknown): boolean => {
    const check = checks.get(ast) ?? Schema.is(Schema.make(SchemaAST.encodedAST(ast)), { onExcessProperty: "error" })
    checks.set(ast, check)
    return check(value)
  }
})()

type NeutralText = (text: string, maxLength: number) => string

type OnText = (value: string, field: string) => string

/**
 * Builds a function that maps the texts of an encoded value along its schema: user text with `text`, any other with
 * `other`. It drops fields that the schema does not have.
 */
const visitor = (text: OnText, other: OnText = Function.identity) => {
  const entries = (literal: SchemaAST.TypeLiteral, record: Readonly<Record<string, unknown>>) =>
    Object.entries(record).flatMap(([key, value]) => {
      const property = literal.propertySignatures.find((signature) => signature.name === key)
      const index = literal.indexSignatures[0]
      return property !== undefined
        ? [[key, visit(property.type, key, value)] as const]
        : index !== undefined
          ? [[String(visit(index.parameter, "name", key)), visit(index.type, key, value)] as const]
          : []
    })

  /** `field` is the name of the nearest enclosing property. */
  const visit = (ast: SchemaAST.AST, field: string, value: unknown): unknown => {
    if (value === null || value === undefined) {
      return value
    }
    if (isUserText(ast)) {
      return typeof value === "string" ? text(value, field) : withheld
    }
    switch (ast._tag) {
      case "Transformation":
        return visit(isUserText(ast.to) ? ast.to : ast.from, field, value)
      case "Refinement":
        return visit(ast.from, field, value)
      case "Suspend":
        return visit(ast.f(), field, value)
      // A string counts as user text if any member marks it so. Other values belong to the first member that they fit.
      case "Union": {
        const marked = typeof value === "string" ? ast.types.find(isUserText) : undefined
        const member = marked ?? ast.types.find((type) => accepts(type, value))
        return member === undefined ? withheld : visit(member, field, value)
      }
      case "TupleType":
        return Array.isArray(value)
          ? value.map((item, index) => {
              const type = (ast.elements[index] ?? ast.rest[0])?.type
              return type === undefined ? withheld : visit(type, field, item)
            })
          : withheld
      case "TypeLiteral":
        return Predicate.isRecord(value) ? Object.fromEntries(entries(ast, value)) : withheld
      case "StringKeyword":
        return typeof value === "string" ? other(value, field) : value
      default:
        return value
    }
  }
  return visit
}

/** Splits an encoded value into its user texts and the rest. */
export const separate = (schema: Schema.Annotable.All, encoded: unknown) => {
  const texts: Array<string> = []
  const rest = visitor((text) => {
    texts.push(text)
    return ""
  })(schema.ast, "", encoded)
  return { rest, texts }
}

/** Builds a function that neutralises a text, or replaces it if the scanner objects to it. */
const neutraliserOf =
  (neutral: NeutralText, scan: Scanner["Type"]["scanContent"]) =>
  ([value, field]: readonly [value: string, field: string]) =>
    (isTooShort(value) ? Effect.succeed(clean) : scan(value)).pipe(
      Effect.map(({ verdict }) =>
        verdict === "clean"
          ? { text: neutral(value, maxLengthOf(field)), isFlagged: false }
          : { text: neutralized, isFlagged: true }
      ),
      Effect.catchAllDefect((defect) =>
        Effect.as(Effect.logError("a text could not be neutralised", defect), { text: withheld, isFlagged: false })
      )
    )

/** Neutralises user text before a model sees it. */
export class Neutraliser extends Context.Tag("@storefront/server/assistant/guard/Neutraliser")<
  Neutraliser,
  {
    /**
     * Neutralises exactly the `UserText` of an encoded value of `schema`, keys of records included, and drops fields
     * that the schema does not have. A text that cannot be neutralised becomes `[withheld]`. One that the scanner
     * objects to becomes `[neutralized]`, and the value gets a field `untrusted_flagged`.
     */
    readonly neutralise: (schema: Schema.Annotable.All, encoded: unknown) => Effect.Effect<unknown>
    /** Neutralises all other text, in a value of a foreign program. Leaves its `UserText` alone, for `neutralise`. */
    readonly neutraliseForeign: (schema: Schema.Annotable.All, encoded: unknown) => Effect.Effect<unknown>
  }
>() {
  static readonly layerText = (neutral: NeutralText) =>
    Layer.effect(
      this,
      Effect.map(Scanner, ({ scanContent }) => {
        const neutraliseText = neutraliserOf(neutral, scanContent)
        // Walks the value twice, to collect and to replace the texts, so that the walk itself needs no effects.
        const replaceTexts = Effect.fnUntraced(function* (walk: (text: OnText) => unknown) {
          const texts: Array<readonly [value: string, field: string]> = []
          walk((value, field) => {
            texts.push([value, field])
            return ""
          })
          const neutralised = yield* Effect.forEach(texts, neutraliseText)
          const rest = neutralised.values()
          return {
            value: walk(() => rest.next().value?.text ?? withheld),
            isFlagged: neutralised.some(({ isFlagged }) => isFlagged)
          }
        })
        return {
          neutralise: (schema, encoded) =>
            Effect.map(
              replaceTexts((text) => visitor(text)(schema.ast, "", encoded)),
              ({ isFlagged, value }) =>
                isFlagged && Predicate.isRecord(value) ? { ...value, untrusted_flagged: true } : value
            ),
          neutraliseForeign: (schema, encoded) =>
            Effect.map(
              replaceTexts((text) => visitor(Function.identity, text)(schema.ast, "", encoded)),
              ({ value }) => value
            )
        }
      })
    )

  static readonly layer = this.layerText(neutralText)
}
