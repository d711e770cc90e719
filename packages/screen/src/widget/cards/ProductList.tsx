import { useEffect, useRef, useState } from "preact/hooks"
import { fieldsOf, listOf, textOf } from "../../json/Fields.ts"
import { useTools } from "../view/Context.ts"
import { Facts } from "./Facts.tsx"
import { Picture } from "./Picture.tsx"
import { type Product, productOf } from "./Product.ts"
import { ProductView } from "./ProductCard.tsx"

/** Most products of a list. */
const maxProducts = 10

/** Distance in px from an end up to which a list counts as scrolled there. */
const nearEnd = 2

/** Knows which ends of a list are in view, and turns its pages. */
const useStrip = () => {
  const strip = useRef<HTMLUListElement>(null)
  const [isAtStart, setAtStart] = useState(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const look = () => {
    if (strip.current !== null) {
      const { clientWidth, scrollLeft, scrollWidth } = strip.current
      // Negative where the writing runs from right to left.
      const at = Math.abs(scrollLeft)
      setAtStart(at <= nearEnd)
      setAtEnd(at + clientWidth >= scrollWidth - nearEnd)
    }
  }
  useEffect(() => {
    const observer = new ResizeObserver(look)
    if (strip.current !== null) {
      observer.observe(strip.current)
    }
    return () => observer.disconnect()
  }, [])
  const turn = (pages: 1 | -1) => {
    if (strip.current !== null) {
      const isLeftwards = getComputedStyle(strip.current).direction === "rtl"
      strip.current.scrollBy({ left: pages * strip.current.clientWidth * (isLeftwards ? -0.8 : 0.8) })
    }
  }
  return { strip, isAtStart, isAtEnd, look, turn }
}

/** Products beside each other. One that the page does not show itself is shown below. */
export const ProductList = ({ data }: { readonly data: unknown }) => {
  const { language, openProduct, readProduct } = useTools()
  const { texts } = language
  const { isAtEnd, isAtStart, look, strip, turn } = useStrip()
  const [opened, setOpened] = useState<Product | null>(null)
  const { currency, products } = fieldsOf(data)
  const shown = listOf(products)
    .map((fields) => productOf(fieldsOf(fields), textOf(currency)))
    .filter(({ name }) => name !== "")
    .slice(0, maxProducts)

  /** Shows the product as the list has it, until the server has told more. */
  const show = (product: Product) => {
    setOpened(product)
    void readProduct(product.id).then((body) => {
      if (body !== null) {
        const { specs, stock } = productOf(fieldsOf(body), product.currency)
        setOpened((other) => (other?.id === product.id ? { ...product, specs, stock: stock ?? product.stock } : other))
      }
    })
  }

  return (
    <section class="products" role="group" aria-label={language.count(texts.products, shown.length)}>
      {!(isAtStart && isAtEnd) && (
        <div class="turn">
          <button
            type="button"
            class="quiet"
            aria-label={texts.previous}
            aria-disabled={isAtStart}
            onClick={() => turn(-1)}
          >
            <span aria-hidden="true">‹</span>
          </button>
          <button type="button" class="quiet" aria-label={texts.next} aria-disabled={isAtEnd} onClick={() => turn(1)}>
            <span aria-hidden="true">›</span>
          </button>
        </div>
      )}
      <ul class="tiles" ref={strip} onScroll={look}>
        {shown.map((product, at) => (
          <li key={at}>
            <button
              type="button"
              class="tile"
              aria-expanded={openProduct === null ? opened?.id === product.id : undefined}
              onClick={() => (openProduct ?? show)(product)}
            >
              <Picture name={product.name} path={product.picture} />
              <span class="name" dir="auto">
                {product.name}
              </span>
              <Facts {...product} />
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && <ProductView key={opened.id} product={opened} />}
    </section>
  )
}
