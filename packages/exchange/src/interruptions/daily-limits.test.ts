import { createHash } from 'node:crypto'
import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type Instant, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { followedMarket } from '../catalogue/followed-market.ts'
import { contractsOn, futureRoots } from '../catalogue/futures.ts'
import { ScenarioEvents } from '../scenario/scenario.ts'
import { withScenario } from '../scenario/scenario-market.ts'
import { INSTRUMENT } from '../testing/still-market.ts'
import { MovingMarket } from '../testing/moving-market.ts'
import type { Depth, Quote, Session } from '../venue.ts'
import { createWorldMarket } from '../world/world-market.ts'
import { guardMarket } from './guarded-market.ts'

/** The daily limits of futures (rule book B.4): everything closed at 6000 the day before; New York opens at 9:30. */
const US500: Instrument = { ...INSTRUMENT, id: 'IDX:US500', market: 'IDX', code: 'US500', quoteOnly: true }
const SES = contractOf('SES')
const SCL = contractOf('SCL')
const OPENS = 9.5 * HOUR_MS

function contractOf(name: string): Instrument {
  const root = futureRoots.find((one) => one.root === name)
  const [contract] = root === undefined ? [] : contractsOn(root, '2026-01-05', { isTrading: () => true })
  if (contract === undefined) throw new Error(`a contract of ${name}`)
  return contract
}

/** The contract goes where its path leads, with a book of one level on either side; the index has a path of its own. */
class TwoPaths extends MovingMarket {
  override readonly instruments = [SES, SCL, US500]
  readonly index = new MovingMarket()
  override last = '6000'

  override session(market: MarketName, _now: Instant): Session {
    const opensAt = market === 'US' ? OPENS : 0
    const closesAt = (market === 'US' ? 16 : 17) * HOUR_MS
    return { phase: 'OPEN', tradeDate: '2026-01-05', opensAt, closesAt, changesAt: closesAt, matching: true }
  }

  override quote(instrumentId: string, now: Instant): Quote {
    if (instrumentId === US500.id) return { ...this.index.quote(instrumentId, now), tradeDate: '2026-01-05' }
    const quote = super.quote(instrumentId, now)
    const [bid, ask] = [quote.last - scaled('0.25'), quote.last + scaled('0.25')]
    return { ...quote, bid, ask, bidQuantity: scaled('10'), askQuantity: scaled('20'), tradeDate: '2026-01-05' }
  }

  override depth(instrumentId: string, _levels: number, now: Instant): Depth {
    const { bid, ask } = this.quote(instrumentId, now)
    return { bids: [{ price: bid, quantity: scaled('10') }], asks: [{ price: ask, quantity: scaled('20') }] }
  }
}

const at = (hours: number, minutes = 0): Instant => hours * HOUR_MS + minutes * MINUTE_MS

function day(contract: MovingMarket['path'], index: MovingMarket['path'] = []) {
  const market = new TwoPaths()
  market.path = contract
  market.index.last = '6000'
  market.index.path = index
  return { market, guarded: guardMarket({ market, tierOf: () => 1 }) }
}
type Guarded = ReturnType<typeof guardMarket>
const shown = (guarded: Guarded, moment: Instant, { id } = SES): string => {
  const quote = guarded.quote(id, moment)
  if (quote === null) throw new Error('a quote')
  const text = (price: bigint): string => (price === 0n ? '–' : formatScaled(price, 2))
  return `${text(quote.last)} ${text(quote.bid)}/${text(quote.ask)}`
}

