import type { Quote } from '@rueda/contract/quote-shapes.ts'

type Priced = Pick<Quote, 'price_nominal' | 'change' | 'change_ratio' | 'extendedHours'>

/** A price with the move to it; decimal text, percent in points. */
export type MovedPrice = Readonly<{ price: string; change: string; percent: string }>

/** The price that a quote shows first: the last one, and outside the regular session the close of that (`docs/rules/quotes.md` P.11). */
export function regularPriceOf({ price_nominal, change, change_ratio, extendedHours }: Priced): MovedPrice {
  if (extendedHours === undefined) return { price: price_nominal, change, percent: change_ratio }
  const { regularClose, regularChange, regularChangeRatio } = extendedHours
  return { price: regularClose, change: regularChange, percent: regularChangeRatio }
}
