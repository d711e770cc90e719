import { type ShownData } from "@storefront/domain/turn/TaskView"
import { fieldsOf, textOf } from "../../json/Fields.ts"
import { useTools } from "../view/Context.ts"
import { LinkedText } from "../view/LinkedText.tsx"
import { CartCard } from "./Cart.tsx"
import { OrderCard } from "./Order.tsx"
import { ProductCard, ProductList } from "./Products.tsx"

const Source = ({ data }: { readonly data: unknown }) => {
  const { language } = useTools()
  const { title, url } = fieldsOf(data)
  return (
    <p class="card source">
      {language.texts.source}: <span dir="auto">{textOf(title)}</span> <LinkedText text={textOf(url)} />
    </p>
  )
}

const SignIn = () => {
  const { language, signIn } = useTools()
  return (
    <section class="card">
      <p>{language.texts.needsAccount}</p>
      <button type="button" class="main" onClick={signIn}>
        {language.texts.signIn}
      </button>
    </section>
  )
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
