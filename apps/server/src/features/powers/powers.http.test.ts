import { powers } from '@rueda/contract/powers.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { powerNames } from '@rueda/rules/staff/powers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCase } from '../cases/cases.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { hire } from '../../testing/staff.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

describe('the register of operator powers', () => {
  it('is open to everybody and whole', async () => {
    const register = await harness.ask(powers.register, {})
    expect(register.map(({ name }) => name)).toEqual(powerNames)
  })
})

describe('what staff did', () => {
  it('is on the timeline of the customer it concerns at once, with role and reason, and on nobody else’s', async () => {
    const [customer, other] = [await harness.newCustomer(), await harness.newCustomer()]
    const reviewer = await hire(harness, ['kyc'])
    const now = harness.app.wallClock.now()
    await openCase(harness.app, harness.app.pool, { kind: 'kyc', accountId: customer.accountId, subjectId: 'a', now, dueAt: now + 1 })
    const { list } = await reviewer.ask(cases.list, { kind: 'kyc' })
    await reviewer.ask(cases.claim, { id: list[0]?.id ?? '' })
    const acts = await harness.ask(powers.acts, {}, customer.token)
    expect(acts.list).toEqual([
      { sequence: expect.any(Number), power: 'cases.claim', role: 'kyc', reason: 'review', about: 'kyc', timestamp: now },
    ])
    expect((await harness.ask(powers.acts, {}, other.token)).list).toEqual([])
  })
})
