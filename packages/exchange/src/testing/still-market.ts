import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import { usTicks } from '@rueda/rules/markets/us.ts'
import { SCALE, scaled } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { MarketOfVenue } from '../sim-venue.ts'
import type { Bar, BarRequest, Depth, Level, Quote, Session, Trade, VenueOrder } from '../venue.ts'
import type { Side } from '@rueda/rules/side.ts'

/**
 * A market for tests that stands still: its depth, its prints and its sessions are what the test writes down, so
 * that every fill can be worked out by hand.
 */
export const INSTRUMENT: Instrument = {
  id: 'US:TEST',
  market: 'US',
  code: 'TEST',
  name: 'Test Instruments',
  exchange: 'NYSE',
  currency: 'USD',
  ticks: usTicks,
  step: SCALE,
  minimumQuantity: SCALE,
  quoteOnly: false,
  contract: null,
}

type Row = readonly [price: string, quantity: number]
type SessionChange = Readonly<{
  from: Instant
  phase: Session['phase']
  tradeDate: CalendarDate
  matching: boolean
  opensAt: Instant
  closesAt: Instant
}>

const ALWAYS: SessionChange = { from: 0, phase: 'OPEN', tradeDate: '2026-01-05', matching: true, opensAt: 0, closesAt: 86_400_000 }

export class StillMarket implements MarketOfVenue {
  readonly instruments = [INSTRUMENT]
  bids: readonly Row[] = [
    ['182.36', 300],
    ['182.35', 500],
  ]
  asks: readonly Row[] = [
    ['182.37', 300],
    ['182.38', 500],
  ]
  last = '182.36'
  sessions: readonly SessionChange[] = [ALWAYS]
  dailyVolume = 1_200_000
  volatility = 0.018
  actions: readonly CorporateAction[] = []
  readonly #prints: Trade[] = []

  print(at: Instant, side: Side, price: string, quantity: number): void {
    this.#prints.push({ at, side, price: scaled(price), quantity: BigInt(quantity) * SCALE, sequence: this.#prints.length + 1 })
  }

  session(_market: 'US' | 'IDX', now: Instant): Session {
    const index = this.sessions.findLastIndex((change) => change.from <= now)
    const { from: _from, ...change } = this.sessions[index] ?? ALWAYS
    return { ...change, changesAt: this.sessions[index + 1]?.from ?? Number.MAX_SAFE_INTEGER }
  }

  quote(instrumentId: string, now: Instant): Quote {
    const { phase, tradeDate } = this.session('US', now)
    const [bid, ask] = [level(this.bids[0]), level(this.asks[0])]
    const last = scaled(this.last)
    const known = { instrumentId, last, open: last, high: last, low: last, previousClose: last, phase, tradeDate, at: 0 }
    return { ...known, bid: bid.price, bidQuantity: bid.quantity, ask: ask.price, askQuantity: ask.quantity, volume: 0n, turnover: 0n }
  }

  depth(_instrumentId: string, levels: number, _now?: Instant): Depth {
    return { bids: this.bids.slice(0, levels).map(level), asks: this.asks.slice(0, levels).map(level) }
  }

  prints(_instrumentId: string, from: Instant, to: Instant): readonly Trade[] {
    return this.#prints.filter((print) => print.at > from && print.at <= to)
  }

  /** Flat minutes without volume, and what they add up to. */
  bars({ interval, until, limit }: BarRequest, now: Instant) {
    const span = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '60m': 60, 'day': 1_440, 'week': 10_080, 'month': 43_200 }[interval] * MINUTE_MS
    const price = scaled(this.last)
    const bars: Bar[] = []
    for (let at = Math.floor(Math.min(until, now) / span) * span; at >= 0 && bars.length < limit; at -= span) {
      bars.unshift({ at, open: price, high: price, low: price, close: price, volume: 0n, turnover: 0n, partial: at + span > now })
    }
    return { timeZone: 'Etc/UTC', previousClose: price, bars }
  }

  facts: MarketOfVenue['facts'] = () => null
  calendar = () => []
  corporateActions = (instrumentId: string, from: CalendarDate, to: CalendarDate): readonly CorporateAction[] =>
    this.actions.filter((action) => action.instrumentId === instrumentId && action.exDate >= from && action.exDate <= to)
  commitments = () => []
  averageDailyVolume = (): bigint => BigInt(this.dailyVolume) * SCALE
  dailyVolatility = (): number => this.volatility
}

const level = (row: Row | undefined): Level =>
  row === undefined ? { price: 0n, quantity: 0n } : { price: scaled(row[0]), quantity: BigInt(row[1]) * SCALE }

let orders = 0

/** A day limit order of 100 unless the test says otherwise. */
export function limit(side: Side, price: string, more: Partial<Omit<VenueOrder, 'quantity'>> & { shares?: number } = {}): VenueOrder {
  orders += 1
  const { shares = 100, ...rest } = more
  return {
    orderId: `order ${orders}`,
    accountId: `account ${orders}`,
    instrumentId: INSTRUMENT.id,
    side,
    opens: side === 'buy',
    type: 'limit',
    worstPrice: scaled(price),
    quantity: BigInt(shares) * SCALE,
    timeInForce: 'DAY',
    acceptedAt: orders,
    lastTradeDate: '2026-01-05',
    trigger: null,
    siblingId: null,
    knownTo: 0,
    ...rest,
  }
}

/** A market order with its collar. */
export const market = (side: Side, collar: string, more: Parameters<typeof limit>[2] = {}): VenueOrder =>
  limit(side, collar, { type: 'market', timeInForce: 'IOC', ...more })
