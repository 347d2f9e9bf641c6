import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
import { daysOf } from '@rueda/exchange/calendars/civil.ts'
import { type Booked, withoutLost } from '@rueda/exchange/reruns/compare.ts'
import { type InputRecord, inputOf, marketOfId } from '@rueda/exchange/reruns/input-record.ts'
import { cancelledAt, executionsOf, ordersOfOwner } from '@rueda/exchange/reruns/own-order.ts'
import { rerun } from '@rueda/exchange/reruns/rerun.ts'
import { type WorldOfDays, venuesOfDays, worldOfDays } from '@rueda/exchange/reruns/venues-of-days.ts'
import type { Scenario } from '@rueda/exchange/scenario/scenario.ts'
import type { WorldMarket } from '@rueda/exchange/world/world-market.ts'
import { inputOrder, inputOwner } from '@rueda/proof/account-key.ts'
import { executionHash, inputHash } from '@rueda/proof/input-chain.ts'
import { sha256 } from '@rueda/proof/sha256.ts'
import { type PublishedTape, faultOfTape, headsOfTape, isInChain, readTape } from '@rueda/proof/tape.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type {
  HoursOrder,
  HoursReport,
  PartOrder,
  PartReport,
  ProveOrder,
  ProveProgress,
  ProveReport,
  RerunOrder,
  RerunReport,
  RunnerOrder,
  TapeOrder,
  TapeReport,
} from './execution-runner.ts'
import { proveDays } from '../trust/prove-days.ts'

/** Reads a day's tape and runs the day again, beside the page (`docs/rules/proof.md` P.43). The engine is the one that the app carries. */

type Own = Readonly<{ tape: PublishedTape; records: readonly InputRecord[]; booked: readonly Booked[]; order: string }>
let own: Own | null = null
/** The days that were proven, and the market that they draw. */
let proven: Readonly<{ days: WorldOfDays; world: WorldMarket }> | null = null

self.addEventListener('message', ({ data }: MessageEvent<RunnerOrder>) => self.postMessage(answer(data)))

function answer(order: RunnerOrder): HoursReport | TapeReport | ProveReport | PartReport | RerunReport {
  switch (order.kind) {
    case 'hours':
      return hoursOf(order)
    case 'tape':
      return judgeTape(order)
    case 'prove':
      return prove(order)
    case 'part':
      return partOfIndex(order)
    case 'rerun':
      return runAgain(order)
  }
}

/** An order that came so close to the edge of a day may have been taken on its other side. */
const EDGE_MS = MINUTE_MS

function hoursOf({ market, alwaysOpen, date, placedAt }: HoursOrder): HoursReport {
  const calendar = createCalendar(marketNames.find((name) => name === market) ?? HOUSE_MARKET, alwaysOpen)
  const [from, endsAt] = [calendar.beginOf(daysOf(date)), calendar.beginOf(daysOf(date) + 1)]
  return { kind: 'hours', endsAt, isPlacedWithin: placedAt >= from + EDGE_MS && placedAt < endsAt - EDGE_MS }
}

/** More hashes than these make no file that a browser keeps. */
const MAX_HASHES = 2_000

function judgeTape({ tape: shown, logged, key: text, orderId, place }: TapeOrder): TapeReport {
  const tape = readTape(shown)
  if (tape === null) return { kind: 'unreadable' }
  const key = hexToBytes(text)
  const { instrument, date } = tape
  const heads = headsOfTape(tape)
  const fault = logged.kind === 'tape' ? faultOfTape(tape, heads, logged) : 'day'
  const order = bytesToHex(inputOrder(key, instrument, date, orderId))
  const records = tape.inputs.flatMap((each) => ('record' in each ? [each.record as unknown as InputRecord] : []))
  const booked = tape.executions.flatMap((each) => ('order' in each ? [bookedOf(each)] : []))
  own = { tape, records, booked, order }
  const few = <Item>(list: readonly Item[], hashOf: (item: Item) => string): readonly string[] | null =>
    list.length > MAX_HASHES || heads === null ? null : list.map(hashOf)
  return {
    kind: 'tape',
    fault,
    inputs: few(tape.inputs, (each) => ('record' in each ? bytesToHex(inputHash(each.record)) : each.hash)),
    executions: few(tape.executions, (each) => ('order' in each ? bytesToHex(executionHash(each)) : each.hash)),
    order,
    isThere: ordersOfOwner(records, bytesToHex(inputOwner(key, instrument, date))).includes(order),
    isWhole: records.length === tape.inputs.length,
    taped: executionsOf(booked, order),
    cancelledAt: cancelledAt(records, order),
    isPlaced: place === null || heads === null ? null : isInChain(heads, place) && isRecordOf(tape.inputs[place.number - 1], order),
  }
}

/** The record in a place is of the order; one that is a hash alone may be. */
const isRecordOf = (input: PublishedTape['inputs'][number] | undefined, order: string): boolean =>
  input !== undefined && (!('record' in input) || ('order' in input.record && input.record.order === order))

type Taped = Extract<PublishedTape['executions'][number], Readonly<{ order: string }>>
const bookedOf = ({ order, price, quantity, at, resting }: Taped): Booked => ({
  ...{ orderId: order, at, resting },
  price: BigInt(price),
  quantity: BigInt(quantity),
})

function prove({ alwaysOpen, days: shown, publicKey, proven: before }: ProveOrder): ProveReport {
  const { tape } = tapeRead()
  const proof = proveDays({ days: shown, publicKey, before: new Set(before) }, (done, of) =>
    self.postMessage({ kind: 'progress', done, of } satisfies ProveProgress),
  )
  if (proof.kind !== 'proven') return proof
  const of = { historyFrom: proof.historyFrom, alwaysOpen, date: tape.date }
  const days: WorldOfDays = { ...of, days: proof.known, sha256 }
  proven = { days, world: worldOfDays(days) }
  // The index that halts the market is of the house's own market, and follows no other.
  const ofIndex = proof.known.filter(({ market }) => market === HOUSE_MARKET)
  return { kind: 'proven', newly: proof.newly, world: { ...of, days: ofIndex } }
}

function partOfIndex({ world: told, part }: PartOrder): PartReport {
  const date = told?.date ?? tapeRead().tape.date
  const world = told === null ? provenDays().world : worldOfDays({ ...told, sha256 })
  return { kind: 'part', values: world.breakerPart(date, part) }
}

function runAgain({ scenario: text, parts, until }: RerunOrder): RerunReport {
  const { tape, records, booked, order } = tapeRead()
  const { days, world } = provenDays()
  const { instrument: id, date } = tape
  world.takeBreakerParts(date, parts)
  const scenario = text === null ? null : (JSON.parse(text) as Scenario)
  const inputs = records.map((record) => inputOf(record, { instrumentId: id, tradeDate: date }))
  const day = { instrument: { id, market: marketOfId(id) }, date, inputs, ...(until === null ? {} : { until }) }
  const again = withoutLost(booked, rerun(day, venuesOfDays({ ...days, scenario }, world)), inputs)
  return { kind: 'rerun', executions: executionsOf(again, order) }
}

function tapeRead(): Own {
  if (own === null) throw new Error('a day is run again from its tape')
  return own
}

function provenDays(): NonNullable<typeof proven> {
  if (proven === null) throw new Error('a day is run again from the keys that were proven')
  return proven
}
