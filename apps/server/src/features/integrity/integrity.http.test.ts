import { checkIds } from '@rueda/contract/admin/checks.ts'
import { integrity } from '@rueda/contract/admin/integrity.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readLights } from './lights.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { openStaffPool } from '../../db/staff-role.ts'
import { hire } from '../../testing/staff.ts'

let harness: Harness
beforeEach(async () => {
  harness = await startHarness({ areLightsKept: false })
})
afterEach(() => harness.stop())

const hold = async () => (await readLights(harness.app.pool, harness.app.wallClock.now())).hold
const why = { reason: 'maintenance' as const }

it('runs every invariant, keeps the result, and lets money leave while the books verify', async () => {
  await harness.newCustomer()
  const risk = await hire(harness, ['risk'])
  expect(await risk.ask(integrity.latest, {})).toEqual({
    newest: null,
    history: [],
    payoutHold: 'silent',
    lastCleanTimestamp: null,
  })
  const run = await risk.ask(integrity.run, why)
  expect(run).toMatchObject({ clean: 1, accounts: 1 })
  expect(run.checks.map(({ id }) => id).toSorted()).toEqual(checkIds.toSorted())
  expect(await risk.ask(integrity.latest, {})).toMatchObject({ newest: { clean: 1 }, payoutHold: null })
})

it('turns red on a wallet that does not equal its entries, names the row, and stops money from leaving until it is mended', async () => {
  const { accountId } = await harness.newCustomer()
  const risk = await hire(harness, ['risk'])
  const { pool } = harness.app
  await pool.query(`update wallets set cash = cash + 1 where account_id = $1 and type = 'US_WALLET'`, [accountId])
  const red = await risk.ask(integrity.run, why)
  expect(red.clean).toBe(0)
  const offending = red.checks.filter(({ bad }) => bad > 0).map(({ offending: rows }) => JSON.stringify(rows))
  expect(offending.join(' ')).toContain(accountId)
  expect(await hold()).toBe('broken')
  expect(harness.problems.splice(0).join('')).toContain('the books are not in order')
  await pool.query(`update wallets set cash = cash - 1 where account_id = $1 and type = 'US_WALLET'`, [accountId])
  await harness.pass(1_000)
  await risk.ask(integrity.run, why)
  expect(await hold()).toBeNull()
})

it('holds the payouts when the checks are silent: half an hour after the last clean run, until there is one again', async () => {
  await harness.newCustomer()
  const risk = await hire(harness, ['risk'])
  const run = await risk.ask(integrity.run, why)
  await harness.pass(30 * MINUTE_MS)
  expect(await hold()).toBeNull()
  await harness.pass(1)
  expect(await hold()).toBe('silent')
  const again = await hire(harness, ['risk'])
  expect(await again.ask(integrity.latest, {})).toMatchObject({ payoutHold: 'silent', lastCleanTimestamp: run.timestamp })
  await again.ask(integrity.run, why)
  expect(await again.ask(integrity.latest, {})).toMatchObject({ payoutHold: null, lastCleanTimestamp: run.timestamp + 30 * MINUTE_MS + 1 })
})

it('keeps the payouts held by a red run over everything until another one is clean', async () => {
  const { accountId } = await harness.newCustomer()
  const { pool, wallClock } = harness.app
  const raise = (cents: number) =>
    pool.query(`update wallets set cash = cash + $2 where account_id = $1 and type = 'US_WALLET'`, [accountId, cents])
  await raise(1)
  expect((await harness.app.integrity.run('full', wallClock.now())).clean).toBe(false)
  expect(harness.problems.splice(0)).toHaveLength(1)
  await raise(-1)
  await harness.pass(1_000)
  expect((await harness.app.integrity.run('incremental', wallClock.now())).clean).toBe(true)
  expect(await hold()).toBe('broken')
  const risk = await hire(harness, ['risk'])
  expect(await risk.ask(integrity.run, why)).toMatchObject({ scope: 'full', clean: 1 })
  expect(await hold()).toBeNull()
})

it('cannot be made green by the database role of the staff', async () => {
  const staff = openStaffPool(harness.app.pool)
  const green = `insert into integrity_runs (run_id, at, entries, accounts, clean, checks) values (gen_random_uuid(), 1, 0, 0, true, '[]')`
  await expect(staff.query(green)).rejects.toMatchObject({ code: '42501' })
  await staff.end()
})

describe('jobs that are late', () => {
  it('are tried again when staff ask, where jobs run at all', async () => {
    const risk = await hire(harness, ['risk'])
    expect(await risk.call(integrity.retryJobs, { reason: 'maintenance' })).toMatchObject({ code: codeOf('adapter.unavailable') })
    let runs = 0
    harness.app.jobs.open(() => {
      runs += 1
      return Promise.resolve()
    })
    expect(await risk.ask(integrity.retryJobs, { reason: 'maintenance' })).toEqual({ late: expect.any(Number) })
    expect(runs).toBe(1)
  })
})
