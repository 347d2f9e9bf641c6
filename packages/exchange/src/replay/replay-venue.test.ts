import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { BarRequest, VenueEvent, VenueOrder } from '../venue.ts'
import { parseQuotes, parseTrades } from './lean-rows.ts'
import { createReplayVenue } from './replay-venue.ts'
import type { RecordedFiles } from './tape.ts'

const folder = fileURLToPath(new URL('../../../../../shared/data/lean/', import.meta.url))
const recorded = existsSync(`${folder}equity/usa/minute`)
if (!recorded) process.stdout.write(`The replay of real history is not tested: there is no recorded data at ${folder}\n`)

const files: RecordedFiles = {
  list: (path) => (existsSync(folder + path) ? readdirSync(folder + path) : []),
  read: (path) => {
    if (!existsSync(folder + path)) return null
    const bytes = readFileSync(folder + path)
    return path.endsWith('.zip') ? strFromU8(Object.values(unzipSync(bytes))[0] ?? new Uint8Array()) : bytes.toString('utf8')
  },
}

const SPY = 'US:SPY'
/** 7 October 2013, 9:30 in New York: daylight time. */
const OPENS = Date.UTC(2013, 9, 7, 13, 30)
const CLOSES = Date.UTC(2013, 9, 7, 20)
const MINUTE = 60_000
const MIDNIGHT = Date.UTC(2013, 9, 7, 4)

const request = (more: Partial<BarRequest>): BarRequest => ({
  instrumentId: SPY,
  interval: '1m',
  until: CLOSES + 5 * 3_600_000,
  limit: 1_500,
  hours: 'regular',
  adjust: 'none',
  ...more,
})

const order = (more: Partial<VenueOrder>): VenueOrder => ({
  orderId: 'one',
  accountId: 'account',
  instrumentId: SPY,
  side: 'buy',
  opens: true,
  type: 'market',
  worstPrice: scaled('175'),
  quantity: scaled('100'),
  timeInForce: 'DAY',
  acceptedAt: OPENS,
  lastTradeDate: '2013-10-07',
  trigger: null,
  siblingId: null,
  knownTo: 0,
  ...more,
})

const told = (events: readonly VenueEvent[]) =>
  events.flatMap((event) => {
    if (event.kind === 'execution') return [`${formatScaled(event.quantity)} @ ${formatScaled(event.price, 2)}`]
    if (event.kind === 'session') return []
    return [event.kind === 'ended' ? event.reason : event.kind]
  })

