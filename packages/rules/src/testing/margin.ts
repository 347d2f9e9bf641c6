import { dayNumber } from '../calendar-date.ts'
import { scaled } from '../decimal.ts'
import { firstFeesOf } from '../instruments/terms.ts'
import { type AccountState, openAccountState, post } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { type MarginOrderRequest, type MarginTerms, acceptMarginOrder } from '../margin/accept.ts'
import { type MarginBooking, bookMarginExecution } from '../margin/book-execution.ts'
import { AT_PAR } from '../margin/dollar-rate.ts'
import type { MarginPosition } from '../margin/position.ts'
import type { MarginInstrument } from '../margin/valuation.ts'
import type { PairDays } from '../margin/value-dates.ts'
import type { Execution } from '../orders/book-execution.ts'
import type { CalendarDate } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { passSuitability } from './suitability.ts'
import { NOW, OPEN_MARKET, TODAY, TOMORROW, plainHash } from './us.ts'
import { marginPositionKind } from '../margin/records.ts'

/** The instruments of the rule book's examples on margin: an index future, crude oil, and pairs. */
const future = (code: string, multiplier: string, tick: string, initial: bigint, maintenance: bigint): MarginInstrument => ({
  id: `FUT:${code}`,
  market: 'FUT',
  code,
  name: code,
  exchange: 'FUT',
  currency: 'USD',
  ticks: [{ from: 0n, tick: scaled(tick) }],
  step: scaled('1'),
  minimumQuantity: scaled('1'),
  quoteOnly: false,
  contract: {
    kind: 'future',
    root: code.split('-')[0] ?? '',
    multiplier: scaled(multiplier),
    margin: { kind: 'fixed', initial, maintenance },
    lastTradeDate: '2026-12-18',
    underlying: 'US500',
  },
})

export const SES = future('SES-2026Z', '50', '0.25', 1_500_000n, 1_360_000n)
export const SCL = future('SCL-2027F', '1000', '0.01', 620_000n, 560_000n)

const pair = (code: string, base: 'EUR' | 'USD', currency: 'USD' | 'JPY', tick: string): MarginInstrument => ({
  id: `FX:${code}`,
  market: 'FX',
  code,
  name: `${code.slice(0, 3)}/${code.slice(3)}`,
  exchange: 'FX',
  currency,
  ticks: [{ from: 0n, tick: scaled(tick) }],
  step: scaled('0.01'),
  minimumQuantity: scaled('0.01'),
  quoteOnly: false,
  contract: {
    kind: 'pair',
    base,
    multiplier: scaled('100000'),
    largestLeverage: 30,
    pip: scaled(tick) * 10n,
    usualSpread: scaled(tick) * 4n,
  },
})

export const EURUSD = pair('EURUSD', 'EUR', 'USD', '0.00001')
export const USDJPY = pair('USDJPY', 'USD', 'JPY', '0.001')

const DAYS_OF_WEEK = 7
// The first of January 1970 was a Thursday.
const SATURDAY = 2
const SUNDAY = 3

/** Days without holidays: everything trades and settles from Monday to Friday. */
const isWeekday = (date: CalendarDate): boolean => ![SATURDAY, SUNDAY].includes(dayNumber(date) % DAYS_OF_WEEK)
export const WEEKDAYS: PairDays = { trades: isWeekday, settles: isWeekday }

export const walletOfContract = ({ contract }: MarginInstrument): WalletType => (contract.kind === 'future' ? 'FUTURE' : 'FOREX')

/** An account with this much in the wallet of an instrument, which has answered the questions. */
export function marginAccountState(cents: bigint, instrument: MarginInstrument): AccountState {
  const state = openAccountState('10002931')
  const lines = transfer({ from: 'H:PROMO:USD', to: `U:${walletOfContract(instrument)}:CASH`, asset: 'USD', amount: cents })
  post(state, { entries: [{ journal: 'J98', cause: { kind: 'grant', id: '1', step: 0 }, lines, valueDate: TODAY }] }, NOW, plainHash)
  passSuitability(state, NOW)
  return state
}

export const marginTerms = (instrument: MarginInstrument, last: string, change: Partial<MarginTerms> = {}): MarginTerms => ({
  instrument,
  market: { last: scaled(last), bid: scaled(last), ask: scaled(last), previousClose: scaled(last) },
  marketAt: NOW,
  matching: true,
  halted: false,
  tradeDate: TODAY,
  dayOrderEnds: TODAY,
  goodTillCancelledEnds: '2027-02-18',
  fees: firstFeesOf(instrument, instrument.step),
  identityMissing: false,
  rate: AT_PAR,
  ...change,
})

export const marginOrderRequest = (instrument: MarginInstrument, change: Partial<MarginOrderRequest> = {}): MarginOrderRequest => ({
  id: 'order-1',
  number: 'S20261120-0000000001',
  instrumentId: instrument.id,
  wallet: walletOfContract(instrument),
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  limitPrice: null,
  quantity: scaled('1'),
  leverage: 1,
  margin: { action: 'open', positionId: 'position-1' },
  ...change,
})

export const executionOf = (orderId: string, price: string, quantity: string, change: Partial<Execution> = {}): Execution => ({
  orderId,
  sequence: 1,
  price: scaled(price),
  quantity: scaled(quantity),
  resting: false,
  tradeDate: TODAY,
  settlementDate: TOMORROW,
  match: null,
  market: OPEN_MARKET,
  at: NOW,
  ...change,
})

export const booking = (instrument: MarginInstrument, change: Partial<MarginBooking> = {}): MarginBooking => ({
  fees: firstFeesOf(instrument, instrument.step),
  instrument,
  rate: AT_PAR,
  venue: 'SIM',
  mark: scaled('1'),
  positionNumber: 'P20261120-0000000001',
  ...change,
})

/** Places an order at a price and fills it there whole; answers with the position it concerns. */
export function trade(
  state: AccountState,
  request: MarginOrderRequest,
  terms: MarginTerms,
  price: string,
  change: Partial<MarginBooking> = {},
): MarginPosition {
  const { instrument } = terms
  if (instrument === null) throw new Error('no instrument')
  const accepted = acceptMarginOrder(state, { ...request, limitPrice: scaled(price) }, terms, NOW)
  if (!accepted.ok) throw new Error(`refused: ${accepted.refusal}`)
  post(state, accepted.value.outcome, NOW, plainHash)
  const execution = { ...executionOf(request.id, price, '1'), quantity: request.quantity }
  const booked = bookMarginExecution(
    state,
    execution,
    booking(instrument as MarginInstrument, { rate: terms.rate ?? AT_PAR, ...change }),
    NOW,
  )
  if (!booked.ok) throw new Error(`refused: ${booked.refusal}`)
  post(state, booked.value, NOW, plainHash)
  const position = marginPositionKind.of(state).get(request.margin.positionId)
  if (position === undefined) throw new Error('no position')
  return position
}

/** The lines of an outcome's entries as text: "J42 U:FOREX:MARGIN:position-1 -361500". */
export const linesOf = (
  entries: readonly Readonly<{ journal: string; lines: readonly Readonly<{ account: string; amount: bigint }>[] }>[],
): string[] => entries.flatMap(({ journal, lines }) => lines.map(({ account, amount }) => `${journal} ${account} ${amount}`))
