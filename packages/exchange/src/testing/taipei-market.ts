import { SCALE, scaled } from '@rueda/rules/decimal.ts'
import { HWTS } from '@rueda/rules/testing/markets.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { createCalendar } from '../calendars/calendars.ts'
import type { Depth, Quote, Session } from '../venue.ts'
import { StillMarket } from './still-market.ts'

/** The still market in Taipei, on its calendar: nothing stands outside the session, and its last price is its close. */
export class TaipeiMarket extends StillMarket {
  override readonly instruments = [HWTS]
  override bids: StillMarket['bids'] = [['611', 8_000]]
  override asks: StillMarket['asks'] = [['612', 8_000]]
  override last = '611'
  override dailyVolume = 10_000_000
  previousClose = '611'
  isHalted = false
  readonly #calendar = createCalendar('TW', false)

  override session(_market: unknown, now: Instant): Session {
    return this.#calendar.session(now)
  }

  override quote(instrumentId: string, now: Instant): Quote {
    const quote = super.quote(instrumentId, now)
    const { phase, tradeDate } = this.session('TW', now)
    const previousClose = scaled(this.previousClose)
    return { ...quote, phase: this.isHalted ? 'HALT' : phase, tradeDate, previousClose }
  }

  override depth(instrumentId: string, levels: number, now: Instant = 0): Depth {
    const { opensAt, closesAt } = this.session('TW', now)
    return now >= opensAt && now < closesAt && !this.isHalted ? super.depth(instrumentId, levels) : { bids: [], asks: [] }
  }

  override averageDailyVolume = (): bigint => BigInt(this.dailyVolume) * SCALE
}