describe.runIf(recorded)('the replay of 4 to 11 October 2013', () => {
  const venue = () => createReplayVenue({ files })
  const quotes = () => parseQuotes(files.read('equity/usa/minute/spy/20131007_quote.zip') ?? '')
  const quoteAt = (at: number) => quotes().find((row) => row.msOfDay === at - MIDNIGHT)

  it('has the tickers that were recorded, says what it is, and starts at the first open', () => {
    const replay = venue()
    expect(replay.instruments.map((instrument) => instrument.code)).toEqual(['AIG', 'BAC', 'IBM', 'SPY'])
    expect(replay.label).toBe('REPLAY')
    expect(replay.firstOpen).toBe(Date.UTC(2013, 9, 4, 13, 30))
    expect(replay.facts(SPY, OPENS)?.profile).toMatchObject({ kind: 'recorded' })
    expect(replay.commitments(OPENS)).toEqual([])
  })

  it('serves the minutes of the file exactly', () => {
    const rows = parseTrades(files.read('equity/usa/minute/spy/20131007_trade.zip') ?? '')
    const extended = venue().bars(request({ hours: 'extended', limit: rows.length }), CLOSES + 5 * 3_600_000)?.bars
    expect(extended?.map(({ at, open, high, low, close, volume }) => ({ msOfDay: at - MIDNIGHT, open, high, low, close, volume }))).toEqual(
      rows,
    )
    const regular = venue().bars(request({ limit: 390 }), CLOSES)?.bars
    expect(regular).toHaveLength(390)
    expect(regular?.[0]).toMatchObject({ at: OPENS, open: scaled('167.43'), close: scaled('167.44'), volume: scaled('816453') })
    expect(regular?.at(-1)).toMatchObject({ at: CLOSES - MINUTE, close: scaled('167.42'), volume: scaled('2918992') })
  })

  it('folds longer bars from the minutes, and days from the daily file', () => {
    const now = CLOSES
    const minutes = venue().bars(request({ limit: 30 }), now)?.bars ?? []
    const half = venue().bars(request({ interval: '30m', limit: 1 }), now)?.bars[0]
    expect(half).toMatchObject({ at: minutes[0]?.at, open: minutes[0]?.open, close: minutes.at(-1)?.close, partial: false })
    expect(half?.volume).toBe(minutes.reduce((sum, bar) => sum + bar.volume, 0n))
    const days = venue().bars(request({ interval: 'day', limit: 2 }), now)?.bars
    expect(days?.map((bar) => formatScaled(bar.close, 2))).toEqual(['168.89', '167.42'])
    const week = venue().bars(request({ interval: 'week', limit: 1 }), now)?.bars[0]
    expect(week).toMatchObject({ at: OPENS, open: scaled('167.43'), close: scaled('167.42') })
  })

  it('fills a part of a share at the opening of the minute, whole shares and the part together', () => {
    const row = quoteAt(OPENS + 5 * MINUTE)
    const now = OPENS + 5 * MINUTE
    const replay = venue()
    replay.advance(now)
    expect(told(replay.submit(order({ quantity: scaled('1.25'), acceptedAt: now }), now))).toEqual([
      'working',
      `1.25 @ ${formatScaled(row?.ask?.open ?? 0n, 2)}`,
    ])
  })

  it('never shows a bar of its future: of the minute under way only the opening is known', () => {
    const now = OPENS + 2 * MINUTE + 59_999
    const bars = venue().bars(request({ limit: 3 }), now)?.bars ?? []
    expect(bars.map((bar) => [bar.at, bar.partial])).toEqual([
      [OPENS, false],
      [OPENS + MINUTE, false],
      [OPENS + 2 * MINUTE, true],
    ])
    expect(bars[2]?.high).toBe(bars[2]?.open)
    expect(bars[2]?.volume).toBe(0n)
    const today = venue().bars(request({ interval: 'day', limit: 1 }), now)?.bars[0]
    expect(today).toMatchObject({ partial: true, close: bars[2]?.open, volume: (bars[0]?.volume ?? 0n) + (bars[1]?.volume ?? 0n) })
    expect(venue().quote(SPY, now)).toMatchObject({ last: bars[2]?.open, previousClose: scaled('168.89'), tradeDate: '2013-10-07' })
  })

  it('quotes the opening bid and ask of the minute, and nothing before the first open', () => {
    const row = quoteAt(OPENS + 5 * MINUTE)
    expect(venue().quote(SPY, OPENS + 5 * MINUTE + 30_000)).toMatchObject({
      bid: row?.bid?.open,
      ask: row?.ask?.open,
      bidQuantity: row?.bid?.size,
      at: OPENS + 5 * MINUTE + 30_000,
    })
    expect(venue().quote(SPY, Date.UTC(2013, 9, 4, 13, 29))).toBeNull()
  })

  it('fills nothing while the house has halted the share, and goes on when it is lifted', () => {
    const replay = venue()
    replay.advance(OPENS)
    replay.setHalts([{ kind: 'halt', stopId: 'halt', scope: 'market', target: 'US', from: OPENS }], OPENS)
    expect(told(replay.submit(order({}), OPENS))).toEqual([])
    expect(told(replay.advance(OPENS + 10 * MINUTE))).toEqual([])
    expect(replay.quote(SPY, OPENS + 10 * MINUTE)).toMatchObject({ phase: 'HALT', haltedSince: OPENS })
    replay.setHalts([], OPENS + 10 * MINUTE)
    const ask = quoteAt(OPENS + 11 * MINUTE)?.ask?.open ?? 0n
    expect(told(replay.advance(OPENS + 11 * MINUTE))).toEqual(['working', `100 @ ${formatScaled(ask, 2)}`])
  })

  it('fills a market order on the recorded ask of its minute, up to the size recorded there', () => {
    const replay = venue()
    const now = OPENS + 10 * MINUTE + 12_345
    const row = quoteAt(OPENS + 10 * MINUTE)
    const size = row?.ask?.size ?? 0n
    const ask = formatScaled(row?.ask?.open ?? 0n, 2)
    replay.advance(now)
    expect(told(replay.submit(order({ quantity: size + scaled('50'), acceptedAt: now }), now))).toEqual([
      'working',
      `${formatScaled(size)} @ ${ask}`,
    ])
    const next = quoteAt(OPENS + 11 * MINUTE)
    expect(told(replay.advance(OPENS + 11 * MINUTE + 250))).toEqual([`50 @ ${formatScaled(next?.ask?.open ?? 0n, 2)}`])
  })

  it('never fills better than the tape: the size of a minute is there once for all customers', () => {
    const replay = venue()
    const now = OPENS + 10 * MINUTE
    const size = quoteAt(now)?.bid?.size ?? 0n
    const sell = { side: 'sell', worstPrice: scaled('160'), quantity: size } as const
    replay.submit(order({ ...sell, orderId: 'first' }), now)
    expect(told(replay.submit(order({ ...sell, orderId: 'second' }), now))).toEqual(['working'])
  })

  it('fills a resting limit order in the first minute whose opening quote reaches it', () => {
    const replay = venue()
    const limit = scaled('167.90')
    replay.advance(OPENS)
    replay.submit(order({ type: 'limit', side: 'sell', worstPrice: limit }), OPENS)
    const first = quotes().find(
      (row) => row.msOfDay > OPENS - MIDNIGHT && row.msOfDay < CLOSES - MIDNIGHT && (row.bid?.open ?? 0n) >= limit,
    )
    const [fill] = replay.advance(CLOSES).filter((event) => event.kind === 'execution')
    expect(fill).toMatchObject({ at: MIDNIGHT + (first?.msOfDay ?? 0), price: first?.bid?.open, resting: true, tradeDate: '2013-10-07' })
  })

  it('an order outside the tape ends as its kind does: IOC and FOK at once, a market order at its collar, DAY at the close', () => {
    const replay = venue()
    replay.advance(OPENS)
    const low = { type: 'limit', worstPrice: scaled('150') } as const
    expect(told(replay.submit(order({ ...low, orderId: 'ioc', timeInForce: 'IOC' }), OPENS))).toEqual(['working', 'NO_LIQUIDITY'])
    expect(told(replay.submit(order({ ...low, orderId: 'fok', timeInForce: 'FOK' }), OPENS))).toEqual(['working', 'NO_LIQUIDITY'])
    expect(told(replay.submit(order({ worstPrice: scaled('150'), orderId: 'market' }), OPENS))).toEqual(['working', 'NO_LIQUIDITY'])
    replay.submit(order({ ...low, orderId: 'day' }), OPENS)
    expect(told(replay.advance(CLOSES))).toEqual(['EXPIRED'])
  })

  it('waits between the recorded sessions and can jump to the next one', () => {
    const replay = venue()
    expect(replay.session('US', CLOSES)).toMatchObject({ phase: 'CLOSED', matching: false, tradeDate: '2013-10-08' })
    const next = replay.nextSessionOpen(CLOSES)
    expect(next).toBe(Date.UTC(2013, 9, 8, 13, 30))
    replay.advance(CLOSES)
    expect(replay.submit(order({ lastTradeDate: '2013-10-08', acceptedAt: CLOSES }), CLOSES)).toEqual([])
    const events = replay.advance(next ?? 0)
    expect(events[0]).toMatchObject({ kind: 'session', session: { phase: 'OPEN' }, at: next })
    const opening = parseQuotes(files.read('equity/usa/minute/spy/20131008_quote.zip') ?? '').find((row) => row.msOfDay === 34_200_000)
    expect(told(events)).toEqual(['working', `100 @ ${formatScaled(opening?.ask?.open ?? 0n, 2)}`])
    expect(replay.nextSessionOpen(Date.UTC(2013, 9, 11, 20))).toBeNull()
    expect(replay.session('US', Date.UTC(2013, 9, 11, 20)).phase).toBe('CLOSED')
  })

  it('after a restart lets what rested rest until the next minute', () => {
    const replay = venue()
    const now = OPENS + 30_000
    expect(replay.restore([order({ type: 'limit' })], now)).toEqual([])
    expect(told(replay.advance(OPENS + MINUTE))).toEqual([`100 @ ${formatScaled(quoteAt(OPENS + MINUTE)?.ask?.open ?? 0n, 2)}`])
  })

  it('tells the dividends of the record: SPY paid 0.838 on 20 September 2013', () => {
    const actions = venue().corporateActions(SPY, '2013-09-01', '2013-10-07', CLOSES)
    expect(actions).toMatchObject([{ kind: 'dividend', exDate: '2013-09-20', payDate: '2013-10-11' }])
    expect(Number(actions[0]?.kind === 'dividend' ? actions[0].amount : 0n) / 1e8).toBeCloseTo(0.838, 2)
  })
})

