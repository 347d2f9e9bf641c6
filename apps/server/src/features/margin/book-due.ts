import { pairDays } from '@rueda/exchange/calendars/pair-days.ts'
import type { Currency } from '@rueda/rules/money.ts'
import type { Outcome } from '@rueda/rules/ledger/account-state.ts'
import { settleDaily } from '@rueda/rules/margin/daily-settlement.ts'
import type { DollarRate } from '@rueda/rules/margin/dollar-rate.ts'
import { expirePosition } from '@rueda/rules/margin/expiry.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { rollPosition } from '@rueda/rules/margin/rollover.ts'
import { nightsOn } from '@rueda/rules/margin/value-dates.ts'
import type { MarginInstrument } from '@rueda/rules/margin/valuation.ts'
import { feesOf } from '@rueda/rules/instruments/terms.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { commandKind } from '../../write-path/commands.ts'
import type { Due } from './due.ts'
import { endOrdersOf } from './end-orders.ts'
import { marginPositionsById } from '../../features/positions/margin-records.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'

type Booking = Pick<App, 'pool' | 'venue' | 'commands' | 'log' | 'inTurn'>
export type SettlementPrices = (instrument: MarginInstrument, at: Instant) => Promise<bigint | null>
type Task = Readonly<{ position: MarginPosition; instrument: MarginInstrument; due: Due }>
type Priced = Readonly<{ due: Due; price: bigint; rate: DollarRate }>

/** Books one settlement or rollover of a position; false when its price is not known, and it is tried again. */
export async function bookDue(app: Booking, { position, instrument, due }: Task, prices: SettlementPrices): Promise<boolean> {
  const price = await prices(instrument, due.at)
  const rate = dollarRateOf(app.venue, instrument.currency)
  if (price === null || rate === null) return false
  const isLast = instrument.contract.kind === 'future' && due.date === instrument.contract.lastTradeDate
  if (isLast) await endOrdersOf(app, position, 'EXPIRED')
  const { accountId, wallet, id: positionId } = position
  const booked = { positionId, wallet, instrument, priced: { due, price, rate } }
  await app.commands.run(bookingDue, { accountId, idempotency: null, arguments: booked })
  return true
}

type Booked = Readonly<{ positionId: string; wallet: WalletType; instrument: MarginInstrument; priced: Priced }>

export const bookingDue = commandKind({
  name: 'margin.bookDue',
  reads: ({ wallet, positionId }: Booked) => ({ wallets: [wallet], records: [marginPositionsById([positionId])] }),
  decide: (app: Pick<App, 'venue' | 'fees'>, { positionId, instrument, priced }, state, now) => {
    const fresh = marginPositionKind.of(state).get(positionId)
    return ok({ outcome: fresh === undefined ? { entries: [] } : outcomeOf(app, fresh, instrument, priced, now), data: true })
  },
})

function outcomeOf(
  { venue, fees }: Pick<App, 'venue' | 'fees'>,
  position: MarginPosition,
  instrument: MarginInstrument,
  { due, price, rate }: Priced,
  now: Instant,
): Outcome {
  const { contract } = instrument
  const currency: Currency = instrument.currency
  const { date } = due
  if (contract.kind === 'pair')
    return rollPosition(
      position,
      { date, price, contract, currency, rate, nights: nightsOn(date, contract, currency, pairDays(contract.base, currency)) },
      now,
    )
  const settling = { price, date, instrument, rate, venue: venue.label }
  if (date !== contract.lastTradeDate) return settleDaily(position, settling, now)
  // An order that could not be ended holds a part; the next look finds the position again.
  if (position.held > 0n) return { entries: [] }
  const rates = fees.rates({ market: instrument.market, accountId: position.accountId }, now)
  return expirePosition(position, { ...settling, fees: feesOf(instrument, position.quantity, rates) }, now)
}
