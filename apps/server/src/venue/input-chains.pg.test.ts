import { randomBytes } from 'node:crypto'
import type { InputRecord } from '@rueda/exchange/reruns/input-record.ts'
import type { VenueInput } from '@rueda/exchange/inputs.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type InputChains, createInputChains } from './input-chains.ts'
import { readChain } from './input-store.ts'

/** The chains over lives of the venue (`docs/rules/proof.md` P.41). */
const INSTRUMENT = 'US:TEST'
const OTHER = 'US:OTHER'
const NOON = Date.parse('2026-01-05T17:00:00Z')
const LATER = Date.parse('2026-03-20T17:00:00Z')
const NOTHING = { halts: [], closed: [], listed: [] }
const of = (tradeDate: string, instrumentId = INSTRUMENT) => ({ instrumentId, tradeDate, at: NOON })
const begin = (tradeDate: string, instrumentId = INSTRUMENT): VenueInput => ({ ...of(tradeDate, instrumentId), kind: 'begin', ...NOTHING })
const cancel = (tradeDate: string, instrumentId = INSTRUMENT): VenueInput => ({
  ...of(tradeDate, instrumentId),
  ...{ kind: 'cancel', orderId: '0199aaaa-0000-7000-8000-000000000001', accountId: '1' },
})
let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())

/** A server that has started: its chains, with the first life of its venue. */
async function started(at: number): Promise<InputChains> {
  const chains = createInputChains(database.pool)
  chains.open(() => randomBytes(32))
  await chains.beginLife({ at, ...NOTHING })
  return chains
}
const kindsOf = async (tradeDate: string, instrumentId = INSTRUMENT): Promise<readonly string[]> =>
  (await readChain(database.pool, instrumentId, tradeDate)).map(({ record }) => (JSON.parse(record) as InputRecord).kind)
const tape = (tradeDate: string) =>
  database.pool.query('insert into venue_input_days (instrument_id, trade_date, taped_at) values ($1, $2, 1)', [INSTRUMENT, tradeDate])

it('begins anew in every chain that is not taped, those of days that are over too, and once where nothing follows', async () => {
  const before = await started(NOON)
  before.hear(['2026-01-02', '2026-01-05', '2026-01-06'].flatMap((date) => [begin(date), cancel(date)]))
  before.hear([begin('2026-01-05', OTHER), cancel('2026-01-05', OTHER)])
  await before.flush()
  await tape('2026-01-02')
  const next = await started(LATER)
  expect(next.isWritten(of('2026-01-05'))).toBe(false)
  await next.flush()
  await (await started(LATER + 1)).flush()
  expect(await kindsOf('2026-01-02')).toEqual(['begin', 'cancel'])
  for (const date of ['2026-01-05', '2026-01-06']) expect(await kindsOf(date)).toEqual(['begin', 'cancel', 'begin'])
  expect(await kindsOf('2026-01-05', OTHER)).toEqual(['begin', 'cancel', 'begin'])
  expect((await readChain(database.pool, INSTRUMENT, '2026-01-05')).at(-1)?.at).toBe(LATER)
})

it('begins anew behind what had its number and whose commit failed', async () => {
  const chains = await started(LATER)
  chains.hear([begin('2026-03-20')])
  const proposed = chains.hearProposed([cancel('2026-03-20')])
  await expect(chains.write(proposed, () => Promise.reject(new Error('the commit failed')))).rejects.toThrow('the commit failed')
  chains.endLife()
  expect(chains.isWritten(of('2026-03-20', 'US:NONE'))).toBe(false)
  await chains.beginLife({ at: LATER + 1, ...NOTHING })
  expect(chains.isWritten(of('2026-03-20', 'US:NONE'))).toBe(true)
  await chains.flush()
  expect(await kindsOf('2026-03-20')).toEqual(['begin', 'cancel', 'begin'])
})

it('begins anew in what was left before months without a server', async () => {
  const before = await started(LATER)
  before.hear([begin('2026-01-08'), cancel('2026-01-08')])
  await before.flush()
  await (await started(LATER)).flush()
  expect(await kindsOf('2026-01-08')).toEqual(['begin', 'cancel', 'begin'])
})
