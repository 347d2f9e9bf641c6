import { createHash } from 'node:crypto'
import { orders } from '@rueda/contract/orders.ts'
import { reference } from '@rueda/contract/reference.ts'
import { parseCanonicalJson } from '@rueda/proof/canonical-json.ts'
import { inputChainStart, inputHash, nextInputHead } from '@rueda/proof/input-chain.ts'
import { type Draw, generator } from '@rueda/exchange/testing/generator.ts'
import { compareExecutions } from '@rueda/exchange/reruns/compare.ts'
import { type InputRecord, inputOf } from '@rueda/exchange/reruns/input-record.ts'
import type * as engine from '@rueda/exchange/engine-bundle.ts'
import { rerun } from '@rueda/exchange/reruns/rerun.ts'
import { venuesOfDays } from '@rueda/exchange/reruns/venues-of-days.ts'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createFindings } from '../features/integrity/verify/findings.ts'
import { verifyExecutions } from '../features/integrity/verify/executions-again.ts'
import type { Snapshots } from '../features/integrity/verify/snapshots.ts'
import { type Tape, sayInputs, sayTapes } from '../features/trust/tape.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { SMALL_BOARD } from '../testing/small-board.ts'
import { ownEngine } from '../trust-log/own-engine.ts'

/** A day of the market with a restart and a halt in it, run again by whoever has nothing but what is published (`docs/rules/proof.md` P.42). */
const DATE = '2026-11-18'
const MACHINE_AT = Date.parse('2026-11-18T15:00:00Z')
const HISTORY_FROM = '2026-08-20'
const RESTARTED_AT = Date.parse('2026-11-18T15:20:00.130Z')
const ACTS = 30
const FOR_EVER = 'public, max-age=31536000, immutable'
/** A whole day passes, with everything that the server does in it. */
const MAX_SETUP_MS = 180_000
const ENVIRONMENT = { SIM_SEED: 'executions', SIM_CLOCK: 'real', KYC_FOR_TRADING: '0' }
const draw: Draw = generator(Number(process.env['SEED'] ?? 4_202))
let database: Database
let harness: MarketHarness
let customers: readonly Customer[]
let receipt: unknown

const start = async (machineAt: number): Promise<void> => {
  harness = await startMarketHarness({ database, machineAt, environment: ENVIRONMENT })
  await harness.pass(250)
}

beforeAll(async () => {
  database = await createTestDatabase()
  await start(MACHINE_AT)
  customers = [await harness.newCustomer(), await harness.newCustomer(), await harness.newCustomer()]
  const first = await harness.call(orders.create, { ...order(), direction: 0, orderType: 0 }, customers[0]?.token)
  receipt = (first as { receipt?: unknown }).receipt
  await trade()
  await harness.stop()
  await start(RESTARTED_AT)
  await trade()
  expect(await tapeOf('US:ARDV')).toEqual({ instrument: 'US:ARDV', date: DATE, state: 'sealed' })
  await harness.passTo('2026-11-19T05:00:01Z')
  // What is still open is given up, so that everything can be read.
  for (const { token } of customers) {
    const { list } = await harness.ask(orders.list, { working: 1 }, token)
    for (const { id } of list) await harness.ask(orders.cancel, { orderId: id }, token)
  }
  await harness.pass(1_000)
  await sayInputs(harness.app)
  await sayTapes(harness.app, new Map(), 0)
  await harness.app.trustLog.checkpoint()
}, MAX_SETUP_MS)
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

const order = () => ({ stockCode: 'ARDV', market: 'US', direction: draw(2) as 0 | 1, quantity: String(1 + draw(40)) }) as const

/** Random acts at random moments between the beats, as customers and staff do. */
async function trade(): Promise<void> {
  for (let act = 0; act < ACTS; act += 1) {
    const customer = customers[draw(customers.length)]
    const { list } = await harness.ask(orders.list, { working: 1 }, customer?.token)
    const last = harness.app.venue.quote('US:ARDV')?.last ?? 0n
    const price = (Number(last / 1_000_000n) / 100 + (draw(21) - 10) / 100).toFixed(2)
    const choice = draw(14)
    const kind =
      choice < 4
        ? { orderType: 0 as const }
        : choice < 9
          ? { orderType: 1 as const, price, tif: draw(2) as 0 | 1 }
          : { orderType: 2 as const, stopPrice: price }
    const open = list[draw(Math.max(1, list.length))]?.id
    if (choice === 10 && open !== undefined) await harness.call(orders.cancel, { orderId: open }, customer?.token)
    else if (choice > 10 && open !== undefined) await harness.call(orders.amend, { orderId: open, quantity: '1' }, customer?.token)
    else
      await harness.call(
        orders.create,
        { ...order(), ...kind, ...(choice === 3 ? { quantity: '1.25', direction: 0 as const } : {}) },
        customer?.token,
      )
    if (act === ACTS / 3)
      await harness.app.venue.setHalts([
        { stopId: 'one', kind: 'halt', scope: 'instrument', target: 'US:ARDV', from: harness.app.clock.now() },
      ])
    if (act === ACTS / 3 + 3) await harness.app.venue.setHalts([])
    await harness.pass(draw(9_000) + 1)
  }
}

async function tapeOf(instrument: string): Promise<Tape | null> {
  const answer = await harness.http.server.inject(`/trust/tape/${encodeURIComponent(instrument)}/${DATE}`)
  // Here a tape changes no more once it is published, because every order has ended by then.
  if (answer.statusCode === 200)
    expect(answer.headers['cache-control']).toBe(answer.json<Tape>().state === 'sealed' ? 'no-cache' : FOR_EVER)
  return answer.statusCode === 200 ? (answer.json() as Tape) : null
}

