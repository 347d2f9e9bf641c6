import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { useText } from '../text/text.ts'

type ExtendedPriceProps = Readonly<{ quote: Quote; stale: boolean }>

/** The price of before the open or after the close with its move from the regular close, behind the name of its session. */
export function ExtendedPrice({ quote, stale }: ExtendedPriceProps) {
  const t = useText('quotes')
  const { extendedHours } = quote
  if (extendedHours === undefined) return null
  const { session, change, changeRatio } = extendedHours
  return (
    <>
      <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
        <span className="text-meta font-normal text-text3">{t(`extended.${session}`)}</span>
        <Price value={quote.price_nominal} decimals={quote.decimals} stale={stale} flash />
      </span>
      <Change absolute={change} percent={changeRatio} decimals={quote.decimals} className="text-meta" />
    </>
  )
}
