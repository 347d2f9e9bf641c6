import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
import { daysOf } from '@rueda/exchange/calendars/civil.ts'
import { type Booked, withoutLost } from '@rueda/exchange/reruns/compare.ts'
import { type InputRecord, inputOf, marketOfId } from '@rueda/exchange/reruns/input-record.ts'
import { cancelledAt, executionsOf, ordersOfOwner } from '@rueda/exchange/reruns/own-order.ts'
import { rerun } from '@rueda/exchange/reruns/rerun.ts'
import { venuesOfDays } from '@rueda/exchange/reruns/venues-of-days.ts'
import type { Scenario } from '@rueda/exchange/scenario/scenario.ts'
import { inputOrder, inputOwner } from '@rueda/proof/account-key.ts'
import { executionHash, inputHash } from '@rueda/proof/input-chain.ts'
import { type PublishedTape, faultOfTape, headsOfTape, isInChain, readTape } from '@rueda/proof/tape.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type {
  HoursOrder,
  HoursReport,
  RerunOrder,
  RerunProgress,
  RerunReport,
  RunnerOrder,
  TapeOrder,
  TapeReport,
} from './execution-runner.ts'
import { proveDays } from '../trust/prove-days.ts'

/** Reads a day's tape and runs the day again, beside the page (`docs/rules/proof.md` P.43). The engine is the one that the app carries. */

type Own = Readonly<{ tape: PublishedTape; records: readonly InputRecord[]; booked: readonly Booked[]; order: string }>
let own: Own | null = null

self.addEventListener('message', ({ data }: MessageEvent<RunnerOrder>) => self.postMessage(answer(data)))

function answer(order: RunnerOrder): HoursReport | TapeReport | RerunReport {
  if (order.kind === 'hours') return hoursOf(order)
  return order.kind === 'tape' ? judgeTape(order) : runAgain(order)
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

function runAgain({ alwaysOpen, scenario, days, publicKey, proven, until }: RerunOrder): RerunReport {
  if (own === null) throw new Error('a day is run again from its tape')
  const { tape, records, booked, order } = own
  const proof = proveDays({ days, publicKey, before: new Set(proven) }, (done, of) =>
    self.postMessage({ kind: 'progress', done, of } satisfies RerunProgress),
  )
  if (proof.kind !== 'proven') return proof
  const { instrument: id, date } = tape
  const open = venuesOfDays({
    ...{ days: proof.known, historyFrom: proof.historyFrom, sha256, alwaysOpen, date },
    scenario: scenario === null ? null : (JSON.parse(scenario) as Scenario),
  })
  const inputs = records.map((record) => inputOf(record, { instrumentId: id, tradeDate: date }))
  const day = { instrument: { id, market: marketOfId(id) }, date, inputs, ...(until === null ? {} : { until }) }
  const again = withoutLost(booked, rerun(day, open), inputs)
  return { kind: 'rerun', executions: executionsOf(again, order), newlyProven: proof.newly }
}
