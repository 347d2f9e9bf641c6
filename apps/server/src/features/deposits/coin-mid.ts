import { rootOf } from '@rueda/exchange/catalogue/futures.ts'
import { divide } from '@rueda/rules/decimal.ts'
import { type DepositChannel, isAtPar } from '@rueda/rules/deposits/channel.ts'
import type { VenueClient } from '../../venue/client.ts'
import { frontMonths } from '../../venue/contract-months.ts'

type Prices = Pick<VenueClient, 'fxMid' | 'instruments' | 'quote' | 'session'>

/** The families of futures that say what a coin is worth where no pair does. */
const futureOf: Readonly<Partial<Record<string, string>>> = { BTC: 'SBTC', ETH: 'SETH' }

/** The market's mid for a channel's currency in dollars, in units of 10^-8; null where none is needed or none is known. */
export function coinMid(venue: Prices, channel: DepositChannel): bigint | null {
  if (isAtPar(channel)) return null
  return venue.fxMid({ base: channel.currency, quote: 'USD' })?.mid ?? frontMid(venue, futureOf[channel.currency] ?? null)
}

function frontMid(venue: Prices, root: string | null): bigint | null {
  if (root === null) return null
  const front = [...frontMonths(venue)]
    .map((id) => venue.instruments.get(id))
    .find((found) => found !== undefined && rootOf(found)?.root === root)
  const quote = front === undefined ? null : venue.quote(front.id)
  return quote === null || quote.bid <= 0n ? null : divide(quote.bid + quote.ask, 2n, 'HALF_UP')
}
