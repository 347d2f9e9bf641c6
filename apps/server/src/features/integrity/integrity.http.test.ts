import { integrity } from '@rueda/contract/admin/integrity.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isMoneyOutPaused } from '../../ledger/integrity.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { hire } from '../../testing/staff.ts'

let house: Harness
beforeEach(async () => {
  house = await startHarness()
})
afterEach(() => house.stop())

const why = { reason: 'maintenance' as const }

it('runs every invariant, keeps the result, and lets money leave while the books verify', async () => {
  await house.newCustomer()
  const risk = await hire(house, ['risk'])
  expect(await risk.ask(integrity.latest, {})).toEqual({ newest: null, history: [], moneyStopped: 0 })
  const run = await risk.ask(integrity.run, why)
  expect(run).toMatchObject({ clean: 1, accounts: 1 })
  expect(run.checks.length).toBeGreaterThan(10)
  expect(await risk.ask(integrity.latest, {})).toMatchObject({ newest: { clean: 1 }, moneyStopped: 0 })
})

it('turns red on a wallet that does not equal its entries, names the row, and stops money from leaving until it is mended', async () => {
  const { accountId } = await house.newCustomer()
  const risk = await hire(house, ['risk'])
  const { pool } = house.app
  await pool.query(`update wallets set cash = cash + 1 where account_id = $1 and type = 'US_WALLET'`, [accountId])
  const red = await risk.ask(integrity.run, why)
  expect(red.clean).toBe(0)
  const offending = red.checks.filter(({ bad }) => bad > 0).map(({ offending: rows }) => JSON.stringify(rows))
  expect(offending.join(' ')).toContain(accountId)
  expect(await isMoneyOutPaused(pool)).toBe(true)
  expect(house.problems.splice(0).join('')).toContain('the books are not in order')
  await pool.query(`update wallets set cash = cash - 1 where account_id = $1 and type = 'US_WALLET'`, [accountId])
  await house.pass(1_000)
  await risk.ask(integrity.run, why)
  expect(await isMoneyOutPaused(pool)).toBe(false)
})

describe('jobs that are late', () => {
  it('are tried again when staff ask, where jobs run at all', async () => {
    const risk = await hire(house, ['risk'])
    expect(await risk.call(integrity.retryJobs, { reason: 'maintenance' })).toMatchObject({ code: codeOf('adapter.unavailable') })
    let runs = 0
    house.app.jobs.open(() => {
      runs += 1
      return Promise.resolve()
    })
    expect(await risk.ask(integrity.retryJobs, { reason: 'maintenance' })).toEqual({ late: expect.any(Number) })
    expect(runs).toBe(1)
  })
})
