import { parseScaled } from '@rueda/rules/decimal.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { type QuoteDetail, marketOf } from '../../shared/quotes/instrument.ts'

/** Markets that trade in lots show the range of the day and what a lot is on a card of their own. */
export const hasDayLimits = ({ bands, market }: Pick<QuoteDetail, 'bands' | 'market'>): boolean =>
  bands !== null && (marketTermsOf(marketOf(market))?.lots.odd ?? null) !== null

/** The end of the day's range that a price has reached, beyond which no order is taken; null within it. */
export function limitReached({ price_nominal, bands }: Pick<QuoteDetail, 'price_nominal' | 'bands'>): 'up' | 'down' | null {
  if (bands === null) return null
  const [price, up, down] = [parseScaled(price_nominal), parseScaled(bands.up ?? ''), parseScaled(bands.down ?? '')]
  if (price === null) return null
  if (up !== null && price >= up) return 'up'
  return down !== null && price <= down ? 'down' : null
}
