import { accounts } from '@rueda/contract/accounts.ts'
import { terms as book } from '@rueda/contract/admin/terms.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import { terms } from '@rueda/contract/terms.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import type { LimitName } from '@rueda/rules/terms/limits.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer, passWithdrawals } from '../../testing/withdrawals.ts'
import { followDeposits } from '../deposits/follow.ts'

/** Limits of money change like its fees: by two persons, announced a day ahead, and never for what has begun. */
let harness: Harness
let ana: StaffCaller
let bea: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  ana = await hire(harness, ['risk'])
  bea = await hire(harness, ['risk'])
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const why = { reason: 'security' as const }
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

async function announce(limit: LimitName, amount: string): Promise<number> {
  await ana.signIn()
  await bea.signIn()
  const asked = { ...why, limit, amount, effectiveTimestamp: harness.app.wallClock.now() + DAY_MS }
  expect(await ana.ask(book.changeLimit, asked)).toEqual({ state: 'waiting' })
  expect(await bea.ask(book.changeLimit, asked)).toEqual({ state: 'done' })
  return asked.effectiveTimestamp
}

describe('another limit of withdrawals', () => {
  let owner: Customer
  let cardId: string
  beforeEach(async () => {
    owner = await newWithdrawer(harness)
    cardId = await addUsableCard(harness, owner, ADDRESS)
  })
  const usable = () => harness.ask(withdrawals.usable, { walletType: 'US_WALLET', type: 'vm' }, owner.token)
  const apply = async (amount: string) => {
    const { devCode } = await harness.ask(accounts.sendCode, { email: owner.email, type: 'withdraw' }, owner.token)
    const asked = { walletType: 'US_WALLET' as const, type: 'vm' as const, cardId, amount, payPassword: PAY_PASSWORD }
    return harness.call(withdrawals.apply, { ...asked, ...(devCode === undefined ? {} : { code: devCode ?? '' }) }, owner.token)
  }
  const found = async (id: string) =>
    (await harness.ask(withdrawals.detail, { id }, owner.token)) as Readonly<{ inQueue: 0 | 1; status: number }>

  it('is announced to everybody, and is what a customer is shown and held to from its moment on', async () => {
    const effectiveTimestamp = await announce('withdrawalDay', '12000')
    const change = { kind: 'moneyLimit', subject: 'withdrawalDay', feeRate: null, feeLeast: null, minimum: null }
    expect(await harness.ask(terms.coming, {})).toEqual([{ ...change, limit: '12000.00', currency: 'USD', effectiveTimestamp }])
    expect(await usable()).toMatchObject({ dailyLeft: '20000.00', max: '10000.00' })
    await harness.pass(DAY_MS)
    expect(await usable()).toMatchObject({ dailyLeft: '12000.00', max: '10000.00' })
    expect(await harness.ask(terms.coming, {})).toEqual([])
    expect(await apply('9000')).toMatchObject({ code: 200 })
    await harness.pass(MINUTE_MS)
    expect(await apply('3000.01')).toMatchObject({ ...refused('withdrawal.limit'), data: { num: '3000.00', period: 'day' } })
    await announce('withdrawalDay', '10000')
    const { limits, changes } = await ana.ask(book.list, {})
    expect(limits).toContainEqual({ limit: 'withdrawalDay', amount: '12000.00', nowTimestamp: harness.app.wallClock.now() })
    expect(changes.map(({ terms: { limit }, inForce }) => [limit, inForce])).toEqual([
      ['1000000', 0],
      ['1200000', 1],
    ])
  })

  it('for two persons is that of the moment a withdrawal began, in the rules and in the database', async () => {
    await announce('withdrawalAlone', '800')
    await harness.pass(DAY_MS - 1_000)
    const before = await apply('900')
    await harness.pass(1_000)
    const after = await apply('900')
    expect([before.code, after.code]).toEqual([200, 200])
    await passWithdrawals(harness, 5 * MINUTE_MS)
    expect(await found(before.data?.id ?? '')).toMatchObject({ inQueue: 0 })
    expect(await found(after.data?.id ?? '')).toMatchObject({ inQueue: 1, status: 1 })
    const forced = harness.app.pool.query(`update withdrawals set status = 'sending', examined_at = 1 where id = $1`, [after.data?.id])
    await expect(forced).rejects.toThrow('takes two persons')
  })
})

describe('another limit of what a bank line is credited by rule', () => {
  it('is that of the moment a deposit began, and is told where one pays', async () => {
    const customer = await harness.newCustomer()
    const told = async () => (await harness.ask(deposits.channels, { type: 'fiat' }, customer.token))[0]?.bankInfo?.automaticUpTo
    const pay = () => harness.ask(deposits.simulate, { channelId: 'ARS-BANK', amount: '1000000' }, customer.token)
    await announce('depositAutomatic', '100')
    await harness.pass(DAY_MS - 1_000)
    expect(await told()).toBe('10000')
    const before = await pay()
    await harness.pass(10_000)
    expect(await told()).toBe('100')
    const after = await pay()
    await harness.pass(5 * MINUTE_MS)
    await followDeposits(harness.app)
    const stateOf = async (id: string) => (await harness.ask(deposits.list, { id }, customer.token)).list[0]?.state
    expect([await stateOf(before.id), await stateOf(after.id)]).toEqual(['credited', 'arrived'])
  })
})

describe('an announcement', () => {
  it('stands beside the others, has its notice, and is nobody’s alone', async () => {
    const effectiveTimestamp = harness.app.wallClock.now() + DAY_MS
    const day = { ...why, limit: 'withdrawalDay' as const, amount: '20000', effectiveTimestamp }
    const wrong = async (change: object, field: string) =>
      expect(await ana.call(book.changeLimit, { ...day, ...change })).toMatchObject({ ...refused('parameter.invalid'), data: { field } })
    await wrong({ amount: '9999.99' }, 'amount')
    await wrong({ amount: '100000.01' }, 'amount')
    await wrong({ limit: 'withdrawalAlone', amount: '0.99' }, 'amount')
    await wrong({ effectiveTimestamp: effectiveTimestamp - 1 }, 'effectiveTimestamp')
    expect(await ana.ask(book.changeLimit, day)).toEqual({ state: 'waiting' })
    expect(await ana.call(book.changeLimit, day)).toMatchObject(refused('approval.same_person'))
    const writer = await hire(harness, ['product'])
    expect(await writer.call(book.changeLimit, day)).toMatchObject(refused('staff.role_missing'))
  })
})
