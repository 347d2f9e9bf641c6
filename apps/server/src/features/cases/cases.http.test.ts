import { audit } from '@rueda/contract/admin/audit.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { money } from '@rueda/rules/money.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { type CaseFacts, closeCase, openCase } from './cases.ts'

let harness: Harness
let customer: Customer
let ana: StaffCaller
let bea: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  ana = await hire(harness, ['kyc'])
  bea = await hire(harness, ['kyc'])
})
afterEach(() => harness.stop())

const now = () => harness.app.wallClock.now()
const open = (subjectId: string, dueIn = 24 * HOUR_MS, facts: Partial<CaseFacts> = {}) =>
  openCase(harness.app, harness.app.pool, {
    kind: 'kyc',
    accountId: customer.accountId,
    subjectId,
    now: now(),
    dueAt: now() + dueIn,
    ...facts,
  })
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
    await harness.pass(9 * MINUTE_MS)
    await bea.ask(dashboard.waiting, {})
    await harness.pass(6 * MINUTE_MS)
    expect(await bea.ask(cases.claim, { id })).toMatchObject({ claimedByMe: 1 })
  })

  it('is released by whoever has claimed it', async () => {
    await open('a')
    const id = (await queue())[0]?.id ?? ''
    await ana.ask(cases.claim, { id })
    expect(await ana.ask(cases.release, { id })).toMatchObject({ claimedBy: null })
    expect(await bea.ask(cases.claim, { id })).toMatchObject({ claimedByMe: 1 })
  })

  it('is one of several that are claimed and released at once', async () => {
    for (const subjectId of ['a', 'b', 'c']) await open(subjectId)
    const idOf = async (wanted: string) => (await queue()).find(({ subjectId }) => subjectId === wanted)?.id ?? ''
    const [a, b, c] = [await idOf('a'), await idOf('b'), await idOf('c')]
    await bea.ask(cases.claim, { id: b })
    const taken = await ana.ask(cases.claimSeveral, { ids: [a, b, c, a] })
    expect(taken.map(({ subjectId, claimedByMe }) => `${subjectId} ${claimedByMe}`).toSorted()).toEqual(['a 1', 'c 1'])
    expect(await ana.call(cases.claimSeveral, { ids: [b] })).toMatchObject(refused('case.claimed'))
    expect(await bea.call(cases.releaseSeveral, { ids: [a, c] })).toMatchObject(refused('case.not_claimed'))
    expect(await ana.ask(cases.releaseSeveral, { ids: [a, b, c] })).toMatchObject([{ claimedBy: null }, { claimedBy: null }])
    expect((await queue()).map(({ claimedBy }) => claimedBy !== null)).toEqual([false, true, false])
    const auditor = await hire(harness, ['auditor'])
    const { list } = await auditor.ask(audit.list, { accountId: customer.accountId })
    expect(list.map(({ subject, after }) => `${subject} ${(after as { state: string }).state}`).toSorted()).toEqual(
      ['kyc:a claimed', 'kyc:a released', 'kyc:b claimed', 'kyc:c claimed', 'kyc:c released'].toSorted(),
    )
  })

  it('of another role is neither claimed nor released with others', async () => {
    await open('a')
    const ids = (await queue()).map(({ id }) => id)
    const cashier = await hire(harness, ['cashier'])
    expect(await cashier.call(cases.claimSeveral, { ids })).toMatchObject(refused('staff.role_missing'))
    expect(await ana.call(cases.claimSeveral, { ids: ['00000000-0000-7000-8000-000000000000'] })).toMatchObject(refused('object.not_found'))
    expect(await ana.call(cases.claimSeveral, { ids: Array.from({ length: 21 }, () => ids[0] ?? '') })).toMatchObject(
      refused('parameter.invalid'),
    )
  })

  it('is closed once and then listed with the done ones', async () => {
    await open('a')
    const id = (await queue())[0]?.id ?? ''
    const closing = { kind: 'kyc', subjectId: 'a', outcome: 'failed', reasonCode: 'blur', staffId: ana.staffId, now: now() } as const
    expect(await closeCase(harness.app.pool, closing)).toBe(true)
    expect(await closeCase(harness.app.pool, closing)).toBe(false)
    expect(await queue()).toEqual([])
    expect(await queue(ana, 'closed')).toMatchObject([{ subjectId: 'a', outcome: 'failed', reasonCode: 'blur' }])
    expect(await ana.call(cases.claim, { id })).toMatchObject(refused('case.closed'))
    expect((await ana.ask(dashboard.waiting, {})).queues).toEqual([
      { kind: 'kyc', open: 0, mine: 0, overdue: 0, oldestTimestamp: null, lastDoneTimestamp: now(), countries: [] },
    ])
  })

  it('is seen by its own role and by auditors, and claimed by its own role only', async () => {
    await open('a')
    const id = (await queue())[0]?.id ?? ''
    const [cashier, auditor] = [await hire(harness, ['cashier']), await hire(harness, ['auditor'])]
    expect(await cashier.call(cases.list, { kind: 'kyc' })).toMatchObject(refused('staff.role_missing'))
    expect(await cashier.call(cases.claim, { id })).toMatchObject(refused('staff.role_missing'))
    expect(await queue(auditor)).toHaveLength(1)
    expect(await auditor.call(cases.claim, { id })).toMatchObject(refused('staff.role_missing'))
  })

  it('is found by its id, as it is now, by whoever may see its queue', async () => {
    await open('a')
    const id = (await queue())[0]?.id ?? ''
    await bea.ask(cases.claim, { id })
    expect(await ana.ask(cases.find, { id })).toMatchObject({ subjectId: 'a', claimedBy: expect.any(String), claimedByMe: 0 })
    const cashier = await hire(harness, ['cashier'])
    expect(await cashier.call(cases.find, { id })).toMatchObject(refused('staff.role_missing'))
    expect(await ana.call(cases.find, { id: '00000000-0000-7000-8000-000000000000' })).toMatchObject(refused('object.not_found'))
  })

  it('leaves every claim in the audit log, with the customer it concerns', async () => {
    await open('a')
    const id = (await queue())[0]?.id ?? ''
    await ana.ask(cases.claim, { id })
    const auditor = await hire(harness, ['auditor'])
    const { list } = await auditor.ask(audit.list, { accountId: customer.accountId })
    expect(list).toMatchObject([{ power: 'cases.claim', role: 'kyc', subject: 'kyc:a', reason: 'review', after: { state: 'claimed' } }])
  })
})

