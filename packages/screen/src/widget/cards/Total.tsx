import { useTools } from "../view/Context.ts"

/** The last line of a list of goods: their sum, which has no delivery in it. Nothing if the sum is unknown. */
export const Total = ({ amount, currency }: { readonly amount: number | null; readonly currency: string }) => {
  const { language } = useTools()
  return amount === null ? null : (
    <li class="total">
      <span>{language.texts.totalGoods}</span>
      <span>{language.money(amount, currency)}</span>
    </li>
  )
}
