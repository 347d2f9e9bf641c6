import { switches as board } from '@rueda/contract/admin/switches.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import { switches } from '@rueda/contract/switches.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import type { MoneySwitch, SwitchCause } from '@rueda/rules/switches/switch.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer, passWithdrawals } from '../../testing/withdrawals.ts'

/** A function that is turned off is refused from the next call on; what is under way goes on. */
let harness: Harness
let customer: Customer
let ana: StaffCaller
let bea: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  ana = await hire(harness, ['admin'])
  bea = await hire(harness, ['risk'])
})
afterEach(() => harness.stop())

const why = { reason: 'maintenance' as const }
let keys = 0
const key = () => {
  keys += 1
  return { 'idempotency-key': `switch${keys}` }
}
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

async function turnOffMoney(name: MoneySwitch, cause: SwitchCause = 'provider'): Promise<void> {
  const asked = { ...why, name, isOff: 1 as const, cause }
  expect(await ana.ask(board.turnMoney, asked)).toEqual({ state: 'waiting' })
  expect(await bea.ask(board.turnMoney, asked)).toEqual({ state: 'done' })
}

describe('a switch that does not concern money', () => {
  it('is turned by one person, and refuses the very next call with its cause', async () => {
    expect(await harness.call(accounts.sendCode, { email: 'a@example.org', type: 'register' })).toMatchObject({ code: 200 })
    await ana.ask(board.turn, { ...why, name: 'registrations', isOff: 1, cause: 'demand' })
    expect(await harness.call(accounts.sendCode, { email: 'b@example.org', type: 'register' })).toMatchObject({
      ...refused('feature.disabled'),
      data: { feature: 'registrations', cause: 'demand' },
    })
    expect(await harness.call(accounts.sendCode, { email: 'a@example.org', type: 'reset' })).toMatchObject({ code: 200 })
    await ana.ask(board.turn, { ...why, name: 'registrations', isOff: 0 })
    expect(await harness.call(accounts.sendCode, { email: 'b@example.org', type: 'register' })).toMatchObject({ code: 200 })
  })

  it('stops practice accounts, and tells everybody that and why', async () => {
    await ana.ask(board.turn, { ...why, name: 'practiceAccounts', isOff: 1, cause: 'maintenance' })
    expect(await harness.call(accounts.practise, {})).toMatchObject(refused('feature.disabled'))
    const now = harness.app.wallClock.now()
    expect(await harness.ask(switches.off, {})).toEqual([{ name: 'practiceAccounts', cause: 'maintenance', sinceTimestamp: now }])
  })

  it('needs a cause to go off, and is not turned the way it stands', async () => {
    expect(await ana.call(board.turn, { ...why, name: 'cards', isOff: 1 })).toMatchObject(refused('parameter.missing'))
    expect(await ana.call(board.turn, { ...why, name: 'cards', isOff: 0 })).toMatchObject(refused('parameter.invalid'))
    expect(await bea.call(board.turn, { ...why, name: 'cards', isOff: 1, cause: 'law' })).toMatchObject(refused('staff.role_missing'))
  })
})

describe('a switch that concerns money', () => {
  it('takes two persons, off and on, and says who turned it', async () => {
    const asked = { ...why, note: 'the bank is down', name: 'transfers' as const, isOff: 1 as const, cause: 'provider' as const }
    expect(await ana.ask(board.turnMoney, asked)).toEqual({ state: 'waiting' })
    expect(await ana.call(board.turnMoney, asked)).toMatchObject(refused('approval.same_person'))
    const move = { fromWalletType: 'US_WALLET' as const, toWalletType: 'STOCK' as const, amount: '1.00' }
    expect(await harness.call(transfers.create, move, customer.token, key())).toMatchObject({ code: 200 })
    expect(await bea.ask(board.turnMoney, asked)).toEqual({ state: 'done' })
    expect(await harness.call(transfers.create, move, customer.token, key())).toMatchObject(refused('feature.disabled'))
    const { changes } = await ana.ask(board.list, {})
    expect(changes).toMatchObject([{ name: 'transfers', isOff: 1, cause: 'provider', reason: 'maintenance', note: 'the bank is down' }])
    expect([changes[0]?.askedBy, changes[0]?.by]).toEqual([expect.stringContaining('Staff'), expect.stringContaining('Staff')])
    expect(changes[0]?.by).not.toBe(changes[0]?.askedBy)
  })

  it('for a deposit channel closes it and leaves the others open; what arrives is credited', async () => {
    await turnOffMoney('deposits.ARS-BANK')
    const channels = await harness.ask(deposits.channels, {}, customer.token)
    expect(channels.filter(({ enabled }) => enabled === 0).map(({ id }) => id)).toContain('ARS-BANK')
    expect(channels.find(({ id }) => id === 'USD-WIRE')?.enabled).toBe(1)
    const paid = await harness.call(deposits.simulate, { channelId: 'ARS-BANK', amount: '5000' }, customer.token, key())
    expect(paid).toMatchObject(refused('deposit.channel_disabled'))
    expect(await harness.call(deposits.simulate, { channelId: 'USD-WIRE', amount: '50' }, customer.token, key())).toMatchObject({
      code: 200,
    })
  })

  it('for a rail refuses quotes and says so where the amount is asked', async () => {
    await turnOffMoney('withdrawals.WIRE')
    expect(await harness.call(withdrawals.quote, { rail: 'WIRE', amount: '100' }, customer.token)).toMatchObject(
      refused('withdrawal.rail_closed'),
    )
    expect(await harness.call(withdrawals.quote, { rail: 'TRC20', amount: '100' }, customer.token)).toMatchObject({ code: 200 })
  })

  it('never strands money: what was asked for before is paid out or taken back, and its answer stays what it was', async () => {
    const owner = await newWithdrawer(harness)
    const cardId = await addUsableCard(harness, owner, ADDRESS)
    await ana.signIn()
    await bea.signIn()
    const asked = { walletType: 'US_WALLET' as const, type: 'vm' as const, cardId, amount: '100', payPassword: PAY_PASSWORD }
    const [paid, taken] = [key(), key()]
    const first = await harness.call(withdrawals.apply, asked, owner.token, paid)
    const second = await harness.call(withdrawals.apply, asked, owner.token, taken)
    await turnOffMoney('withdrawals.TRC20')
    expect(await harness.call(withdrawals.apply, asked, owner.token, key())).toMatchObject(refused('withdrawal.rail_closed'))
    expect(await harness.ask(withdrawals.usable, { walletType: 'US_WALLET', type: 'vm', rail: 'TRC20' }, owner.token)).toMatchObject({
      reasonBlocked: 'withdrawal.rail_closed',
    })
    expect((await harness.call(withdrawals.apply, asked, owner.token, paid)).data).toEqual(first.data)
    expect(await harness.call(withdrawals.cancel, { id: second.data?.id ?? '' }, owner.token, key())).toMatchObject({ code: 200 })
    await passWithdrawals(harness, 5 * MINUTE_MS)
    await passWithdrawals(harness, 5 * MINUTE_MS)
    expect(await harness.ask(withdrawals.detail, { id: first.data?.id ?? '' }, owner.token)).toMatchObject({ status: 2, payoutStatus: 2 })
  })
})