describe('a contract on an index', () => {
  it('stands by night at 7 % of its last close, with everybody on one side and no trades', () => {
    const { market, guarded } = day([
      [at(1), '5580.25'],
      [at(2), '5500.00'],
      [at(3), '6500.00'],
    ])
    expect(shown(guarded, at(1))).toBe('5580.25 5580.00/5580.50')
    expect(shown(guarded, at(2))).toBe('5580.00 –/5580.00')
    expect(guarded.depth(SES.id, 10, at(2))).toEqual({ bids: [], asks: [{ price: scaled('5580.00'), quantity: scaled('20') }] })
    expect(shown(guarded, at(3))).toBe('6420.00 6420.00/–')
    market.print(at(2, 1), 'sell', '5500.00', 3)
    market.print(at(3, 1), 'buy', '6420.00', 3)
    expect(guarded.prints(SES.id, at(2), at(4)).map(({ price }) => price)).toEqual([scaled('6420.00')])
  })

  it('has by day no end above, and goes below 7, 13 and 20 % with each level that the breaker reaches', () => {
    const { guarded } = day(
      [
        [at(9), '6500.00'],
        [at(10), '4000.00'],
      ],
      [
        [at(10, 30), '5580.00'],
        [at(11, 30), '5220.00'],
        [at(12, 30), '5000.00'],
        [at(13, 30), '4800.00'],
      ],
    )
    expect(shown(guarded, at(9))).toBe('6420.00 6420.00/–')
    expect(shown(guarded, OPENS)).toBe('6500.00 6499.75/6500.25')
    expect(shown(guarded, at(10))).toBe('5580.00 –/5580.00')
    expect(shown(guarded, at(10, 30))).toBe('5220.00 –/5220.00')
    expect(shown(guarded, at(11, 30))).toBe('4800.00 –/4800.00')
    expect(shown(guarded, at(13, 30))).toBe('4800.00 –/4800.00')
    expect([at(9), at(10), at(10, 30), at(12), at(14)].map((moment) => guarded.quote(SES.id, moment)?.breakerLevel)).toEqual([
      undefined,
      0,
      1,
      2,
      3,
    ])
  })

  it('has minutes that keep what was shown, and a day that adds up to them', () => {
    const { guarded } = day(
      [
        [at(2), '5400.00'],
        [at(8), '5700.00'],
        [at(10, 30), '5450.00'],
      ],
      [[at(10, 30), '5500.00']],
    )
    const request = { instrumentId: SES.id, until: at(11), hours: 'regular', adjust: 'none' } as const
    const lowAt = (moment: Instant) =>
      guarded.bars({ ...request, interval: '1m', limit: 1_000 }, at(11))?.bars.find((bar) => bar.at === moment)?.low
    expect([at(2), at(8), at(10, 30)].map(lowAt)).toEqual(['5580', '5700', '5450'].map(scaled))
    expect(guarded.quote(SES.id, at(11))).toMatchObject({ last: scaled('5450'), low: scaled('5450') })
  })
})

it('other contracts keep within 10 % of their last close at every hour', () => {
  const { guarded } = day(
    [
      [at(2), '5000.00'],
      [at(12), '7000.00'],
    ],
    [[at(10), '5000.00']],
  )
  expect(shown(guarded, at(2), SCL)).toBe('5400.00 –/5400.00')
  expect(shown(guarded, at(12), SCL)).toBe('6600.00 6600.00/–')
})

describe('a crash of a quarter, from one day to the next', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  const begins = Date.UTC(2026, 10, 18, 16)
  const crash = { kind: 'move', from: begins, size: -0.25, minutes: 60 } as const
  const events = new ScenarioEvents(
    { name: 'crash', events: (['US', 'FUT'] as const).map((market) => ({ ...crash, target: { market } })) },
    followedMarket,
  )
  const world = createWorldMarket({
    dayKey: (market, date) => sha256(Buffer.from(`crash ${market} ${date}`)),
    sha256,
    alwaysOpen: false,
    openedOn: '2026-11-18',
  })
  const guarded = guardMarket({ market: withScenario(world, events), tierOf: () => 1 })
  const id = 'FUT:SES-2026Z'
  const evening = Date.UTC(2026, 10, 18, 21, 59)
  const morning = Date.UTC(2026, 10, 19, 12)

  it('ends the first day at 20 %, and is found in the next', () => {
    const before = guarded.quote(id, begins - 1)
    const close = before?.previousClose ?? 0n
    expect(before?.breakerLevel).toBe(0)
    const tick = scaled('0.25')
    const limit = (((close * 8n) / 10n + tick - 1n) / tick) * tick
    expect(guarded.quote(id, evening)).toMatchObject({ breakerLevel: 3, last: limit, bid: 0n, ask: limit })
    const next = guarded.quote(id, morning)
    expect(next?.previousClose).toBe(limit)
    expect(next?.last ?? 0n).toBeLessThan(next?.previousClose ?? 0n)
  })

  it('has minutes that add up to both days', () => {
    const request = { instrumentId: id, until: morning, hours: 'regular', adjust: 'none' } as const
    const days = guarded.bars({ ...request, interval: 'day', limit: 2 }, morning)?.bars ?? []
    const minutes = guarded.bars({ ...request, interval: '1m', limit: 3_000 }, morning)?.bars ?? []
    const [first, second] = days
    expect(second?.at).toBe(Date.UTC(2026, 10, 18, 23))
    for (const [day, from, to] of [
      [first, first?.at ?? 0, second?.at ?? 0],
      [second, second?.at ?? 0, morning],
    ] as const) {
      const own = minutes.filter((bar) => bar.at >= from && bar.at < to)
      const lowest = own.reduce((low, bar) => (bar.low < low ? bar.low : low), own[0]?.low ?? 0n)
      expect([day?.low, day?.close]).toEqual([lowest, own.at(-1)?.close])
    }
  })
})
