import { SCALE } from '@rueda/rules/decimal.ts'
import { expect, it } from 'vitest'
import type { VenueInput } from './inputs.ts'
import { type Booked, compareExecutions } from './reruns/compare.ts'
import { rerun } from './reruns/rerun.ts'
import { createSimVenue } from './sim-venue.ts'
import { type Draw, generator } from './testing/generator.ts'
import { INSTRUMENT, StillMarket } from './testing/still-market.ts'
import type { Venue, VenueEvent, VenueOrder } from './venue.ts'

/**
 * The one clock of matching (`docs/rules/matching.md` P.40): the same orders at the same moments give the same executions, however late the
 * beats come that move the venue.
 */
/** The days of this market are that short, so that many of them are run. */
const DAY = 120_000
const OPEN_FOR = 100_000
/** More of them, and others, by RUNS and SEED. */
const RUNS = Number(process.env['RUNS'] ?? 15)
const ORDERS = 60
/** A run in which hardly anything is executed shows nothing. */
const MIN_EXECUTIONS = 20
const seed = Number(process.env['SEED'] ?? 20_260_133)

/** An outside market that moves with time: its quote wanders each second, and something is printed now and then. */
class WanderingMarket extends StillMarket {
  readonly #start: number
  constructor(draw: Draw, until: number) {
    super()
    this.#start = draw(1_000)
    for (let at = 40; at < until; at += 1 + draw(900)) this.print(at, draw(2) === 0 ? 'buy' : 'sell', `182.${32 + draw(10)}`, 1 + draw(400))
    this.sessions = [0, 1, 2, 3].flatMap((day) => {
      const hours = { tradeDate: `2026-01-0${5 + day}`, opensAt: day * DAY, closesAt: day * DAY + OPEN_FOR }
      return [
        { ...hours, from: day * DAY, phase: 'OPEN' as const, matching: true },
        // The second day goes straight over into the third.
        ...(day === 1 ? [] : [{ ...hours, from: day * DAY + OPEN_FOR, phase: 'CLOSED' as const, matching: false }]),
      ]
    })
  }
  #bid(now: number): number {
    return 31 + ((Math.imul(Math.floor(now / 1_000) + this.#start, 0x9e3779b1) >>> 20) % 8)
  }
  override depth(_id: string, levels: number, now = 0) {
    const bid = this.#bid(now)
    const side = (first: number, step: number) =>
      Array.from({ length: levels }, (_, at) => ({
        price: BigInt(18_200 + first + step * at) * (SCALE / 100n),
        quantity: BigInt(40 + at * 20) * SCALE,
      }))
    return { bids: side(bid, -1), asks: side(bid + 1, 1) }
  }
  override quote(id: string, now: number) {
    const { bids, asks } = this.depth(id, 1, now)
    return { ...super.quote(id, now), bid: bids[0]?.price ?? 0n, ask: asks[0]?.price ?? 0n, last: bids[0]?.price ?? 0n }
  }
}

type Act = Readonly<{ at: number; act: (venue: Venue, at: number) => readonly VenueEvent[] }>

function orderOf(draw: Draw, number: number, at: number): VenueOrder {
  const side = draw(2) === 0 ? 'buy' : 'sell'
  const isMarket = draw(5) === 0
  const cents = 18_226 + draw(24)
  const stop = BigInt(18_228 + draw(20)) * (SCALE / 100n)
  const trigger = [null, null, null, { kind: 'stop', price: stop }, { kind: 'trailing', percent: SCALE / 500n, best: stop }] as const
  return {
    ...{ orderId: `o${number}`, accountId: `a${draw(4)}`, instrumentId: 'US:TEST', side, opens: side === 'buy' },
    type: isMarket ? 'market' : 'limit',
    worstPrice: BigInt(isMarket ? (side === 'buy' ? 19_000 : 17_400) : cents) * (SCALE / 100n),
    quantity: draw(6) === 0 ? (BigInt(1 + draw(500)) * SCALE) / 100n : BigInt(1 + draw(700)) * SCALE,
    timeInForce: isMarket ? 'IOC' : ((['DAY', 'GTC', 'GTC'] as const)[draw(3)] ?? 'GTC'),
    acceptedAt: at,
    lastTradeDate: `2026-01-0${5 + draw(3)}`,
    trigger: isMarket ? null : (trigger[draw(5)] ?? null),
    siblingId: null,
    knownTo: 0,
  }
}

function actsOf(draw: Draw): readonly Act[] {
  const acts: Act[] = []
  for (let number = 0; number < ORDERS; number += 1) {
    const at = draw(3 * DAY)
    const choice = draw(10)
    const order = orderOf(draw, number, at)
    const other = `o${draw(ORDERS)}`
    const halt = { stopId: `${number}`, kind: 'halt', scope: 'all', target: null, from: at } as const
    if (choice < 7) acts.push({ at, act: (venue, now) => venue.submit(order, now) })
    else if (choice === 7) acts.push({ at, act: (venue, now) => venue.cancel(other, now) })
    else if (choice === 8) acts.push({ at, act: (venue, now) => venue.reduce(other, SCALE, now) })
    else
      acts.push(
        { at, act: (venue, now) => venue.setHalts([halt], now) },
        { at: at + draw(20_000), act: (venue, now) => venue.setHalts([], now) },
      )
  }
  return acts.toSorted((a, b) => a.at - b.at)
}

type Ran = Readonly<{
  told: readonly string[]
  booked: readonly (Booked & Readonly<{ tradeDate: string }>)[]
  inputs: readonly VenueInput[]
  open: () => Venue
}>

/** Runs the acts with beats `every` so many milliseconds at most. */
function run(start: number, mostLate: number): Ran {
  const market = new WanderingMarket(generator(start), 3 * DAY)
  const venue = createSimVenue(market)
  const late = generator(start + mostLate)
  const events: VenueEvent[] = [...venue.advance(0)]
  let beat = 0
  for (const { at, act } of actsOf(generator(start + 1))) {
    for (; beat < at; beat += 1 + late(mostLate)) events.push(...venue.advance(beat))
    events.push(...act(venue, at))
  }
  events.push(...venue.advance(3 * DAY))
  // What is published of a trailing stop, and when a session is told, is no execution.
  const told = events.flatMap((event) => {
    if (event.kind === 'execution')
      return [`${event.orderId} ${event.quantity} @ ${event.price} ${event.at} ${event.resting} ${event.tradeDate}`]
    return event.kind === 'ended' ? [`${event.orderId} ${event.reason} ${event.at}`] : []
  })
  const booked = events.filter((event) => event.kind === 'execution')
  return { told, booked, inputs: venue.takeInputs(), open: () => createSimVenue(market) }
}

it('gives the same executions however late its beats come', () => {
  let executions = 0
  for (let start = seed; start < seed + RUNS; start += 1) {
    const { told, booked } = run(start, 250)
    executions += booked.length
    for (const mostLate of [1_300, 40_000, 5 * DAY])
      expect(run(start, mostLate).told, `seed ${start}, beats up to ${mostLate} ms late`).toEqual(told)
  }
  expect(executions).toBeGreaterThan(RUNS * MIN_EXECUTIONS)
})

/** The executions of a day as somebody would tell them who changed one of them by one unit, or its place. */
function changed(executed: readonly Booked[], at: number): readonly (readonly Booked[])[] {
  const [one, next] = [executed[at], executed[at + 1]]
  if (one === undefined) return []
  const other = [
    { ...one, price: one.price + 1n },
    { ...one, quantity: one.quantity - 1n },
    { ...one, at: one.at + 1 },
  ]
  const lies = [...other.map((each) => executed.with(at, each)), executed.toSpliced(at, 1)]
  return next === undefined || next.orderId === one.orderId ? lies : [...lies, executed.with(at, next).with(at + 1, one)]
}

it('gives the executions of a day again from its inputs alone, and finds one that was changed by a unit', () => {
  let days = 0
  const draw = generator(seed)
  for (let start = seed; start < seed + RUNS; start += 1) {
    const { booked, inputs, open } = run(start, 1_300)
    for (const date of new Set(inputs.map(({ tradeDate }) => tradeDate))) {
      const own = inputs.filter(({ tradeDate }) => tradeDate === date)
      const again = rerun({ instrument: INSTRUMENT, date, inputs: own }, open)
      const executed = booked.filter(({ tradeDate }) => tradeDate === date)
      expect(compareExecutions(executed, again, own), `${date} of seed ${start}`).toBeNull()
      for (const lie of executed.length === 0 ? [] : changed(executed, draw(executed.length)))
        expect(compareExecutions(lie, again, own), `a change of ${date} of seed ${start}`).not.toBeNull()
      days += 1
    }
  }
  expect(days).toBeGreaterThan(RUNS)
})
