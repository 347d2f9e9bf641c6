import { type Charge, chargesOn } from '@rueda/rules/fees/schedule.ts'
import { collarOfAmount, sizedByAmount } from '@rueda/rules/fractions/by-amount.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { notional } from '@rueda/rules/money.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { NOTHING_MISSING, orderTerms } from '../orders/terms.ts'
import { MARKET_BUY } from './run.ts'

/** What an amount buys at the price of now, at most at which price, and what it costs and is charged for it. */
export type PlanCost = Readonly<{ quantity: bigint; price: bigint; worstPrice: bigint; traded: bigint; charges: readonly Charge[] }>

/** Null where there is no price. Refuses an amount that buys nothing, with the least one that does. */
export function sizePlan(
  app: Pick<App, 'venue' | 'fees'>,
  accountId: string,
  { instrument, amount }: Readonly<{ instrument: Instrument; amount: bigint }>,
  now: Instant,
): Result<PlanCost | null> {
  const terms = orderTerms(app, { instrumentId: instrument.id, quantity: 0n, accountId }, NOTHING_MISSING, now)
  const { market, fees, tradeDate } = terms
  if (market === null || market.last === 0n) return ok(null)
  const sized = sizedByAmount({ ...MARKET_BUY, instrumentId: instrument.id, amount }, terms)
  if (!sized.ok) return sized
  const { quantity } = sized.value
  const price = market.ask === 0n ? market.last : market.ask
  const traded = notional(price, quantity, instrument.currency, 'HALF_UP')
  const charges = chargesOn(fees, { side: 'buy', notional: traded, quantity, tradeDate })
  return ok({ quantity, price, worstPrice: collarOfAmount(instrument, market), traded, charges })
}
