import { depositChannels } from '@rueda/rules/deposits/channel.ts'
import type { Currency } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { RATE_STALE_AFTER_MS } from '@rueda/rules/transfers/exchange-terms.ts'
import { pairOf } from '@rueda/rules/transfers/exchange.ts'
import { type Rail, currencyOfRail, isConverted } from '@rueda/rules/withdrawals/rails.ts'
import type { Mids } from '@rueda/rules/withdrawals/start.ts'
import { lastCoinMid } from '../deposits/coin-mid.ts'
import type { App } from '../../app.ts'

/** Mids for a rail's money, and the time of the older of them; null when nothing is converted. */
export type MarketOfRail = Readonly<{ mids: Mids; heardAt: Instant | null }>

type Prices = Pick<App, 'venue' | 'clock'>

export function marketOf(prices: Prices, rail: Rail): Result<MarketOfRail> {
  const wallet = currencyOfRail(rail)
  const dollar = rateBetween(prices, wallet, 'USD')
  const payout = isConverted(rail) ? rateBetween(prices, wallet, rail.pays) : ok(null)
  if (!dollar.ok) return dollar
  if (!payout.ok) return payout
  const heard = [dollar.value, payout.value].flatMap((rate) => (rate === null ? [] : [rate.at]))
  const heardAt = heard.length === 0 ? null : Math.min(...heard)
  const now = prices.clock.now()
  if (heardAt !== null && now - heardAt > RATE_STALE_AFTER_MS) return refuse('quote.stale', { ageMs: now - heardAt })
  return ok({ mids: { dollar: dollar.value?.mid ?? null, payout: payout.value?.mid ?? null }, heardAt })
}

/** The last known mid of a rail's payout currency against its wallet's currency; null when nothing is converted or known. */
export function payoutMid(prices: Prices, rail: Rail): bigint | null {
  const rate = isConverted(rail) ? rateBetween(prices, currencyOfRail(rail), rail.pays) : ok(null)
  return rate.ok ? (rate.value?.mid ?? null) : null
}

type Rate = Readonly<{ mid: bigint; at: Instant }>

/** A coin without a pair has the price at which its deposits are credited, the last one when that market is closed. */
function coinRate(venue: Prices['venue'], coin: Currency, at: Instant): Rate | null {
  const mid = coin === 'BTC' || coin === 'ETH' ? lastCoinMid(venue, depositChannels[coin]) : null
  return mid === null ? null : { mid, at }
}

/** Null for one currency with itself; without a price nothing leaves over the rail. */
function rateBetween({ venue, clock }: Prices, one: Currency, other: Currency): Result<Rate | null> {
  if (one === other) return ok(null)
  const now = clock.now()
  const rate = venue.fxMid(pairOf(one, other)) ?? coinRate(venue, other, now)
  return rate === null ? refuse('withdrawal.rail_closed', { field: 'rail' }) : ok(rate)
}
