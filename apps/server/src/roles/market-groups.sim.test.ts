import { startsOfNewMarket } from '@rueda/exchange/prices/model-starts.ts'
import { type Draw, generator } from '@rueda/exchange/testing/generator.ts'
import type { VenueInput } from '@rueda/exchange/inputs.ts'
import type { Quote, Venue, VenueEvent, VenueOrder } from '@rueda/exchange/venue.ts'
import { SCALE } from '@rueda/rules/decimal.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { expect, it } from 'vitest'
import type { Bus } from '../bus/bus.ts'
import { carryingLarge } from '../bus/large.ts'
import { type Fate, createMemoryBus } from '../bus/memory-bus.ts'
import { newKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import { SMALL_BOARD } from '../testing/small-board.ts'
import { threadHere } from '../testing/thread-here.ts'
import { type VenueRecipe, venuesOf } from '../venue/build-venue.ts'
import { joinedMarket } from '../venue/groups/joined-market.ts'
import { secretOfSeed } from '../venue/secret.ts'
import { type MarketThread, type VenueThread, startThread } from '../venue/venue-thread.ts'
import { runMarketGroup } from './market-group.ts'
import { openRemoteMarkets } from './remote-market.ts'

/** However many groups the instruments are divided into, and over whatever bus they are run: the same orders at the same moments give the same executions. */
const seed = Number(process.env['SEED'] ?? 20_261_130)
const RUNS = Number(process.env['RUNS'] ?? 3)
const ACTS = 80
const START = Date.parse('2026-01-06T15:00:00Z')
const MAX_STEP_MS = 1_500
const PRICED = 12
const CUSTOMERS = 5
/** A process that seems silent for two seconds is replaced, which is another test. */
const MESSAGES_A_LOSS = 60
const FATES: readonly (readonly number[])[] = [[0], [0], [0, 5], [3], [1, 8]]

const recipe: VenueRecipe = {
  ...{ secret: secretOfSeed('groups'), alwaysOpen: true, models: startsOfNewMarket(), replayFolder: null, scenario: null },
  ...{ openedOn: '2026-01-06', historyFrom: '2025-11-03', mostListed: SMALL_BOARD },
}
const venues = venuesOf(recipe)
const prices: readonly Quote[] = pricesAt(venues(), START)

function pricesAt(venue: Venue, at: Instant): readonly Quote[] {
  venue.advance(at)
  const quotes = venue.instruments.map(({ id }) => venue.quote(id, at)).filter((quote) => quote !== null && quote.bid > 0n)
  return quotes.slice(0, PRICED) as Quote[]
}

const openThread = (): MarketThread => threadHere(venues)

type Market = Readonly<{ thread: MarketThread; stop: () => void }>

const oneThread = (): Market => ({ thread: openThread(), stop: () => undefined })
const groupsHere = (count: number): Market => ({
  thread: joinedMarket(Array.from({ length: count }, openThread)),
  stop: () => undefined,
})

/** Groups that each a process runs, over a bus that loses, repeats, delays and turns round. */
function groupsElsewhere(count: number, draw: Draw): readonly Market[] {
  const fate: Fate = () => (draw(MESSAGES_A_LOSS) === 0 ? [] : (FATES[draw(FATES.length)] ?? [0]))
  const bus: Bus = carryingLarge(createMemoryBus(fate))
  const vault = createVault(newKeyring())
  const stops = Array.from({ length: count }, (_, group) =>
    runMarketGroup({ bus, vault, group, epoch: 1n, openThread, prepared: null, isSure: () => true }),
  )
  const log = { warn: () => undefined }
  const open = openRemoteMarkets({ bus, vault, groups: count, leadership: () => 1n, epochOf: async () => 1n, log })
  const stop = (): void => {
    for (const each of stops) each()
    void bus.close()
  }
  // The second life begins in what the first has left.
  return [
    { thread: open(), stop: () => undefined },
    { thread: open(), stop },
  ]
}

function orderOf(draw: Draw, number: number, at: Instant): VenueOrder {
  const quote = prices[draw(prices.length)] as Quote
  const side = draw(2) === 0 ? 'buy' : 'sell'
  const isMarket = draw(3) === 0
  const near = quote.bid + ((quote.ask - quote.bid) * BigInt(draw(5) - 2)) / 2n
  const far = side === 'buy' ? quote.ask * 2n : quote.bid / 2n
  return {
    ...{ orderId: `o${number}`, accountId: `a${draw(CUSTOMERS)}`, instrumentId: quote.instrumentId, side, opens: side === 'buy' },
    type: isMarket ? 'market' : 'limit',
    worstPrice: isMarket ? far : near - (near % (SCALE / 100n)),
    quantity: BigInt(1 + draw(40)) * SCALE,
    timeInForce: isMarket ? 'IOC' : 'GTC',
    acceptedAt: at,
    lastTradeDate: '2026-04-06',
    trigger: null,
    siblingId: null,
    knownTo: 0,
  }
}

type Ran = Readonly<{
  executed: readonly string[]
  inputs: ReadonlyMap<string, readonly string[]>
  quotes: ReadonlyMap<string, Quote>
  events: readonly VenueEvent[]
}>

/** A market's life: orders that are open when it begins, and then orders one by one and several at once, proposals, cancels and reductions. */
async function run(start: number, { thread: worker, stop }: Market): Promise<Ran> {
  const draw = generator(start)
  const events: VenueEvent[] = []
  const inputs: VenueInput[] = []
  const quotes = new Map<string, Quote>()
  const failures: Error[] = []
  const hear = (said: readonly VenueEvent[], kept: readonly VenueInput[]): void => {
    events.push(...said)
    inputs.push(...kept)
  }
  const thread: VenueThread = startThread(worker, recipe, {
    onEvents: hear,
    onProposed: (said, kept) => {
      hear(said, kept)
      return said as never
    },
    onFailure: (error) => failures.push(error),
  })
  await thread.loaded
  const open = Array.from({ length: 6 }, (_, at) => ({ ...orderOf(draw, -1 - at, START - 3_600_000 + at), knownTo: 1 }))
  const standing = { orders: open, halts: [], closed: [], listed: [], rounds: [], bookedUntil: START }
  for (const quote of (await thread.begin(standing, START)).quotes) quotes.set(quote.instrumentId, quote)
  let now = START
  for (let number = 0; number < ACTS; number += 1) {
    now += draw(MAX_STEP_MS)
    const others = Array.from({ length: 1 + draw(4) }, (_, at) => orderOf(draw, number * 10 + at, now))
    const other = { orderId: `o${draw(ACTS) * 10}`, accountId: 'a0' }
    const choice = draw(8)
    if (choice < 2) thread.submit(others, now)
    else if (choice < 5) await thread.propose(others, now)
    else if (choice === 5) await thread.ask({ about: 'cancel', ...other }, now)
    else if (choice === 6) await thread.ask({ about: 'reduce', ...other, by: SCALE }, now)
    else for (const quote of (await thread.advance(now)).quotes) quotes.set(quote.instrumentId, quote)
  }
  for (const quote of (await thread.advance(now + MAX_STEP_MS)).quotes) quotes.set(quote.instrumentId, quote)
  await thread.end()
  stop()
  expect(failures).toEqual([])
  return { executed: executedOf(events), inputs: byChain(inputs), quotes, events }
}

/** Of each order what happened to it, in its order, without the numbers of events, which count all groups. */
const executedOf = (events: readonly VenueEvent[]): readonly string[] =>
  events
    .flatMap((event) => {
      if (event.kind === 'execution')
        return [`${event.orderId} ${event.quantity} @ ${event.price} ${event.at} ${event.resting} ${event.match?.otherOrderId ?? '-'}`]
      return event.kind === 'session' ? [] : [`${event.orderId} ${event.kind} ${event.at}`]
    })
    .map((line, at) => [line, at] as const)
    .toSorted(([one, first], [other, second]) => {
      const [a, b] = [one.split(' ')[0] ?? '', other.split(' ')[0] ?? '']
      return a === b ? first - second : a < b ? -1 : 1
    })
    .map(([line]) => line)

function byChain(inputs: readonly VenueInput[]): ReadonlyMap<string, readonly string[]> {
  const written = (input: VenueInput): string =>
    JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  const chains = Map.groupBy(inputs, ({ instrumentId, tradeDate }) => `${instrumentId} ${tradeDate}`)
  return new Map([...chains].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([chain, own]) => [chain, own.map(written)]))
}

