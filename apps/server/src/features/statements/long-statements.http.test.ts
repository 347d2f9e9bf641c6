import { statements } from '@rueda/contract/statements.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_MOMENT, type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { MAX_MOVEMENTS } from './statement.ts'

/** A customer with more movements than fit on paper, inserted in sets: their origin is not tested. */
let harness: Harness
let customer: Customer
const MONTH = '2026-11'
const ENTRIES = `
  insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date,
                       accounts, assets, amounts, balances_after, previous_hash, hash)
  select $1::bigint, sequence, 'J20', 'transfer', gen_random_uuid()::text, 0, $4, date '2026-11-18',
         '{H:PROMO:USD,U:STOCK:CASH}', '{USD,USD}', '{-1,1}', array[null, sequence], sha256(int8send(sequence - 1)), sha256(int8send(sequence))
  from generate_series($2::bigint, $3::bigint) as sequence`

beforeAll(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
})
afterAll(() => harness.stop())

const FIRST = 1_000
const insert = (from: number, to: number) => harness.app.pool.query(ENTRIES, [customer.accountId, FIRST + from, FIRST + to, TEST_MOMENT])

const DRAWN = 600

it('the server goes on while a statement is drawn', async () => {
  await insert(1, DRAWN)
  await harness.ask(statements.download, { month: MONTH, format: 'pdf' }, customer.token)
  const began = performance.now()
  let last = began
  let longest = 0
  const turn = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  const { content } = await harness.ask(statements.download, { month: MONTH, format: 'pdf' }, customer.token)
  const ended = performance.now()
  clearInterval(turn)
  expect(Buffer.from(content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  // Drawn on the main thread it is one long turn, which nearly all of the time goes into.
  expect(Math.max(longest, ended - last) / (ended - began)).toBeLessThan(0.5)
})

it('says that a month is too long, in every format, and says where everything is', async () => {
  await insert(DRAWN + 1, MAX_MOVEMENTS + 1)
  expect(await harness.call(statements.one, { month: MONTH }, customer.token)).toMatchObject({ code: 1013, data: { num: MAX_MOVEMENTS } })
  for (const format of ['pdf', 'csv', 'json'] as const) {
    const answer = await harness.call(statements.download, { month: MONTH, format }, customer.token, { language: 'en' })
    expect(answer).toMatchObject({ code: 1013, data: { num: MAX_MOVEMENTS } })
    expect(answer.msg).toContain('Export your data')
  }
})
