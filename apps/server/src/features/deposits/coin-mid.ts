import { rootOf } from '@rueda/exchange/catalogue/futures.ts'
import type { Quote } from '@rueda/exchange/venue.ts'
import { divide } from '@rueda/rules/decimal.ts'
import { type DepositChannel, isAtPar } from '@rueda/rules/deposits/channel.ts'
import type { VenueClient } from '../../venue/client.ts'
import { frontMonths } from '../../venue/contract-months.ts'

type Prices = Pick<VenueClient, 'fxMid' | 'instruments' | 'quote' | 'session'>

/** The families of futures that price a coin without a pair. */
const futureOf: Readonly<Partial<Record<string, string>>> = { BTC: 'SBTC', ETH: 'SETH' }

/** The market's mid for a channel's currency in dollars, in units of 10^-8; null where none is needed or none is known. */
export function coinMid(venue: Prices, channel: DepositChannel): bigint | null {
  if (isAtPar(channel)) return null
  return venue.fxMid({ base: channel.currency, quote: 'USD' })?.mid ?? frontMid(venue, channel)
}

/** The same, and where the market is closed the last price of the front month. */
export function lastCoinMid(venue: Prices, channel: DepositChannel): bigint | null {
  const mid = coinMid(venue, channel)
  if (mid !== null || isAtPar(channel)) return mid
  const last = frontQuote(venue, channel)?.last ?? 0n
  return last > 0n ? last : null
}

function frontMid(venue: Prices, channel: DepositChannel): bigint | null {
  const quote = frontQuote(venue, channel)
  return quote === null || quote.bid <= 0n ? null : divide(quote.bid + quote.ask, 2n, 'HALF_UP')
}

function frontQuote(venue: Prices, { currency }: DepositChannel): Quote | null {
  const root = futureOf[currency]
  if (root === undefined) return null
  const front = [...frontMonths(venue)]
    .map((id) => venue.instruments.get(id))
    .find((found) => found !== undefined && rootOf(found)?.root === root)
  return front === undefined ? null : venue.quote(front.id)
}
