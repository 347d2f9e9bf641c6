import { once } from 'node:events'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { VenueInput } from '@rueda/exchange/inputs.ts'
import type { VenueOrder } from '@rueda/exchange/venue.ts'
import { type PublishedDay, type PublishedDays, venuesOfDays, worldOfDays } from '@rueda/exchange/reruns/venues-of-days.ts'
import { rerun } from '@rueda/exchange/reruns/rerun.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { openWholeMarket } from './support/market.ts'
import { median, report } from './support/median.ts'
import { RUNS } from './support/settings.ts'

/**
 * "Check this execution": a share's finished day run again from the published keys of all days, as the worker of the app does it, every time from
 * nothing. The day has so many orders at the price of their moment. A telephone counts as so many times slower than this machine.
 */
const INSTRUMENT = 'US:ARDV'
const DATE = '2026-11-19'
const OPENS = Date.parse('2026-11-19T14:30:00Z')
const OVER = Date.parse('2026-11-21T12:00:00Z')
const ORDERS = 500
const EVERY_MS = 40_000
const CENT = scaled('0.01')
/** Threads that share the work on the index, as the app starts them on a telephone. */
const PARTS = 4
const PHONE_SLOWDOWN = 4
const ALLOWED_SECONDS = 5
const MS = 1_000

type Day = Readonly<{ days: readonly PublishedDay[]; inputs: readonly VenueInput[] }>
type PartOfDay = Readonly<{ days: readonly PublishedDay[]; part: number }>
type PartRan = Readonly<{ values: Float64Array; seconds: number }>
type Ran = Readonly<{ seconds: number; executions: number }>

if (isMainThread) await measure()
else if ('part' in workerData) partOfIndex(workerData as PartOfDay)
else parentPort?.postMessage(await runAgain(workerData as Day))

async function measure(): Promise<void> {
  const { venue } = openWholeMarket()
  const days = venue
    .commitments(OVER)
    .flatMap(({ market, date, model, key }): PublishedDay[] =>
      key === null || date > DATE ? [] : [{ market, date, model, key: hexToBytes(key) }],
    )
  const traded = venuesOfDays(ofDate(days))()
  for (let count = 0; count < ORDERS; count += 1) {
    const at = OPENS + count * EVERY_MS
    traded.submit(orderAt(count, at, traded.quote(INSTRUMENT, at)?.last ?? 0n), at)
  }
  const inputs = traded.takeInputs().filter(({ instrumentId }) => instrumentId === INSTRUMENT)
  const runs: Ran[] = []
  for (let run = 0; run < RUNS; run += 1) {
    // A thread of its own for each, as in the app: nothing is warm in it.
    const thread = new Worker(new URL(import.meta.url), { workerData: { days, inputs } satisfies Day })
    runs.push(((await once(thread, 'message')) as [Ran])[0])
    await thread.terminate()
  }
  const here = median(runs.map(({ seconds }) => seconds))
  const phone = here * PHONE_SLOWDOWN
  report(
    'execution check',
    phone.toFixed(2),
    `s on a telephone for a day of ${inputs.length} inputs and ${runs[0]?.executions} executions, from the keys of ${days.length} days`,
    phone / ALLOWED_SECONDS,
    `${ALLOWED_SECONDS} s allowed`,
    `; ${here.toFixed(2)} s here, a telephone taken as ${PHONE_SLOWDOWN} times slower, with ${PARTS} cores`,
  )
}

/** The threads work one after the other, each as fast as on a core of its own; they count as if they worked side by side. */
async function runAgain({ days, inputs }: Day): Promise<Ran> {
  const parts: Float64Array[] = []
  let longest = 0
  for (let part = 1; part < PARTS; part += 1) {
    const thread = new Worker(new URL(import.meta.url), { workerData: { days: days.filter(isOfHouse), part } satisfies PartOfDay })
    const [{ values, seconds }] = (await once(thread, 'message')) as [PartRan]
    parts.push(values)
    longest = Math.max(longest, seconds)
  }
  const began = performance.now()
  const world = worldOfDays(ofDate(days))
  parts.unshift(world.breakerPart(DATE, { part: 0, of: PARTS }))
  const own = (performance.now() - began) / MS
  const next = performance.now()
  world.takeBreakerParts(DATE, parts)
  const again = rerun({ instrument: { id: INSTRUMENT, market: HOUSE_MARKET }, date: DATE, inputs }, venuesOfDays(ofDate(days), world))
  return { seconds: Math.max(own, longest) + (performance.now() - next) / MS, executions: again.length }
}

function isOfHouse({ market }: PublishedDay): boolean {
  return market === HOUSE_MARKET
}

function ofDate(days: readonly PublishedDay[]): PublishedDays {
  return { days, sha256, alwaysOpen: true, scenario: null, date: DATE }
}

function partOfIndex({ days, part }: PartOfDay): void {
  const began = performance.now()
  const values = worldOfDays(ofDate(days)).breakerPart(DATE, { part, of: PARTS })
  parentPort?.postMessage({ values, seconds: (performance.now() - began) / MS } satisfies PartRan, [values.buffer as ArrayBuffer])
}

/** Buys and sells in turn: a cent better than the market, so that it meets what stands, or a cent worse, so that it stands. */
function orderAt(count: number, at: number, last: bigint): VenueOrder {
  const side = count % 2 === 0 ? 'buy' : 'sell'
  const away = (count % 4 < 2 ? 1n : -1n) * (side === 'buy' ? CENT : -CENT)
  return {
    ...{ orderId: `order ${count}`, accountId: `account ${count}`, instrumentId: INSTRUMENT, side, opens: side === 'buy', type: 'limit' },
    ...{ worstPrice: last + away, quantity: scaled('10'), timeInForce: 'DAY', acceptedAt: at, lastTradeDate: DATE },
    ...{ trigger: null, siblingId: null, knownTo: 0 },
  }
}
