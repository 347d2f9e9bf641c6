import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { security } from '@rueda/contract/security.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSpaceWatch } from '../../storage/space-watch.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { hire } from '../../testing/staff.ts'

let harness: Harness
let good: Buffer
beforeAll(async () => {
  harness = await startHarness()
  good = await picture()
})
afterAll(() => harness.stop())

const upload = (token: string, at = harness) => at.send(uploadOf(token, formOf({ content: good })))

it('a practice account hands in nothing', async () => {
  const { token } = await harness.ask(accounts.practise, {})
  expect(await upload(token)).toMatchObject({ code: 1011, data: null })
})

describe('a day', () => {
  const today = (accountId: string, count: number, bytes: number) =>
    harness.app.pool.query(
      `insert into files (account_id, file_id, bytes, width, height, print, contrast, is_used, uploaded_at)
       select $1, gen_random_uuid(), $3::int, 1, 1, repeat('0', 256)::bit(256), 9, true, $4 from generate_series(1, $2::int)`,
      [accountId, count, bytes, harness.app.wallClock.now()],
    )

  it('has room for so many files, and the next one too', async () => {
    const { token, accountId } = await harness.newCustomer()
    await today(accountId, 19, 10)
    expect((await upload(token)).code).toBe(200)
    const refused = await upload(token)
    expect(refused).toMatchObject({ code: 1014 })
    expect(refused.msg).toContain('mañana')
    await harness.pass(DAY_MS)
    expect((await upload(token)).code).toBe(200)
  })

  it('has room for so many bytes', async () => {
    const { token, accountId } = await harness.newCustomer()
    await today(accountId, 1, 50 * 1024 * 1024)
    expect(await upload(token)).toMatchObject({ code: 1014 })
  })
})

describe('below the floor of room on the disk', () => {
  let full: Harness
  beforeAll(async () => {
    full = await startHarness({ environment: { MIN_FREE_MB: '1000000000' } })
  })
  afterAll(() => full.stop())

  it('uploads and exports are refused by name, and trading goes on', async () => {
    const { token } = await full.newCustomer()
    expect(await upload(token, full)).toMatchObject({ code: 1012, data: null })
    expect(await full.call(security.exportData, {}, token)).toMatchObject({ code: 1012 })
    await full.ask(orders.create, { stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity: '1' }, token)
  })

  it('administrators are alarmed, once', async () => {
    await hire(full, ['admin'])
    const look = createSpaceWatch(full.app)
    await look()
    await look()
    const { rows } = await full.app.pool.query<{ subject: string }>("select subject from mails where subject like '%disk%'")
    expect(rows).toHaveLength(1)
    expect(full.problems.splice(0)).toEqual([expect.stringContaining('too little room on the disk')])
  })
})
