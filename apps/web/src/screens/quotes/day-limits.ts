import { parseScaled } from '@rueda/rules/decimal.ts'
import type { QuoteDetail } from './instrument.ts'

/** Which end of the day's range a price has reached, beyond which no order is taken; null within it. */
export function limitReached({ price_nominal, bands }: Pick<QuoteDetail, 'price_nominal' | 'bands'>): 'up' | 'down' | null {
  if (bands === null) return null
  const [price, up, down] = [parseScaled(price_nominal), parseScaled(bands.up ?? ''), parseScaled(bands.down ?? '')]
  if (price === null) return null
  if (up !== null && price >= up) return 'up'
  return down !== null && price <= down ? 'down' : null
}
