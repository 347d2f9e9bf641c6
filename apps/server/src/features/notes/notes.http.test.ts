import { notes } from '@rueda/contract/notes.ts'
import { MAX_NOTES, MAX_NOTES_OF_INSTRUMENT } from '@rueda/rules/notes/note.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, TEST_MOMENT, startHarness } from '../../testing/harness.ts'

/** Notes on charts (`docs/rules/notes.md`). */
let harness: Harness
let customer: Customer

beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  customer = await harness.newCustomer()
})
afterAll(() => harness.stop())

const place = { stockCode: 'TEST', market: 'US' } as const
const note = { ...place, timestamp: TEST_MOMENT - 1000, price: '182.3', text: 'Support here' } as const
const save = (asked: object = {}, token = customer.token) => harness.call(notes.save, { ...note, ...asked }, token)
const list = async (token = customer.token) => (await harness.ask(notes.list, place, token)).list

describe('a note', () => {
  it('is kept with its words, its moment and its price, for every device of its owner', async () => {
    const { data } = await save()
    expect(await list()).toEqual([data])
    expect(data).toMatchObject({ text: 'Support here', price: '182.30', noteTimestamp: TEST_MOMENT - 1000 })
  })

  it('is changed and moved, and stays the same note', async () => {
    const { data } = await save()
    await save({ id: data?.id, text: 'Broken', price: '180', timestamp: TEST_MOMENT - 5000 })
    expect(await list()).toMatchObject([{ id: data?.id, text: 'Broken', price: '180.00', noteTimestamp: TEST_MOMENT - 5000 }])
  })

  it('is one, however often it is sent', async () => {
    const [first, second] = [await save(), await save()]
    expect(second.data?.id).toBe(first.data?.id)
    expect(await list()).toHaveLength(1)
  })

  it('is deleted, twice if need be', async () => {
    const { data } = await save()
    for (let turn = 0; turn < 2; turn += 1) expect(await harness.ask(notes.remove, { id: data?.id ?? '' }, customer.token)).toBe(true)
    expect(await list()).toEqual([])
  })

  it('is refused without words, with too many, in the future and on nothing', async () => {
    for (const [asked, code] of [
      [{ text: '  ' }, 1000],
      [{ text: 'x'.repeat(201) }, 1000],
      [{ text: '\u2800\u3164\u00ad' }, 1000],
      [{ price: '0' }, 1000],
      [{ price: '-5' }, 1000],
      [{ price: '92233720368.54775808' }, 1000],
      [{ price: '9999999999999' }, 1000],
      [{ timestamp: TEST_MOMENT + 60_000_000 }, 1000],
      [{ stockCode: 'NOTHING' }, 3000],
      [{ id: '01a1fd22-b178-7ed2-a02c-6916a8f97824' }, 1002],
    ] as const)
      expect(await save(asked)).toMatchObject({ code })
    expect(await list()).toEqual([])
  })
})

it('somebody else neither sees a note nor changes nor deletes it', async () => {
  const { data } = await save()
  const other = await harness.newCustomer()
  expect(await list(other.token)).toEqual([])
  expect(await save({ id: data?.id, text: 'Mine' }, other.token)).toMatchObject({ code: 1002 })
  await harness.ask(notes.remove, { id: data?.id ?? '' }, other.token)
  expect(await list()).toEqual([data])
})

it.each([
  ['fifty of an instrument', MAX_NOTES_OF_INSTRUMENT, 'US:TEST'],
  ['five hundred in all', MAX_NOTES, 'US:OTHER'],
])('there are %s at most; a kept one can still be changed', async (_, most, instrumentId) => {
  const { data } = await save()
  await harness.app.pool.query(
    `insert into chart_notes (account_id, note_id, instrument_id, at, price, text, created_at, changed_at)
      select $1, gen_random_uuid(), $2, n, 1, 'n', 0, 0 from generate_series(1, $3) n`,
    [customer.accountId, instrumentId, most - 1],
  )
  expect(await save({ text: 'One too many' })).toMatchObject({ code: 5074, data: { num: most } })
  expect(await save({ id: data?.id, text: 'Changed' })).toMatchObject({ data: { text: 'Changed' } })
})
