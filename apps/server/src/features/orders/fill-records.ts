import type { CustomerMatch, MarketPhase } from '@rueda/rules/orders/circumstances.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import { type ChargeColumns, chargeColumns, readCharged } from './charge-columns.ts'
import type { Column } from '../../write-path/columns.ts'
import { storedEvents } from '../../write-path/record-kind.ts'
import { type LotColumns, lotColumns, readLotChoice } from './lot-columns.ts'
import { fillKind } from '@rueda/rules/orders/records.ts'

export type FillRecord = ChargeColumns &
  Readonly<{
    account_id: bigint
    order_id: string
    position_id: string | null
    sequence: bigint
    instrument_id: string
    side: 'buy' | 'sell'
    price: bigint
    quantity: bigint
    notional: bigint
    resting: boolean
    trade_date: string
    settlement_date: string
    realised: bigint | null
    at: bigint
    reinvested: boolean
    rate_numerator: bigint | null
    rate_denominator: bigint | null
  }> &
  LotColumns &
  MatchColumns &
  MarketColumns

/** All set for a trade between customers, none for any other. */
type MatchColumns =
  | Readonly<{
      match_number: bigint
      match_account_id: bigint
      match_order_id: string
      match_low: bigint
      match_high: bigint
      match_in_call: boolean
    }>
  | Readonly<{ match_number: null }>

type MarketColumns =
  | Readonly<{ market_phase: MarketPhase; at_fixed_price: boolean; band_low: bigint | null; band_high: bigint | null }>
  | Readonly<{ market_phase: null }>

export const readFill = (row: FillRecord): Fill => ({
  accountId: String(row.account_id),
  orderId: row.order_id,
  positionId: row.position_id,
  instrumentId: row.instrument_id,
  sequence: Number(row.sequence),
  side: row.side,
  price: row.price,
  quantity: row.quantity,
  notional: row.notional,
  charges: readCharged(row),
  resting: row.resting,
  tradeDate: row.trade_date,
  settlementDate: row.settlement_date,
  realised: row.realised,
  match: readMatch(row),
  market:
    row.market_phase === null ? null : { phase: row.market_phase, fixedPrice: row.at_fixed_price, low: row.band_low, high: row.band_high },
  lots: readLotChoice(row),
  isReinvested: row.reinvested,
  dollarRate:
    row.rate_numerator === null || row.rate_denominator === null
      ? null
      : { numerator: row.rate_numerator, denominator: row.rate_denominator },
  at: Number(row.at),
})

const readMatch = (row: MatchColumns): CustomerMatch | null =>
  row.match_number === null
    ? null
    : {
        number: Number(row.match_number),
        otherAccountId: String(row.match_account_id),
        otherOrderId: row.match_order_id,
        low: row.match_low,
        high: row.match_high,
        isCall: row.match_in_call,
      }

const fillColumns: readonly Column<Fill>[] = [
  ['account_id', 'bigint', (fill) => fill.accountId],
  ['order_id', 'uuid', (fill) => fill.orderId],
  ['position_id', 'uuid', (fill) => fill.positionId],
  ['sequence', 'bigint', (fill) => fill.sequence],
  ['instrument_id', 'text', (fill) => fill.instrumentId],
  ['side', 'text', (fill) => fill.side],
  ['price', 'bigint', (fill) => fill.price],
  ['quantity', 'bigint', (fill) => fill.quantity],
  ['notional', 'bigint', (fill) => fill.notional],
  ...chargeColumns<Fill>(({ charges }) => charges),
  ['resting', 'boolean', (fill) => fill.resting],
  ['trade_date', 'date', (fill) => fill.tradeDate],
  ['settlement_date', 'date', (fill) => fill.settlementDate],
  ['realised', 'bigint', (fill) => fill.realised],
  ['match_number', 'bigint', ({ match }) => match?.number ?? null],
  ['match_account_id', 'bigint', ({ match }) => match?.otherAccountId ?? null],
  ['match_order_id', 'uuid', ({ match }) => match?.otherOrderId ?? null],
  ['match_low', 'bigint', ({ match }) => match?.low ?? null],
  ['match_high', 'bigint', ({ match }) => match?.high ?? null],
  ['match_in_call', 'boolean', ({ match }) => match?.isCall ?? null],
  ['market_phase', 'text', ({ market }) => market?.phase ?? null],
  ['at_fixed_price', 'boolean', ({ market }) => market?.fixedPrice ?? null],
  ['band_low', 'bigint', ({ market }) => market?.low ?? null],
  ['band_high', 'bigint', ({ market }) => market?.high ?? null],
  ...lotColumns<Fill>(),
  ['reinvested', 'boolean', (fill) => fill.isReinvested],
  ['rate_numerator', 'bigint', ({ dollarRate }) => dollarRate?.numerator ?? null],
  ['rate_denominator', 'bigint', ({ dollarRate }) => dollarRate?.denominator ?? null],
  ['at', 'bigint', (fill) => fill.at],
]

export const fills = storedEvents(fillKind, {
  table: 'fills',
  columns: fillColumns,
  classes: {
    // The other side of a trade is another customer, and stays internal.
    internal:
      'match_number match_account_id match_order_id match_low match_high match_in_call market_phase at_fixed_price band_low band_high',
    personal:
      'account_id order_id sequence instrument_id side price quantity notional commission sec_fee taf resting trade_date settlement_date realised at position_id market_fee vat transaction_tax lot_method lot_chosen reinvested rate_numerator rate_denominator',
  },
})