/** Numbers only go up, and a trade between customers has that of its first side. */
function expectOneSequence(events: readonly VenueEvent[]): void {
  let last = 0
  const trades = new Map<number, string[]>()
  for (const event of events) {
    expect(event.sequence).toBeGreaterThan(last)
    last = event.sequence
    if (event.kind === 'execution' && event.match !== null)
      trades.set(event.match.number, [...(trades.get(event.match.number) ?? []), `${event.sequence}`])
  }
  for (const [number, sides] of trades) {
    expect(sides).toHaveLength(2)
    expect(sides[0]).toBe(String(number))
  }
}

const seeds = Array.from({ length: RUNS }, (_, at) => seed + at)
it.each(seeds)('seed %i: two or five groups, here or elsewhere over a bus with faults, execute what one thread does', async (start) => {
  const alone = await run(start, oneThread())
  expect(alone.executed.filter((line) => line.includes('@')).length).toBeGreaterThan(30)
  for (const market of [groupsHere(2), groupsHere(5), ...groupsElsewhere(3, generator(start + 1))]) {
    const { executed, inputs, quotes, events } = await run(start, market)
    expect(executed).toEqual(alone.executed)
    expect(inputs).toEqual(alone.inputs)
    expect(quotes).toEqual(alone.quotes)
    expectOneSequence(events)
  }
})
