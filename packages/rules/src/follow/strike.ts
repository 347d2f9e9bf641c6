import { dayNumber } from '../calendar-date.ts'
import { SCALE, absolute, divide } from '../decimal.ts'
import { chargesOn, totalOf, type FeeSchedule } from '../fees/schedule.ts'
import type { Side } from '../side.ts'
import type { CalendarDate } from '../time.ts'
import { type Agency, STOP_SHARE } from './agency.ts'
import type { Leg } from './strategy.ts'

/**
 * An agency's account, struck once on each trading day of the United States (`docs/rules/mandates.md` E.7). It begins with a million dollars
 * for a million units, so that its value in cents is the value of a unit in units of 10^-8. What was decided on the closes before is carried
 * out at the day's open, with the spread and the charges of customers, and all is valued at the day's close.
 */
export const FIRST_VALUE = SCALE

/** A day's prices of an instrument, on one scale: the close before, the open and the close. */
export type Move = Readonly<{
  instrumentId: string
  before: bigint
  open: bigint
  now: bigint
  /** The open as it was printed, which trades are made at; null where nothing was traded that day. */
  printed: bigint | null
  /** True for dollars in another currency: what is held is that currency, which is worth less as the price rises. */
  isInverse: boolean
}>

/** What is held, in cents at the last close; below zero for a currency that was sold. */
export type Position = Readonly<{ instrumentId: string; value: bigint }>

export type Trade = Readonly<{
  instrumentId: string
  side: Side
  /** In units of 10^-8: of shares, or of a pair's base. */
  quantity: bigint
  /** The open with half of the spread. */
  price: bigint
  /** In cents: the value moved at the open, what the spread costs, and the charges. */
  value: bigint
  spread: bigint
  charges: bigint
}>

export type AgencyStrike = Readonly<{
  date: CalendarDate
  /** In units of 10^-8; four digits of it are published and dealt at. */
  nav: bigint
  /** Management fees that one unit has paid since the record began, in units of 10^-8 of a dollar. */
  fees: bigint
  /** In cents. */
  cash: bigint
  /** What keeping currencies overnight brought or cost since the strike before, in cents. */
  carry: bigint
  positions: readonly Position[]
  moves: readonly Move[]
  trades: readonly Trade[]
  /** Decided on this day's close, to be carried out at the next open; null where nothing is decided anew. */
  plan: readonly Leg[] | null
}>

/** The beginning of a record: a million dollars, and the first decision. */
export const firstStrike = (date: CalendarDate, plan: readonly Leg[]): AgencyStrike => ({
  ...{ date, nav: FIRST_VALUE, fees: 0n, cash: FIRST_VALUE, carry: 0n },
  ...{ positions: [], moves: [], trades: [], plan },
})

/** The terms that customers trade an instrument on. */
export type TradingTerms = Readonly<{
  /** The usual distance of bid and ask, in units of 10^-8 of the price. */
  spread: bigint
  fees: FeeSchedule
  /** What holding and selling it earns in a year, in units of 10^-8; null for shares. */
  carry: Readonly<{ long: bigint; short: bigint }> | null
}>

type Next = Readonly<{
  date: CalendarDate
  /** Null for an instrument that has no price at all. */
  moveOf: (instrumentId: string) => Move | null
  termsOf: (instrumentId: string) => TradingTerms
  plan: readonly Leg[] | null
}>

/** The part of the account that a decision spreads: the rest pays for spreads and charges. */
export const INVESTED = 98_000_000n
/** A position that is this near to what it should be stays as it is: a thousandth of the account. */
const MIN_TRADE_PART = 1_000n
const DAYS_IN_YEAR = 365n
const CARRY_DAYS_IN_YEAR = 360n

const part = (amount: bigint, share: bigint): bigint => divide(amount * share, SCALE, 'HALF_EVEN')

