import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import type { Side } from '@rueda/rules/side.ts'
import { describe, expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { INSTRUMENT, StillMarket, limit, market } from './testing/still-market.ts'
import { told } from './testing/told.ts'
import type { Venue, VenueEvent, VenueOrder } from './venue.ts'

/**
 * Two accounts that work together against a third (`docs/rules/matching.md` P.1, `docs/rules/quotes.md` P.2): the accomplice rests far from
 * the market, the attacker uses up what the outside gives and goes on to the accomplice, and the victim has a stop in between. Whatever
 * order types they use, on both sides: nobody trades with anybody beyond the quote, and no price moves.
 */
const NOON = 12 * 3_600_000
const BID = scaled('182.36')
const ASK = scaled('182.37')
/** All that the outside has on a side, and what is left for the accomplice. */
const OUTSIDE = 800
const REST = 200

/** Prices of the attack on either side: up with purchases, down with sales. */
const directions = {
  buy: { away: '186.00', collar: '191.00', victim: '184.00', hold: '190.00', touch: '182.37' },
  sell: { away: '178.00', collar: '174.00', victim: '180.00', hold: '170.00', touch: '182.36' },
} as const

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')
const by = (accountId: string, more: Parameters<typeof limit>[2] = {}) => ({ accountId, ...more })

type Attack = (side: Side, shares: number) => VenueOrder
const attacks: Readonly<Record<string, Attack>> = {
  'at the market': (side, shares) => market(side, directions[side].collar, by('attacker', { shares })),
  'at a limit': (side, shares) => limit(side, directions[side].away, by('attacker', { shares })),
  'at a limit good till cancelled': (side, shares) =>
    limit(side, directions[side].away, by('attacker', { shares, timeInForce: 'GTC', lastTradeDate: '2026-02-01' })),
  'for extended hours too': (side, shares) => limit(side, directions[side].away, by('attacker', { shares, timeInForce: 'EXT' })),
  'immediate-or-cancel': (side, shares) => limit(side, directions[side].away, by('attacker', { shares, timeInForce: 'IOC' })),
  'fill-or-kill': (side, shares) => limit(side, directions[side].away, by('attacker', { shares, timeInForce: 'FOK' })),
  'a stop that the next trade lets go': (side, shares) =>
    market(side, directions[side].collar, by('attacker', { shares, timeInForce: 'DAY', trigger: stopAt(side) })),
  'a stop-limit': (side, shares) => limit(side, directions[side].away, by('attacker', { shares, trigger: stopAt(side) })),
  'a trailing stop': (side, shares) =>
    market(side, directions[side].collar, by('attacker', { shares, timeInForce: 'DAY', trigger: trailing(side) })),
}

const stopAt = (side: Side) => ({ kind: 'stop', price: scaled(directions[side].touch) }) as const
const trailing = (side: Side) => ({ kind: 'trailing', percent: scaled('0.1'), best: scaled(side === 'buy' ? '180.00' : '185.00') }) as const

/** Types that end when they find no fill; the others rest. */
const ENDING = new Set(['at the market', 'immediate-or-cancel', 'fill-or-kill', 'a stop that the next trade lets go', 'a trailing stop'])

function open(): { source: StillMarket; venue: Venue } {
  const source = new StillMarket()
  source.volatility = 0
  const venue = createSimVenue(source)
  venue.advance(NOON)
  return { source, venue }
}

const betweenCustomers = (events: readonly VenueEvent[]) =>
  events.flatMap((event) => (event.kind === 'execution' && event.match !== null ? [event] : []))

/** Prices as everybody sees them. */
const pricesOf = (venue: Venue, now: number) => {
  const quote = venue.quote(INSTRUMENT.id, now)
  const bars = venue.bars(
    { instrumentId: INSTRUMENT.id, interval: '1m', until: now, limit: 2, hours: 'regular', adjust: 'none' },
    now,
  )?.bars
  const { last, high, low } = quote ?? { last: 0n, high: 0n, low: 0n }
  return { last, high, low, bars: bars?.map((bar) => [bar.open, bar.high, bar.low, bar.close].map((price) => formatScaled(price)).join()) }
}

function attack(side: Side, order: VenueOrder) {
  const { source, venue } = open()
  const { away, victim, hold } = directions[side]
  const before = pricesOf(venue, NOON)
  const accomplice = limit(opposite(side), away, by('accomplice', { shares: REST, timeInForce: 'GTC', lastTradeDate: '2026-02-01' }))
  const stop = market(side, hold, by('victim', { timeInForce: 'DAY', trigger: { kind: 'stop', price: scaled(victim) } }))
  const chased = market(
    side,
    hold,
    by('victim', { timeInForce: 'DAY', trigger: { kind: 'trailing', percent: scaled('1'), best: scaled('182.36') } }),
  )
  const events: VenueEvent[] = []
  for (const each of [accomplice, stop, chased, order]) events.push(...venue.submit(each, NOON + 100))
  // Any trade of the outside triggers the attacker's own stops.
  if (order.trigger !== null) source.print(NOON + 200, side, directions[side].touch, 4)
  for (let at = NOON + 250; at <= NOON + 60_000; at += 250) events.push(...venue.advance(at))
  return { venue, events, before, accomplice, victims: [stop, chased] }
}

describe.each(['buy', 'sell'] as const)('an attack that wants to move the price by %s orders', (side) => {
  it.each(Object.entries(attacks))('%s: finds the outside and nobody beyond the quote', (name, make) => {
    const order = make(side, OUTSIDE + REST)
    const { venue, events, before, accomplice, victims } = attack(side, order)
    expect(betweenCustomers(events)).toEqual([])
    expect(told(events, accomplice.orderId)).toEqual(['working'])
    for (const victim of victims) expect(told(events, victim.orderId), 'the stop is held').toEqual([])
    expect(pricesOf(venue, NOON + 60_000)).toMatchObject({ last: before.last, high: before.high, low: before.low })
    expect(new Set(pricesOf(venue, NOON + 60_000).bars)).toEqual(new Set(before.bars))
    const ends = told(events, order.orderId).at(-1) === 'NO_LIQUIDITY'
    expect(ends, name).toBe(ENDING.has(name))
    if (name === 'fill-or-kill') expect(events.some(({ kind }) => kind === 'execution')).toBe(false)
  })

  it('without a quote customers do not trade with each other at all', () => {
    const { source, venue } = open()
    source.asks = []
    source.bids = []
    venue.submit(limit(opposite(side), '182.36', by('accomplice')), NOON)
    const events = venue.submit(limit(side, '182.36', by('attacker')), NOON)
    expect(told(events)).toEqual(['working'])
    expect(told(venue.advance(NOON + 1_000))).toEqual([])
  })

  it('with a quote on one side only neither', () => {
    const { source, venue } = open()
    if (side === 'buy') source.asks = []
    else source.bids = []
    venue.submit(limit(opposite(side), directions[side].away, by('accomplice')), NOON)
    expect(betweenCustomers(venue.submit(limit(side, directions[side].away, by('attacker')), NOON))).toEqual([])
  })

  it('what the quote moves to decides: inside it they trade, and the trade moves the price and lets stops go', () => {
    const { source, venue } = open()
    const victim = market(
      side,
      directions[side].hold,
      by('victim', { timeInForce: 'DAY', shares: 5, trigger: { kind: 'stop', price: scaled('182.40') } }),
    )
    const falling = { ...victim, trigger: { kind: 'stop', price: scaled('182.30') } } as const
    venue.submit(side === 'buy' ? victim : falling, NOON)
    Object.assign(source, { bids: [['182.20', 300]], asks: [['182.50', 300]] })
    venue.submit(limit(opposite(side), side === 'buy' ? '182.44' : '182.25', by('accomplice')), NOON)
    const events = venue.submit(limit(side, side === 'buy' ? '182.45' : '182.24', by('attacker')), NOON)
    expect(betweenCustomers(events)).toMatchObject([{ match: { low: scaled('182.20'), high: scaled('182.50') } }, {}])
    expect(told(events, victim.orderId)[0]).toBe('triggered')
    expect(venue.quote(INSTRUMENT.id, NOON)?.last).toBe(scaled(side === 'buy' ? '182.44' : '182.25'))
  })

  it('in a call the price lies inside its collar, and one beyond the quote moves nothing', () => {
    const source = new StillMarket()
    Object.assign(source, { volatility: 0, dailyVolume: 0 })
    const opens = { tradeDate: '2026-01-05', opensAt: NOON, closesAt: 86_400_000 }
    source.sessions = [
      { ...opens, from: 0, phase: 'PRE', matching: false },
      { ...opens, from: NOON, phase: 'OPEN', matching: true },
    ]
    const venue = createSimVenue(source)
    venue.advance(0)
    const victim = market(
      side,
      directions[side].hold,
      by('victim', { timeInForce: 'DAY', trigger: { kind: 'stop', price: scaled(directions[side].victim) } }),
    )
    // The collar is five percent of 182.36: from 173.25 to 191.47.
    const [beyond, far] = side === 'buy' ? ['250.00', '240.00'] : ['120.00', '125.00']
    venue.submit(victim, 1)
    venue.submit(limit(opposite(side), far, by('accomplice')), 1)
    venue.submit(limit(side, beyond, by('attacker')), 1)
    expect(betweenCustomers(venue.advance(NOON + 250)), 'no price of the collar suits both').toEqual([])
    const inside = createSimVenue(source)
    inside.advance(0)
    inside.submit(victim, 1)
    inside.submit(limit(opposite(side), directions[side].away, by('accomplice')), 1)
    inside.submit(limit(side, directions[side].away, by('attacker')), 1)
    const events = inside.advance(NOON + 250)
    expect(betweenCustomers(events)).toMatchObject([{ price: scaled(directions[side].away), match: { isCall: true } }, {}])
    expect(told(events, victim.orderId)).toEqual([])
    expect(inside.quote(INSTRUMENT.id, NOON + 250)).toMatchObject({ last: BID, high: BID, low: BID, bid: BID, ask: ASK })
  })
})
