import { useId, useRef, useState } from "preact/hooks"
import { fieldsOf, numberOf, textOf } from "../../json/Fields.ts"
import { fill, type Texts } from "../Texts.ts"
import { useTools } from "../view/Context.ts"
import {
  availabilityOf,
  choose,
  type Chosen,
  chosenVariant,
  initialChoice,
  isInStock,
  type OptionToChoose,
  optionsOf,
  type Variant,
  variantsWith
} from "./Choice.ts"
import { Facts, type FactsProps } from "./Facts.tsx"
import { Picture } from "./Picture.tsx"
import { type Product, productOf } from "./Product.ts"

/** Most specs of a card. */
const maxSpecs = 6

/** Longest name in a message, in code points. */
const maxName = 200

/** Returns a name as it can stand in a message: in one line, without marks that turn its direction. */
const inMessage = (name: string) => [...name.replace(/[\p{C}\s]+/gu, " ").trim()].slice(0, maxName).join("")

const Values = ({
  choose,
  chosen,
  option: { name, values },
  variants
}: {
  readonly variants: ReadonlyArray<Variant>
  readonly option: OptionToChoose
  readonly chosen: Chosen
  readonly choose: (value: string) => void
}) => {
  const { texts } = useTools().language
  const group = useId()
  const notes: Readonly<Record<ReturnType<typeof availabilityOf>, string>> = {
    in_stock: "",
    out_of_stock: texts.soldOut,
    impossible: texts.noCombination
  }
  return (
    <fieldset class="option">
      <legend dir="auto">{name}</legend>
      {values.map((value) => {
        const availability = availabilityOf(variants, chosen, name, value)
        const note = notes[availability]
        return (
          <label key={value} class={availability} title={note}>
            <input
              type="radio"
              aria-label={note === "" ? value : `${value}, ${note}`}
              name={group}
              value={value}
              checked={chosen.get(name) === value}
              onChange={() => choose(value)}
            />
            <span dir="auto">{value}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

/** Returns the facts of the product, with the prices of the variants that the choice leaves. */
const factsOf = (product: Product, left: ReadonlyArray<Variant>, variant: Variant | undefined): FactsProps => {
  const priced = left
    .filter(({ price }) => price !== null)
    .toSorted((one, other) => numberOf(one.price) - numberOf(other.price))
  const [cheapest] = priced
  return cheapest === undefined
    ? product
    : {
        ...product,
        price: cheapest.price,
        highest: priced.at(-1)?.price ?? null,
        before: cheapest.before,
        stock: variant === undefined ? product.stock : variant.stock
      }
}

const specText = (texts: Texts, value: string | boolean) =>
  typeof value === "string" ? value : value ? texts.yes : texts.no

/** A product, of which a variant can be chosen and put into the cart. */
export const ProductView = ({ product }: { readonly product: Product }) => {
  const { language, openProduct, say } = useTools()
  const { texts } = language
  const { name, specs, variantCount, variants } = product
  // Among a part of the variants there is no choice: what is missing would look impossible.
  const options = variants.length < variantCount ? [] : optionsOf(variants)
  const [chosen, setChosen] = useState(() => initialChoice(variants))
  const card = useRef<HTMLElement>(null)
  const left = variantsWith(variants, chosen)
  const variant = options.length === 0 ? undefined : chosenVariant(variants, chosen)
  const isToAsk = variantCount > 0 && options.length === 0
  const missing = options.filter((option) => !chosen.has(option.name))
  const isOut = variant === undefined ? !isInStock(product) : !isInStock(variant)
  const values = [...(variant?.values.values() ?? [])].map(inMessage)

  /** Says a text about the product, or about the chosen variant, whose name has its values. */
  const sayOf = (text: string) =>
    say(fill(text, { product: [inMessage(name), ...values].join(", ") }), variant?.id ?? product.id)
  const add = () => {
    if (variant !== undefined && values.length > 0) {
      say(fill(texts.addVariant, { product: inMessage(name), values: values.join(" ") }), variant.id)
    } else if (missing.length === 0) {
      sayOf(texts.addThis)
    } else {
      const [first] = missing
      const at = options.findIndex((option) => option === first)
      card.current?.querySelectorAll("fieldset").item(at)?.querySelector("input")?.focus()
    }
  }

  return (
    <section class="card product" role="group" aria-label={name} ref={card}>
      <Picture name={name} path={variant?.picture || product.picture} />
      <div>
        <h3 dir="auto">{name}</h3>
        <Facts {...factsOf(product, left, variant)} />
        <dl>
          {specs
            .filter(([spec]) => !options.some((option) => option.name === spec))
            .slice(0, maxSpecs)
            .map(([spec, value]) => (
              <div key={spec}>
                <dt dir="auto">{spec}</dt>
                <dd dir="auto">{specText(texts, value)}</dd>
              </div>
            ))}
        </dl>
      </div>
      {options.map((option) => (
        <Values
          key={option.name}
          variants={variants}
          option={option}
          chosen={chosen}
          choose={(value) => setChosen(choose(variants, chosen, option.name, value))}
        />
      ))}
      {product.id !== "" && (
        <div class="decision">
          {isToAsk ? (
            <button type="button" class="main" onClick={() => sayOf(texts.chooseThis)}>
              {texts.choose}
            </button>
          ) : isOut ? (
            <button type="button" class="main" onClick={() => sayOf(texts.whenBackThis)}>
              {texts.whenBack}
            </button>
          ) : (
            <button type="button" class="main" aria-disabled={missing.length > 0} onClick={add}>
              {missing.length > 0
                ? fill(texts.chooseFirst, { options: language.list(missing.map((option) => option.name)) })
                : texts.add}
            </button>
          )}
          {openProduct === null ? (
            product.url !== null && (
              <a class="button" href={product.url} target="_blank" rel="noopener noreferrer">
                {texts.show}
              </a>
            )
          ) : (
            <button type="button" class="quiet" onClick={() => openProduct(product)}>
              {texts.show}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

export const ProductCard = ({ data }: { readonly data: unknown }) => {
  const fields = fieldsOf(data)
  return <ProductView product={productOf(fields, textOf(fields["currency"]))} />
}
