import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { positions } from '@rueda/contract/positions.ts'
import { netOf } from '@rueda/rules/corporate/dividend.ts'
import { SCALE, SCALE_DECIMALS, divide, formatDecimal, formatScaled } from '@rueda/rules/decimal.ts'
import type { DollarRate } from '@rueda/rules/margin/dollar-rate.ts'
import { ownResult, unitsForOneDollar } from '@rueda/rules/positions/own-currency.ts'
import { type Instrument, decimalsAt } from '@rueda/rules/instruments/instrument.ts'
import { formatMinor, minorDigits, notional } from '@rueda/rules/money.ts'
import { type CostStep, holdingHistory } from '@rueda/rules/positions/history.ts'
import { type Disposal, type Lot, type LotLedger, type Purchase, boughtBackOn } from '@rueda/rules/positions/lots.ts'
import { type Position, valueAt } from '@rueda/rules/positions/position.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type PlacedEntitlement, bookedSplits, entitlementsOf } from '../corporate/recorded.ts'
import type { VenueClient } from '../../venue/client.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { pastDollarRate } from '../../venue/past-rate.ts'
import { presentPosition } from './present.ts'
import { type TradedToday, fillsIn, tradedToday, ownPosition, positionsIn } from './store.ts'

/** A position in full: its lots, rebuilt from everything that was traded, and the dividends it brought. */
type Wire = DataOf<typeof positions.lots>
type Full = Readonly<{
  instrument: Instrument
  position: Position
  lots: LotLedger
  steps: readonly CostStep[]
  dividends: readonly PlacedEntitlement[]
  traded: TradedToday
  purchases: readonly Purchase[]
}>

/** Lots without a rate of their own have the one of their moment, looked up afterwards. */
async function ratedLots(venue: Pick<VenueClient, 'bars'>, { currency }: Instrument, ledger: LotLedger): Promise<LotLedger> {
  if (currency === 'USD') return ledger
  const lots = await Promise.all(
    ledger.lots.map(async (lot) => (lot.rate === null ? { ...lot, rate: await pastDollarRate(venue, currency, lot.boughtAt) } : lot)),
  )
  return { ...ledger, lots }
}

/** Null where the customer has no such position. */
export async function readLots(reader: Reader, venue: VenueClient, accountId: string, id: string): Promise<Full | null> {
  const position = await ownPosition(reader, accountId, id)
  const instrument = position === null ? undefined : venue.instruments.get(position.instrumentId)
  if (position === null || instrument === undefined) return null
  const fills = await fillsIn(reader, accountId, instrument.id)
  const splits = await bookedSplits(reader, accountId, instrument.id)
  const { holdings } = holdingHistory({ fills, splits, currency: instrument.currency })
  // Positions in one instrument follow one another, and the history lists them in the same order.
  const place = (await positionsIn(reader, accountId, instrument.id)).indexOf(id)
  const holding = holdings[place]
  if (holding === undefined) throw new Error(`position ${id} is not in the history of its fills`)
  const dividends = await entitlementsOf(reader, accountId, id)
  const traded = await tradedToday(reader, accountId, venue)
  const purchases = fills.flatMap(({ side, sequence, tradeDate }) => (side === 'buy' ? [{ id: sequence, tradeDate }] : []))
  return {
    instrument,
    position,
    lots: await ratedLots(venue, instrument, holding.lots),
    steps: holding.steps,
    dividends,
    traded,
    purchases,
  }
}

export function presentLots(venue: VenueClient, { instrument, position, lots, dividends, traded, purchases }: Full, now: Instant): Wire {
  const { currency } = instrument
  const money = (minor: bigint): string => formatMinor(minor, currency)
  const price = position.closedAt === null ? (venue.quote(instrument.id)?.last ?? 0n) : 0n
  const sumOf = (paid: boolean): bigint => dividends.reduce((sum, each) => (each.paid === paid ? sum + netOf(each.entitlement) : sum), 0n)
  const floating = position.closedAt !== null ? 0n : price === 0n ? null : valueAt(position, price, currency).profit
  return {
    position: presentPosition({ venue, now, traded }, position),
    lots: lots.lots.map((lot) => presentLot(instrument, lot, price)),
    disposals: lots.disposals.toReversed().map((disposal) => presentDisposal(disposal, purchases, money)),
    dividends: dividends.map(({ entitlement, paid }) => ({
      exDate: entitlement.exDate,
      payDate: entitlement.payDate,
      quantity: formatScaled(entitlement.quantity),
      grossAmount: money(entitlement.gross),
      tax: money(entitlement.tax),
      netAmount: money(netOf(entitlement)),
      status: paid ? 1 : 0,
    })),
    inDollars: position.closedAt === null ? inDollars(venue, instrument, lots.lots, price) : null,
    lotProfit: money(lots.realised),
    dividendsPaid: money(sumOf(true)),
    dividendsDue: money(sumOf(false)),
    totalProfit: floating === null ? null : money(floating + position.realised + sumOf(true)),
  }
}

function inDollars(venue: VenueClient, { currency }: Instrument, lots: readonly Lot[], price: bigint): Wire['inDollars'] {
  const rate = currency === 'USD' ? null : dollarRateOf(venue, currency)
  const rated = lots.flatMap((lot) => (lot.rate === null ? [] : [{ ...lot, rate: lot.rate }]))
  if (rate === null || price === 0n || rated.length < lots.length) return null
  const own = ownResult(rated, { price, rate, currency })
  const cents = (amount: bigint): string => formatMinor(amount, 'USD')
  return {
    cost: cents(own.cost),
    value: cents(own.value),
    priceResult: cents(own.price),
    exchangeResult: cents(own.exchange),
    total: cents(own.total),
    unitsForDollar: unitsText(rate),
  }
}

const RATE_DECIMALS = 2
const unitsText = (rate: DollarRate): string =>
  formatDecimal(unitsForOneDollar(rate) / 10n ** BigInt(SCALE_DECIMALS - RATE_DECIMALS), RATE_DECIMALS)

function presentLot(
  instrument: Instrument,
  { id, acquiredOn, quantity, cost, isReinvested, rate }: Lot,
  price: bigint,
): Wire['lots'][number] {
  const { currency } = instrument
  const minorScale = 10n ** BigInt(minorDigits[currency])
  const average = divide(cost * SCALE * SCALE, quantity * minorScale, 'HALF_UP')
  const value = price === 0n ? null : notional(price, quantity, currency, 'HALF_UP')
  return {
    lotId: id,
    reinvested: isReinvested ? 1 : 0,
    unitsForDollar: rate === null ? null : unitsText(rate),
    acquiredDate: acquiredOn,
    quantity: formatScaled(quantity),
    avgPrice: formatScaled(average, decimalsAt(instrument, average)),
    costAmount: formatMinor(cost, currency),
    marketValue: value === null ? null : formatMinor(value, currency),
    profit: value === null ? null : formatMinor(value - cost, currency),
  }
}

function presentDisposal(disposal: Disposal, purchases: readonly Purchase[], money: (minor: bigint) => string): Wire['disposals'][number] {
  const { lotId, acquiredOn, disposedOn, quantity, proceeds, cost } = disposal
  return {
    lotId,
    acquiredDate: acquiredOn,
    disposedDate: disposedOn,
    quantity: formatScaled(quantity),
    proceeds: money(proceeds),
    costAmount: money(cost),
    profit: money(proceeds - cost),
    boughtBackDate: boughtBackOn(disposal, purchases),
  }
}
