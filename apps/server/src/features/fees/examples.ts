import { directionOfSide } from '@rueda/contract/codes.ts'
import type { FeeExample } from '@rueda/contract/fees.ts'
import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import { chargesOn, totalOf } from '@rueda/rules/fees/schedule.ts'
import type { OrderRates } from '@rueda/rules/fees/versions.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { feesOf, marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { formatMinor, notional } from '@rueda/rules/money.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'

/** A trade that shows the fees of a market; computed by the rules that charge real orders. */
type Example = Readonly<{ side: Side; price: string; quantity: string; sameDay?: boolean }>

const examples: Readonly<Record<MarketName, readonly Example[]>> = {
  US: [
    { side: 'buy', price: '182.37', quantity: '150' },
    { side: 'sell', price: '191.05', quantity: '150' },
  ],
  AR: [{ side: 'buy', price: '7450', quantity: '400' }],
  TW: [
    { side: 'buy', price: '612', quantity: '2000' },
    { side: 'sell', price: '640', quantity: '2000' },
    { side: 'sell', price: '640', quantity: '2000', sameDay: true },
  ],
  // Margin trades pay per contract, not by value; the table shows all of it.
  FUT: [],
  FX: [],
  IDX: [],
}

export const examplesOf = (market: MarketName, rates: OrderRates, tradeDate: CalendarDate): FeeExample[] =>
  examples[market].map((example) => workOut(market, rates, example, tradeDate))

function workOut(
  market: MarketName,
  rates: OrderRates,
  { side, price, quantity, sameDay = false }: Example,
  tradeDate: CalendarDate,
): FeeExample {
  const currency = marketTermsOf(market)?.feeTable.currency ?? 'USD'
  const shares = scaled(quantity)
  const amount = notional(scaled(price), shares, currency, 'HALF_UP')
  const sameDayNotional = sameDay ? amount : 0n
  const charges = chargesOn(feesOf({ market, contract: null }, shares, rates), {
    side,
    notional: amount,
    quantity: shares,
    tradeDate,
    sameDayNotional,
  })
  const total = side === 'buy' ? amount + totalOf(charges) : amount - totalOf(charges)
  return {
    direction: directionOfSide[side],
    sameDay: sameDay ? 1 : 0,
    price: formatScaled(scaled(price)),
    quantity: formatScaled(shares),
    amount: formatMinor(amount, currency),
    charges: charges.map((charge) => ({ kind: charge.kind, amount: formatMinor(charge.amount, currency) })),
    total: formatMinor(total, currency),
  }
}
