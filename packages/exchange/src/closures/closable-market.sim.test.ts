import { createHash } from 'node:crypto'
import { type ClosedDay, closureCauses } from '@rueda/rules/markets/closed-day.ts'
import { closableMarkets } from '@rueda/rules/markets/markets.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { expect, it } from 'vitest'
import { createCalendar } from '../calendars/calendars.ts'
import { addDays } from '../calendars/civil.ts'
import { generator } from '../testing/generator.ts'
import { createWorldMarket } from '../world/world-market.ts'
import { closableMarket } from './closable-market.ts'

/** Random days of three markets are closed and random moments looked at: whatever is closed, no price is another one. */
const DEFAULT_SEED = 20_260_803
const seed = Number(process.env['SEED'] ?? DEFAULT_SEED)
const TIMES = 20
const LOOKS = 12
const FIRST = '2026-08-03'
const DAYS = 28
const SHARES = { US: 'US:ARDV', AR: 'AR:PMSR', TW: 'TW:7203' } as const

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const world = createWorldMarket({
  dayKey: (market, date) => sha256(Buffer.from(`random days ${market} ${date}`)),
  sha256,
  alwaysOpen: false,
  openedOn: FIRST,
  startDate: '2026-06-01',
})

it(`${TIMES} tables of closed days show nothing of them and leave every other price as it is (seed ${seed})`, () => {
  const draw = generator(seed)
  for (let time = 0; time < TIMES; time += 1) {
    const { market, closeDays } = closableMarket(world)
    const closed: ClosedDay[] = Array.from({ length: draw(8) }, () => ({
      market: closableMarkets[draw(closableMarkets.length)] ?? 'US',
      date: addDays(FIRST, draw(DAYS)),
      cause: closureCauses[draw(closureCauses.length)] ?? 'weather',
    }))
    closeDays(closed)
    for (let look = 0; look < LOOKS; look += 1) {
      const name = closableMarkets[draw(closableMarkets.length)] ?? 'US'
      const now = Date.parse(FIRST) + draw((DAYS * DAY_MS) / MINUTE_MS) * MINUTE_MS
      const where = `${name} ${new Date(now).toISOString()} ${JSON.stringify(closed)}`
      const isClosed = (date: string): boolean => closed.some((day) => day.market === name && day.date === date)
      const [seen, own] = [market.quote(SHARES[name], now), world.quote(SHARES[name], now)]
      const session = market.session(name, now)
      expect(isClosed(session.tradeDate), where).toBe(false)
      expect(seen?.tradeDate !== undefined && isClosed(seen.tradeDate), where).toBe(false)
      if (own !== null && !isClosed(own.tradeDate)) expect({ ...seen, previousClose: own.previousClose }, where).toEqual(own)
      else expect(seen, where).toMatchObject({ phase: 'CLOSED', bid: 0n, ask: 0n })
      const calendar = createCalendar(name, false)
      const bars =
        market.bars({ instrumentId: SHARES[name], interval: 'day', until: now, limit: 20, hours: 'regular', adjust: 'none' }, now)?.bars ??
        []
      for (const bar of bars) expect(isClosed(calendar.dateOf(bar.at)), where).toBe(false)
      const before = bars.findLast((bar) => seen !== null && calendar.dateOf(bar.at) < seen.tradeDate)
      const isSplit = world
        .corporateActions(SHARES[name], addDays(FIRST, -1), addDays(FIRST, DAYS), now)
        .some(({ kind }) => kind === 'split')
      if (!isSplit) expect(seen?.previousClose, where).toBe(before?.close)
    }
  }
})