export function nextStrike(
  { managementFee }: Pick<Agency, 'managementFee'>,
  before: AgencyStrike,
  { date, moveOf, termsOf, plan }: Next,
): AgencyStrike {
  const days = BigInt(dayNumber(date) - dayNumber(before.date))
  const ids = new Set([...before.positions, ...(before.plan ?? [])].map(({ instrumentId }) => instrumentId))
  const moves = [...ids].map((id) => moveOf(id) ?? unmoved(id))
  const opened = moves.map((move) => ({ move, value: grown(valueOf(before, move.instrumentId), move, 'before', 'open') }))
  const equity = opened.reduce((sum, { value }) => sum + value, before.cash)
  const trades = opened.flatMap(({ move, value }) =>
    tradeOf(move, value, { date, equity, plan: before.plan, terms: termsOf(move.instrumentId) }),
  )
  const positions = opened.flatMap(({ move, value }) => {
    const traded = trades.find(({ instrumentId }) => instrumentId === move.instrumentId)
    const held = value + (traded === undefined ? 0n : signedValue(traded, move))
    const now = grown(held, move, 'open', 'now')
    return now === 0n ? [] : [{ instrumentId: move.instrumentId, value: now }]
  })
  const carry = positions.reduce((sum, position) => sum + carryOf(position, termsOf(position.instrumentId), days), 0n)
  const fee = divide(before.nav * managementFee * days, SCALE * DAYS_IN_YEAR, 'HALF_EVEN')
  const paid = trades.reduce((sum, trade) => {
    const move = moves.find(({ instrumentId }) => instrumentId === trade.instrumentId)
    return sum + (move === undefined ? 0n : signedValue(trade, move)) + trade.spread + trade.charges
  }, 0n)
  const cash = before.cash - paid + carry - fee
  const nav = positions.reduce((sum, { value }) => sum + value, cash)
  return { date, nav, fees: before.fees + fee, cash, carry, positions, moves, trades, plan }
}

/** What has no price any more stays at what it was worth, and is not traded. */
const unmoved = (instrumentId: string): Move => ({ instrumentId, before: SCALE, open: SCALE, now: SCALE, printed: null, isInverse: false })

const valueOf = ({ positions }: AgencyStrike, id: string): bigint => positions.find(({ instrumentId }) => instrumentId === id)?.value ?? 0n

/** A value carried from one price of the day to another. */
const grown = (value: bigint, move: Move, from: 'before' | 'open', to: 'open' | 'now'): bigint =>
  move.isInverse ? divide(value * move[from], move[to], 'HALF_EVEN') : divide(value * move[to], move[from], 'HALF_EVEN')

/** What a trade adds to the value that is held. Dollars sold for another currency are that currency bought. */
const signedValue = ({ side, value }: Pick<Trade, 'side' | 'value'>, { isInverse }: Pick<Move, 'isInverse'>): bigint =>
  (side === 'buy') === isInverse ? -value : value

type Trading = Readonly<{ date: CalendarDate; equity: bigint; plan: readonly Leg[] | null; terms: TradingTerms }>

function tradeOf(move: Move, value: bigint, { date, equity, plan, terms }: Trading): readonly Trade[] {
  const { instrumentId, printed, isInverse } = move
  if (plan === null || printed === null) return []
  const weight = plan.find((leg) => leg.instrumentId === instrumentId)?.weight ?? 0n
  const target = part(part(equity, INVESTED), weight)
  const missing = target - value
  if (missing === 0n || (target !== 0n && absolute(missing) * MIN_TRADE_PART < equity)) return []
  const side: Side = missing > 0n === isInverse ? 'sell' : 'buy'
  const half = divide(terms.spread, 2n, 'UP')
  const price = side === 'buy' ? printed + half : printed - half
  const moved = absolute(missing)
  const quantity = isInverse ? moved * CENT : divide(moved * CENT * SCALE, printed, 'DOWN')
  const spread = divide(moved * half, printed, 'UP')
  const notional = side === 'buy' ? moved + spread : moved - spread
  const charges = totalOf(chargesOn(terms.fees, { side, notional, quantity, tradeDate: date }))
  return [{ instrumentId, side, quantity, price, value: moved, spread, charges }]
}
/** A cent in units of 10^-8 of a dollar. */
const CENT = 1_000_000n

function carryOf({ value }: Position, { carry }: TradingTerms, days: bigint): bigint {
  if (carry === null) return 0n
  return divide(absolute(value) * (value > 0n ? carry.long : carry.short) * days, SCALE * CARRY_DAYS_IN_YEAR, 'HALF_EVEN')
}

/** The date on which the value fell to half of its highest before, which ends the agency; null while it has not. */
export function stoppedOn(strikes: readonly Pick<AgencyStrike, 'date' | 'nav'>[]): CalendarDate | null {
  let high = 0n
  for (const { date, nav } of strikes) {
    if (nav > high) high = nav
    if (nav * SCALE <= high * STOP_SHARE) return date
  }
  return null
}