describe('a queue', () => {
  const narrowed = async (asked: Partial<Parameters<typeof ana.ask<typeof cases.list>>[1]>) =>
    (await ana.ask(cases.list, { kind: 'kyc', ...asked })).list.map(({ subjectId }) => subjectId)
  const dollars = (cents: bigint, riskFlags: readonly string[] = []) => ({ amount: money(cents, 'USD'), worth: cents, riskFlags })

  it('shows what a case is about without opening it', async () => {
    await open('a', HOUR_MS, { amount: money(1_234_567n, 'USDT'), worth: 123n, riskFlags: ['HOLDER', 'MANY_A_DAY'] })
    await open('b')
    expect(await queue()).toMatchObject([
      { subjectId: 'a', amount: '1.234567', currency: 'USDT', riskFlags: ['HOLDER', 'MANY_A_DAY'] },
      { subjectId: 'b', amount: null, currency: null, riskFlags: [] },
    ])
  })

  it('is read by urgency, by age, by what is at stake or by how much speaks against it', async () => {
    await open('old', 3 * HOUR_MS, dollars(500n))
    await harness.pass(MINUTE_MS)
    await open('dear', 2 * HOUR_MS, dollars(900_000n, ['ABOVE_LIMIT']))
    await harness.pass(MINUTE_MS)
    await open('odd', 4 * HOUR_MS, { riskFlags: ['HOLDER', 'IDENTITY'] })
    expect(await narrowed({})).toEqual(['dear', 'old', 'odd'])
    expect(await narrowed({ sort: 'age' })).toEqual(['old', 'dear', 'odd'])
    expect(await narrowed({ sort: 'amount' })).toEqual(['dear', 'old', 'odd'])
    expect(await narrowed({ sort: 'risk' })).toEqual(['odd', 'dear', 'old'])
  })

  it('is narrowed by amount, risk flag, wait and who has claimed it', async () => {
    await open('large', HOUR_MS, dollars(500_000n, ['ABOVE_LIMIT']))
    await open('small', 24 * HOUR_MS, dollars(499_999n, ['HOLDER']))
    expect(await narrowed({ least: '5000' })).toEqual(['large'])
    expect(await narrowed({ riskFlag: 'HOLDER' })).toEqual(['small'])
    expect(await narrowed({ waits: 'hour' })).toEqual([])
    const [accountId, opened] = [customer.accountId, now() - DAY_MS]
    await openCase(harness.app, harness.app.pool, { kind: 'kyc', accountId, subjectId: 'old', now: opened, dueAt: now() - 1 })
    expect(await narrowed({ waits: 'day' })).toEqual(['old'])
    expect(await narrowed({ waits: 'late' })).toEqual(['old'])
    await harness.pass(9 * MINUTE_MS)
    const large = (await queue()).find(({ subjectId }) => subjectId === 'large')
    await bea.ask(cases.claim, { id: large?.id ?? '' })
    expect(await narrowed({ assignee: 'somebody' })).toEqual(['large'])
    expect(await narrowed({ assignee: 'nobody' })).toEqual(['old', 'small'])
  })

  it('says where its customers live, and is narrowed by it', async () => {
    const neighbour = await harness.newCustomer()
    await harness.app.pool.query(`update accounts set country_code = 'DE' where account_id = $1`, [neighbour.accountId])
    await open('a')
    const [accountId, at] = [neighbour.accountId, now()]
    await openCase(harness.app, harness.app.pool, { kind: 'kyc', accountId, subjectId: 'abroad', now: at, dueAt: at + HOUR_MS })
    expect((await ana.ask(dashboard.waiting, {})).queues).toMatchObject([{ open: 2, countries: ['DE'] }])
    expect(await narrowed({ country: 'DE' })).toEqual(['abroad'])
    expect(await narrowed({ country: 'AR' })).toEqual([])
    expect(await queue()).toMatchObject([{ countryCode: 'DE' }, { countryCode: null }])
  })
})
