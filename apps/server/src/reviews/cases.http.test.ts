import { audit } from '@rueda/contract/admin/audit.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../testing/harness.ts'
import { type StaffCaller, hire } from '../testing/staff.ts'
import { closeCase, openCase } from './cases.ts'

let house: Harness
let customer: Customer
let ana: StaffCaller
let bea: StaffCaller
beforeEach(async () => {
  house = await startHarness()
  customer = await house.newCustomer()
  ana = await hire(house, ['kyc'])
  bea = await hire(house, ['kyc'])
})
afterEach(() => house.stop())

const now = () => house.app.wallClock.now()
const open = (subjectId: string, dueIn = 24 * HOUR_MS) =>
  openCase(house.app, house.app.pool, { kind: 'kyc', accountId: customer.accountId, subjectId, now: now(), dueAt: now() + dueIn })
const queue = async (caller = ana, state: 'open' | 'mine' | 'closed' = 'open') =>
  (await caller.ask(cases.list, { kind: 'kyc', state })).list
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

describe('a case', () => {
  it('is opened once per subject, and the most urgent comes first', async () => {
    await open('a')
    await open('b', HOUR_MS)
    await open('a')
    expect((await queue()).map(({ subjectId }) => subjectId)).toEqual(['b', 'a'])
  })

  it('is in one hand for fifteen minutes', async () => {
    await open('a')
    const id = (await queue())[0]?.id ?? ''
    expect(await ana.ask(cases.claim, { id })).toMatchObject({ claimedByMe: 1, claimEndTimestamp: now() + 15 * MINUTE_MS })
    expect(await bea.call(cases.claim, { id })).toMatchObject({ ...refused('case.claimed'), data: { name: expect.any(String) } })
    expect(await bea.call(cases.release, { id })).toMatchObject(refused('case.not_claimed'))
    expect(await queue(ana, 'mine')).toHaveLength(1)
    await house.pass(9 * MINUTE_MS)
    await bea.ask(cases.counts, {})
    await house.pass(6 * MINUTE_MS)
    expect(await bea.ask(cases.claim, { id })).toMatchObject({ claimedByMe: 1 })
  })

  it('is put back by whoever has it', async () => {
    await open('a')
    const id = (await queue())[0]?.id ?? ''
    await ana.ask(cases.claim, { id })
    expect(await ana.ask(cases.release, { id })).toMatchObject({ claimedBy: null })
    expect(await bea.ask(cases.claim, { id })).toMatchObject({ claimedByMe: 1 })
  })

  it('is closed once and then listed with the done ones', async () => {
    await open('a')
    const id = (await queue())[0]?.id ?? ''
    const closing = { kind: 'kyc', subjectId: 'a', outcome: 'failed', reasonCode: 'blur', staffId: ana.staffId, now: now() } as const
    expect(await closeCase(house.app.pool, closing)).toBe(true)
    expect(await closeCase(house.app.pool, closing)).toBe(false)
    expect(await queue()).toEqual([])
    expect(await queue(ana, 'closed')).toMatchObject([{ subjectId: 'a', outcome: 'failed', reasonCode: 'blur' }])
    expect(await ana.call(cases.claim, { id })).toMatchObject(refused('case.closed'))
    expect(await ana.ask(cases.counts, {})).toEqual([{ kind: 'kyc', open: 0, overdue: 0, oldestTimestamp: null, lastDoneTimestamp: now() }])
  })

  it('is seen by its own role and by auditors, and claimed by its own role only', async () => {
    await open('a')
    const id = (await queue())[0]?.id ?? ''
    const [cashier, auditor] = [await hire(house, ['cashier']), await hire(house, ['auditor'])]
    expect(await cashier.call(cases.list, { kind: 'kyc' })).toMatchObject(refused('staff.role_missing'))
    expect(await cashier.call(cases.claim, { id })).toMatchObject(refused('staff.role_missing'))
    expect(await queue(auditor)).toHaveLength(1)
    expect(await auditor.call(cases.claim, { id })).toMatchObject(refused('staff.role_missing'))
    expect((await cashier.ask(cases.counts, {})).map(({ kind }) => kind)).toEqual(['deposit', 'withdrawal', 'card'])
  })

  it('leaves every claim in the audit log, with the customer it concerns', async () => {
    await open('a')
    const id = (await queue())[0]?.id ?? ''
    await ana.ask(cases.claim, { id })
    const auditor = await hire(house, ['auditor'])
    const { list } = await auditor.ask(audit.list, { accountId: customer.accountId })
    expect(list).toMatchObject([{ power: 'cases.claim', role: 'kyc', subject: 'kyc:a', reason: 'review', after: { state: 'claimed' } }])
  })
})