describe('a made-up tape', () => {
  const row = (minute: number, text: string) => `${34_200_000 + minute * MINUTE},${text}`
  const quote = (bid: string, ask: string) => `${bid},${bid},${bid},${bid},500,${ask},${ask},${ask},${ask},300`
  const made: Record<string, string> = {
    'equity/usa/minute/abc/20240708_trade.zip': [row(0, '100000,100000,100000,100000,10'), row(1, '101000,101000,101000,101000,10')].join(
      '\n',
    ),
    'equity/usa/minute/abc/20240708_quote.zip': [row(0, quote('99900', '100100')), row(5, quote('100900', '101100'))].join('\n'),
  }
  const madeFiles: RecordedFiles = {
    list: (path) => [
      ...new Set(
        Object.keys(made)
          .filter((name) => name.startsWith(`${path}/`))
          .map((name) => name.slice(path.length + 1).split('/')[0] ?? ''),
      ),
    ],
    read: (path) => made[path] ?? null,
  }
  const opens = Date.UTC(2024, 6, 8, 13, 30)

  it('quotes grow stale after three missed cycles', () => {
    const replay = createReplayVenue({ files: madeFiles })
    const at = (minutes: number) => replay.quote('US:ABC', opens + minutes * MINUTE)?.at
    expect(at(3.5)).toBe(opens + 3.5 * MINUTE)
    expect(at(4)).toBe(opens + 2 * MINUTE)
    expect(at(5)).toBe(opens + 5 * MINUTE)
  })

  it('a market order rests for what is left, unless it was to be filled at once', () => {
    const replay = createReplayVenue({ files: madeFiles })
    replay.advance(opens)
    const buy = order({
      instrumentId: 'US:ABC',
      worstPrice: scaled('10.20'),
      quantity: scaled('200'),
      lastTradeDate: '2024-07-08',
      acceptedAt: opens,
    })
    expect(told(replay.submit(buy, opens))).toEqual(['working', '200 @ 10.01'])
    expect(told(replay.submit({ ...buy, orderId: 'ioc', timeInForce: 'IOC' }, opens))).toEqual(['working', '100 @ 10.01', 'NO_LIQUIDITY'])
    expect(told(replay.submit({ ...buy, orderId: 'day' }, opens))).toEqual(['working'])
  })

  it('a minute in which nobody quoted fills nothing', () => {
    const replay = createReplayVenue({ files: madeFiles })
    replay.advance(opens + 2 * MINUTE)
    const buy = order({ instrumentId: 'US:ABC', worstPrice: scaled('10.20'), lastTradeDate: '2024-07-08', acceptedAt: opens + 2 * MINUTE })
    expect(told(replay.submit(buy, opens + 2 * MINUTE))).toEqual(['working'])
    expect(told(replay.advance(opens + 4 * MINUTE))).toEqual([])
    expect(told(replay.advance(opens + 5 * MINUTE))).toEqual(['100 @ 10.11'])
  })

  it('a folder without a recorded day is refused', () => {
    expect(() => createReplayVenue({ files: { list: () => [], read: () => null } })).toThrow('no recorded day')
  })
})
