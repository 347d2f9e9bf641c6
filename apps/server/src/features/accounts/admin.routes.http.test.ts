import { accounts } from '@rueda/contract/admin/accounts.ts'
import { cards } from '@rueda/contract/cards.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import { orders } from '@rueda/contract/orders.ts'
import { powers } from '@rueda/contract/powers.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { passIdentity } from '../../testing/identity.ts'
import { hire } from '../../testing/staff.ts'
import { SHARE } from '../../testing/fake-venue.ts'
import { ADDRESS, PAY_PASSWORD, choosePayPassword } from '../../testing/withdrawals.ts'

let harness: Harness
let customer: Customer
beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
})
afterEach(() => harness.stop())

const why = { reason: 'customerAsked' as const }
const buy = (key: string) =>
  harness.call(orders.create, { stockCode: SHARE.code, direction: 0, orderType: 0, quantity: '1' }, customer.token, {
    'idempotency-key': key,
  })

describe('a customer as staff see them', () => {
  it('is found by number or whole address, masked, and not by a part', async () => {
    const support = await hire(harness, ['support'])
    for (const search of [customer.accountId, customer.email, customer.email.toUpperCase()])
      expect(await support.ask(accounts.find, { search })).toMatchObject([{ accountId: customer.accountId, email: 'cu•••@example.org' }])
    for (const search of ['customer', '%', '1000']) expect(await support.ask(accounts.find, { search })).toEqual([])
  })

  it('is opened for a reason that the customer sees, and no answer holds the address', async () => {
    const support = await hire(harness, ['support'])
    const { data } = await buy('one')
    const opened = await support.call(accounts.open, { ...why, accountId: customer.accountId })
    expect(JSON.stringify(opened.data)).not.toContain(customer.email)
    expect(opened.data?.wallets).toContainEqual(expect.objectContaining({ type: 'US_WALLET', currency: 'USD' }))
    expect(opened.data?.orders).toMatchObject([{ orderId: data?.orderId, instrumentId: SHARE.id, side: 'buy' }])
    expect(await support.ask(accounts.order, { ...why, accountId: customer.accountId, orderId: data?.orderId ?? '' })).toMatchObject({
      fills: expect.any(Array),
    })
    const { list } = await harness.ask(powers.acts, {}, customer.token)
    expect(list.map(({ power, role, reason }) => [power, role, reason])).toEqual([
      ['accounts.open', 'support', 'customerAsked'],
      ['accounts.open', 'support', 'customerAsked'],
    ])
  })

  it('is shown with cards masked, sign-ins, messages in words, and what staff did', async () => {
    const support = await hire(harness, ['support'])
    await passIdentity(harness, customer.accountId, 'Juan Pérez')
    await choosePayPassword(harness, customer)
    await harness.ask(cards.add, { ...ADDRESS, payPassword: PAY_PASSWORD }, customer.token)
    await buy('three')
    await support.ask(accounts.open, { ...why, accountId: customer.accountId })
    const opened = await support.ask(accounts.open, { ...why, accountId: customer.accountId })
    expect(opened.cards).toMatchObject([{ name: 'TRC20 TR7NHq…Lj6t', status: 'checking', reason: null }])
    expect(JSON.stringify(opened)).not.toContain(ADDRESS.address)
    expect(opened.signIns).toMatchObject([{ ended: null }])
    expect(opened.messages.map(({ title }) => title).filter((title) => title === '')).toEqual([])
    expect(opened.acts).toMatchObject([{ power: 'accounts.open', role: 'support', reason: 'customerAsked' }])
  })

  it('is found by the reference of a deposit', async () => {
    const support = await hire(harness, ['support'])
    const { depositNo } = await harness.ask(deposits.simulate, { channelId: 'USD-WIRE', amount: '100' }, customer.token)
    for (const search of [depositNo, depositNo.toLowerCase()])
      expect(await support.ask(accounts.find, { search })).toMatchObject([{ accountId: customer.accountId }])
  })

  it('is unmasked by two of risk where neither has claimed a case; the second sees it, for a minute, and the customer is told', async () => {
    const [support, risk, other] = [await hire(harness, ['support']), await hire(harness, ['risk']), await hire(harness, ['risk'])]
    const asked = { ...why, accountId: customer.accountId }
    expect(await support.call(accounts.unmask, asked)).toMatchObject({ code: codeOf('staff.role_missing') })
    const now = harness.app.wallClock.now()
    const waiting = { state: 'waiting', email: null, username: null, hideTimestamp: null }
    expect(await risk.ask(accounts.unmask, asked)).toEqual(waiting)
    expect(await risk.call(accounts.unmask, asked)).toMatchObject({ code: codeOf('approval.same_person') })
    expect(await other.ask(accounts.unmask, asked)).toMatchObject({ state: 'done', email: customer.email, hideTimestamp: now + MINUTE_MS })
    const told = { power: 'accounts.unmask', role: 'risk' }
    expect((await harness.ask(powers.acts, {}, customer.token)).list).toMatchObject([told, told])
  })

  it('is unmasked by one of risk who has claimed a case of this customer, and not with somebody else’s', async () => {
    const risk = await hire(harness, ['risk'])
    const stranger = await harness.newCustomer()
    const { pool, ids, wallClock } = harness.app
    const claim = (accountId: string) =>
      pool.query(
        `insert into review_cases (account_id, case_id, kind, subject_id, opened_at, due_at, claimed_by, claimed_until)
         values ($1, $2::uuid, 'permission', $2::uuid::text, $3::bigint, $3::bigint + 1, $4, $3::bigint + ${MINUTE_MS})`,
        [accountId, ids.next(), wallClock.now(), risk.staffId],
      )
    const asked = { ...why, accountId: customer.accountId }
    await claim(stranger.accountId)
    expect(await risk.ask(accounts.unmask, asked)).toMatchObject({ state: 'waiting', email: null })
    await claim(customer.accountId)
    expect(await risk.ask(accounts.unmask, asked)).toMatchObject({ state: 'done', email: customer.email })
    await pool.query('update review_cases set claimed_until = $2 where account_id = $1', [customer.accountId, wallClock.now()])
    expect(await risk.call(accounts.unmask, asked)).toMatchObject({ code: codeOf('approval.same_person') })
  })

  it('is frozen by one and thawed by two', async () => {
    const [ana, bea] = [await hire(harness, ['risk']), await hire(harness, ['risk'])]
    const asked = { reason: 'suspectedFraud' as const, accountId: customer.accountId }
    expect(await ana.call(accounts.thaw, asked)).toMatchObject({ code: codeOf('object.not_found') })
    await ana.ask(accounts.freeze, asked)
    expect(await buy('two')).toMatchObject({ code: codeOf('account.frozen') })
    expect(await ana.ask(accounts.thaw, asked)).toEqual({ state: 'waiting' })
    expect(await ana.call(accounts.thaw, asked)).toMatchObject({ code: codeOf('approval.same_person') })
    expect(await bea.ask(accounts.thaw, asked)).toEqual({ state: 'done' })
    expect(await buy('three')).toMatchObject({ code: 200 })
  })
})