async function published() {
  const tape = await tapeOf('US:ARDV')
  if (tape?.state !== 'published') throw new Error('the tape is not published')
  const records = tape.inputs.map((input) => ('record' in input ? (input.record as InputRecord) : null)).filter((record) => record !== null)
  return {
    ...tape,
    executions: tape.executions.filter((execution) => 'order' in execution),
    records,
    inputs: records.map((record) => inputOf(record, { instrumentId: 'US:ARDV', tradeDate: DATE })),
    shown: tape.inputs.length,
  }
}

const faults = async (reader: Pick<Pool | PoolClient, 'query'> = database.pool): Promise<readonly string[]> => {
  const findings = createFindings(() => 0)
  const query = (sql: string, values: unknown[] = []) => reader.query(sql, values)
  const market = { historyFrom: HISTORY_FROM, mostListed: SMALL_BOARD }
  await verifyExecutions({ snapshots: { query } as Snapshots, findings, checkpoint: null, vault: harness.app.vault, market })
  return findings.all().flatMap(({ id, offending }) => (offending.length > 0 ? [id] : []))
}

it('answers an order with its place in the chain of the day and the quote it met', () => {
  expect(receipt).toMatchObject({ input: { instrument: 'US:ARDV', number: 2, previous: expect.stringMatching(/^[0-9a-f]{64}$/u) } })
  expect(receipt).toMatchObject({ quote: { bid: expect.any(String), ask: expect.any(String), last: expect.any(String) } })
})

it('publishes a chain that anybody follows to the head that the log has', async () => {
  const { records, entry, head, number, shown } = await published()
  expect(records).toHaveLength(shown)
  const own = records.reduce((before, record) => nextInputHead(before, inputHash(record as never)), inputChainStart('US:ARDV', DATE))
  expect(Buffer.from(own).toString('hex')).toBe(head)
  // One for the day, one for the venue's second start, and one for the engines that the orders left open began with then.
  expect(records.filter(({ kind }) => kind === 'begin')).toHaveLength(3)
  const kinds = new Set(records.map(({ kind }) => kind))
  expect([...kinds]).toEqual(expect.arrayContaining(['arrive', 'restore', 'cancel', 'reduce', 'halts']))
  const { rows } = await database.pool.query<{ entry: string; place: bigint }>(
    "select entry, entry_index as place from trust_entries where kind = 'tape' and entry like '%US:ARDV%'",
  )
  expect(rows.map(({ place }) => Number(place))).toEqual([entry])
  expect(rows.map(({ entry: line }) => parseCanonicalJson(line))).toMatchObject([
    { ok: true, value: { instrument: 'US:ARDV', date: DATE, number, head } },
  ])
})

it('gives the same executions again by published keys and the chain alone', async () => {
  const { inputs, executions, records } = await published()
  const told = await harness.ask(reference.commitments, {})
  const days = told.flatMap(({ market, date, model, key }) => (key === null ? [] : [{ market, date, model, key: Buffer.from(key, 'hex') }]))
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  const world = { days, sha256, alwaysOpen: true, scenario: null, historyFrom: HISTORY_FROM, mostListed: SMALL_BOARD }
  const open = venuesOfDays({ ...world, date: DATE })
  const again = rerun({ instrument: { id: 'US:ARDV', market: 'US' }, date: DATE, inputs }, open)
  const booked = executions.map(({ order: orderId, price, quantity, ...at }) => ({
    orderId,
    price: BigInt(price),
    quantity: BigInt(quantity),
    ...at,
  }))
  const { bytes } = await ownEngine()
  const bundle = (await import(`data:text/javascript;base64,${Buffer.from(bytes).toString('base64')}`)) as typeof engine
  expect(bundle.runDay({ instrumentId: 'US:ARDV', date: DATE, records, ...world })).toEqual(again)
  expect(booked.length).toBeGreaterThan(12)
  expect(compareExecutions(booked, again, inputs)).toBeNull()
  const [first] = booked
  if (first === undefined) throw new Error('nothing was executed')
  const changed = (part: Partial<typeof first>) => compareExecutions([{ ...first, ...part }, ...booked.slice(1)], again, inputs)?.kind
  expect(changed({ price: first.price + 1n })).toBe('price')
  expect(changed({ quantity: first.quantity + 1n })).toBe('quantity')
  expect(changed({ at: first.at + 1 })).toBe('time')
  expect(compareExecutions(booked.slice(0, -1), again, inputs)?.kind).toBe('missing')
})

describe('the checks of the books', () => {
  it('find the day in order', async () => {
    expect(await faults()).toEqual([])
  })

  it.each([
    [
      'INPUT-3',
      'a price changed by one unit',
      `update fills set price = price + 1 where sequence = (select max(sequence) from fills where trade_date = '${DATE}')`,
    ],
    ['INPUT-1', 'a term changed in the chain', `update venue_inputs set record = replace(record, '"at":', '"at":1') where number = 2`],
    [
      'INPUT-2',
      'an order left out at the end',
      `delete from venue_inputs i where trade_date = '${DATE}' and number = (select max(number) from venue_inputs l where l.instrument_id = i.instrument_id and l.trade_date = i.trade_date)`,
    ],
  ])('%s: find %s', async (id, _, fault) => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('set local role none')
      for (const table of ['fills', 'venue_inputs']) await client.query(`alter table ${table} disable trigger all`)
      expect((await client.query(fault)).rowCount).toBeGreaterThan(0)
      expect(await faults(client)).toContain(id)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
