import { complaints } from '@rueda/contract/complaints.ts'
import { security } from '@rueda/contract/security.ts'
import { support } from '@rueda/contract/support.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

/** An account is closed, or something begins in it: of two requests at once one comes first, and the other is told. */
let harness: Harness
let ana: Customer
beforeEach(async () => {
  harness = await startHarness()
  ana = await harness.newCustomer()
})
afterEach(() => harness.stop())

let sent = 0
const keyed = () => ({ 'idempotency-key': `closing-${(sent += 1)}` })
const write = () => harness.call(support.send, { topic: 'order', text: '¿Dónde está mi plata?' }, ana.token, keyed())
const file = () => harness.call(complaints.file, { text: 'Nadie me responde.' }, ana.token, keyed())
const close = () => harness.call(security.close, { leaveMoney: 1 }, ana.token)
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

/** The app may not read what other connections do, but which of them wait for a lock. */
const WAITING = `
  select count(distinct pid)::int as waiting from pg_locks
  where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`
const untilWaiting = (count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await harness.app.pool.query<{ waiting: number }>(WAITING)
      expect(rows[0]?.waiting).toBe(count)
    },
    { timeout: 10_000 },
  )

type Call = () => ReturnType<typeof write | typeof file | typeof close>

/** Sends both while the account is held, the second once the first waits for it, and then lets it go. */
async function atOnce(first: Call, second: Call): Promise<readonly Awaited<ReturnType<Call>>[]> {
  const holder = await harness.app.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from accounts where account_id = $1 for update', [ana.accountId])
    const answers = [first()]
    await untilWaiting(1)
    answers.push(second())
    await untilWaiting(2)
    await holder.query('commit')
    return await Promise.all(answers)
  } finally {
    // Nothing where it was let go already.
    await holder.query('rollback')
    holder.release()
  }
}

describe('closing an account and complaining at once', () => {
  beforeEach(async () => void (await write()))

  it('a complaint that comes first keeps the account open', async () => {
    const [filed, closed] = await atOnce(file, close)
    expect(filed?.code).toBe(200)
    expect(closed).toMatchObject(refused('complaint.under_way'))
    expect((await harness.ask(complaints.list, {}, ana.token)).list).toMatchObject([{ status: 'received' }])
  })

  it('a closed account complains of nothing', async () => {
    const [closed, filed] = await atOnce(close, file)
    expect(closed?.code).toBe(200)
    expect(filed).toMatchObject(refused('session.missing'))
    expect(await harness.ask(complaints.counts, {})).toMatchObject({ open: 0 })
  })
})

it('nobody writes to support from an account that is being closed', async () => {
  const [closed, written] = await atOnce(close, write)
  expect(closed?.code).toBe(200)
  expect(written).toMatchObject(refused('session.missing'))
  const { rows } = await harness.app.pool.query('select from support_messages where account_id = $1', [ana.accountId])
  expect(rows).toHaveLength(0)
})
