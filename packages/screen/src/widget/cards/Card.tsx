import { type ShownData } from "@storefront/domain/turn/TaskView"
import { fieldsOf, linkOf, textOf } from "../../json/Fields.ts"
import { useTools } from "../view/Context.ts"
import { CartCard } from "./Cart.tsx"
import { OrderCard } from "./Order.tsx"
import { ProductCard } from "./ProductCard.tsx"
import { ProductList } from "./ProductList.tsx"

const Source = ({ data }: { readonly data: unknown }) => {
  const { language } = useTools()
  const { title, url } = fieldsOf(data)
  const href = linkOf(url)
  const words = textOf(title) || textOf(url)
  return (
    <section class="card source">
      <p>
        {language.texts.source}:{" "}
        {href === null ? (
          <span dir="auto">{words}</span>
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer" dir="auto">
            {words}
          </a>
        )}
      </p>
    </section>
  )
}

/** The way to an account, until the customer has one. */
const SignIn = () => {
  const { isGuest, language, signIn } = useTools()
  return isGuest ? (
    <section class="card">
      <p>{language.texts.needsAccount}</p>
      <button type="button" class="main" onClick={signIn}>
        {language.texts.signIn}
      </button>
    </section>
  ) : null
}

/** Shows an object beside an answer; kinds that it does not know are left out. */
export const Card = ({ card: { data, kind } }: { readonly card: ShownData }) => {
  switch (kind) {
    case "product_list":
      return <ProductList data={data} />
    case "product":
      return <ProductCard data={data} />
    case "cart":
      return <CartCard data={data} />
    case "order":
      return <OrderCard data={data} />
    case "source":
      return <Source data={data} />
    case "sign_in":
      return <SignIn />
    default:
      return null
  }
}
