import { SCALE, divide } from '../decimal.ts'
import { type FeeSchedule, chargesOn, totalOf } from '../fees/schedule.ts'
import { type Instrument, tickAt } from '../instruments/instrument.ts'
import { minorDigits, notional } from '../money.ts'
import type { CalendarDate } from '../time.ts'

type Holding = Readonly<{ instrument: Instrument; quantity: bigint; cost: bigint; fees: FeeSchedule; tradeDate: CalendarDate }>

/** The lowest price at which selling the whole quantity brings back its cost, charges of the sale paid (`docs/rules/orders.md` L.6). */
export function breakEvenPrice({ instrument, quantity, cost, fees, tradeDate }: Holding): bigint {
  const tick = tickAt(instrument, divide(cost * SCALE * SCALE, quantity * 10n ** BigInt(minorDigits[fees.currency]), 'DOWN'))
  const proceeds = (price: bigint): bigint => {
    const traded = notional(price, quantity, fees.currency, 'HALF_UP')
    return traded - totalOf(chargesOn(fees, { side: 'sell', notional: traded, quantity, tradeDate }))
  }
  let enough = 1n
  while (proceeds(enough * tick) < cost) enough *= 2n
  let tooLow = enough / 2n
  while (enough - tooLow > 1n) {
    const middle = (enough + tooLow) / 2n
    if (proceeds(middle * tick) < cost) tooLow = middle
    else enough = middle
  }
  return enough * tick
}
