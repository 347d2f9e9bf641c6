import { approvals } from '@rueda/contract/admin/approvals.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { switches } from '@rueda/contract/admin/switches.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { openCase } from '../cases/cases.ts'

/** Goal: whoever works here is told what waits for them, and nothing that they could not do. */
let harness: Harness
let customer: Customer
beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
})
afterEach(() => harness.stop())

const now = () => harness.app.wallClock.now()
const open = (kind: CaseKind, subjectId: string, dueIn = HOUR_MS) =>
  openCase(harness.app, harness.app.pool, { kind, subjectId, accountId: customer.accountId, now: now(), dueAt: now() + dueIn })
const waitingFor = (caller: StaffCaller) => caller.ask(dashboard.waiting, {})
const kindsOf = async (...roles: StaffRole[]) => (await waitingFor(await hire(harness, roles))).queues.map(({ kind }) => kind)

describe('what waits in the queues', () => {
  it('is counted for each queue of the caller, with what is overdue, since when, and how many the caller has', async () => {
    const [ana, bea] = [await hire(harness, ['kyc']), await hire(harness, ['kyc'])]
    const since = now()
    await open('kyc', 'a', MINUTE_MS)
    await open('kyc', 'b')
    const { list } = await ana.ask(cases.list, { kind: 'kyc' })
    await ana.ask(cases.claim, { id: list[0]?.id ?? '' })
    await harness.pass(2 * MINUTE_MS)
    const queue = { kind: 'kyc', open: 2, overdue: 1, oldestTimestamp: since, lastDoneTimestamp: null, countries: [] }
    expect((await waitingFor(ana)).queues).toEqual([{ ...queue, mine: 1 }])
    expect((await waitingFor(bea)).queues).toEqual([{ ...queue, mine: 0 }])
  })

  it('is nobody’s any more once a claim has lapsed', async () => {
    const ana = await hire(harness, ['kyc'])
    await open('kyc', 'a', 24 * HOUR_MS)
    const { list } = await ana.ask(cases.list, { kind: 'kyc' })
    await ana.ask(cases.claim, { id: list[0]?.id ?? '' })
    for (let minutes = 0; minutes < 16; minutes += 8) {
      await harness.pass(8 * MINUTE_MS)
      await waitingFor(ana)
    }
    expect((await waitingFor(ana)).queues).toMatchObject([{ open: 1, mine: 0 }])
  })

  it('is told to those alone who decide it, and to auditors', async () => {
    expect(await kindsOf('cashier')).toEqual(['deposit', 'withdrawal', 'card', 'repayment'])
    expect(await kindsOf('kyc', 'support')).toEqual(['kyc', 'support', 'complaint'])
    expect(await kindsOf('product')).toEqual([])
    expect(await kindsOf('auditor')).toHaveLength(9)
  })
})

describe('an approval', () => {
  it('waits for another person who has the power, and is one’s own for whoever asked', async () => {
    const [ana, bea, cashier] = [await hire(harness, ['risk']), await hire(harness, ['risk']), await hire(harness, ['cashier'])]
    const asked = now()
    await ana.ask(switches.turnMoney, { name: 'withdrawals.WIRE', isOff: 1, cause: 'demand', reason: 'security' })
    expect((await waitingFor(bea)).approvals).toEqual({ open: 1, asked: 0, oldestTimestamp: asked })
    expect((await waitingFor(ana)).approvals).toEqual({ open: 0, asked: 1, oldestTimestamp: null })
    expect((await waitingFor(cashier)).approvals).toEqual({ open: 0, asked: 0, oldestTimestamp: null })
    const [request] = await bea.ask(approvals.list, {})
    await bea.ask(approvals.refuse, { id: request?.id ?? '', reason: 'review' })
    expect((await waitingFor(bea)).approvals).toMatchObject({ open: 0 })
  })
})

describe('what is wrong in the house', () => {
  it('is told to those who can do something about it', async () => {
    const of = async (role: StaffRole) => {
      const { alerts, ledgerChecks } = await waitingFor(await hire(harness, [role]))
      return { alerts: alerts !== null, ledgerChecks: ledgerChecks !== null }
    }
    expect(await of('cashier')).toEqual({ alerts: false, ledgerChecks: true })
    expect(await of('support')).toEqual({ alerts: false, ledgerChecks: false })
    expect(await of('auditor')).toEqual({ alerts: true, ledgerChecks: true })
  })

  it('counts the alerts nobody has looked at', async () => {
    const risk = await hire(harness, ['risk'])
    expect((await waitingFor(risk)).alerts).toEqual({ open: 0, oldestTimestamp: null })
    await harness.app.pool.query(`insert into staff_alerts (alert_id, staff_id, at, reads) values ($1, $2, $3, 51)`, [
      ...[harness.app.ids.next(), risk.staffId, now()],
    ])
    expect((await waitingFor(risk)).alerts).toEqual({ open: 1, oldestTimestamp: now() })
  })
})
