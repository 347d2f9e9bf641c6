import { partsOf } from './figures.ts'

type AmountProps = Readonly<{
  amount: string
  currency: string
  /** The most decimals in the column, so that the marks of all of them stand under each other. */
  decimals: number
}>

/** Room for the decimal mark beside its digits. */
const MARK_CH = 0.6

/** An amount in a column of several currencies. */
export function Amount({ amount, currency, decimals }: AmountProps) {
  const [whole, fraction] = partsOf(amount)
  return (
    <span className="num inline-flex justify-end whitespace-nowrap">
      <span>{whole}</span>
      <span className="text-left" style={{ minWidth: decimals === 0 ? 0 : `${decimals + MARK_CH}ch` }}>
        {fraction}
      </span>
      <span className="w-11 pl-1.5 text-left text-text3">{currency}</span>
    </span>
  )
}
