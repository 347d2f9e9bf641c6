import { terms as book } from '@rueda/contract/admin/terms.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import { terms } from '@rueda/contract/terms.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { SEEN_FOR_MS } from '@rueda/rules/terms/terms.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followDeposits } from '../deposits/follow.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer } from '../../testing/withdrawals.ts'

/** Fees, minimums and accounts change by two persons, from their moment on, and never for what has begun. */
let harness: Harness
let ana: StaffCaller
let bea: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  ana = await hire(harness, ['product'])
  bea = await hire(harness, ['product', 'risk'])
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const why = { reason: 'maintenance' as const }
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
let keys = 0
const key = () => {
  keys += 1
  return { 'idempotency-key': `terms${keys}` }
}

async function newFee(least: string): Promise<number> {
  const effectiveTimestamp = harness.app.wallClock.now() + DAY_MS
  const asked = { ...why, rail: 'TRC20' as const, sharePercent: '0.5', least, effectiveTimestamp }
  expect(await ana.ask(book.changeFee, asked)).toEqual({ state: 'waiting' })
  expect(await bea.ask(book.changeFee, asked)).toEqual({ state: 'done' })
  return effectiveTimestamp
}

describe('another fee', () => {
  let owner: Customer
  let cardId: string
  beforeEach(async () => {
    owner = await newWithdrawer(harness)
    cardId = await addUsableCard(harness, owner, ADDRESS)
    await ana.signIn()
    await bea.signIn()
  })
  const quote = () => harness.ask(withdrawals.quote, { rail: 'TRC20', amount: '100' }, owner.token)
  const apply = (termsId?: string | null) => {
    const asked = { walletType: 'US_WALLET' as const, type: 'vm' as const, cardId, amount: '100', payPassword: PAY_PASSWORD }
    return harness.call(withdrawals.apply, termsId === undefined ? asked : { ...asked, termsId }, owner.token, key())
  }

  it('is announced to everybody with its moment, and holds from then on', async () => {
    const effectiveTimestamp = await newFee('2')
    expect(await harness.ask(terms.coming, {})).toEqual([
      {
        ...{
          kind: 'withdrawalFee',
          subject: 'TRC20',
          feeRate: '0.005',
          feeLeast: '2.000000',
          minimum: null,
          limit: null,
          currency: 'USDT',
        },
        effectiveTimestamp,
      },
    ])
    expect(await quote()).toMatchObject({ fee: '1.00', termsId: null })
    await harness.pass(DAY_MS)
    expect(await quote()).toMatchObject({ fee: '2.00', termsId: expect.any(String) })
    expect(await harness.ask(terms.coming, {})).toEqual([])
  })

  it('is never charged to whoever was shown the old one, and the old one is not kept for ever', async () => {
    const { termsId } = await quote()
    await newFee('2')
    await harness.pass(DAY_MS)
    await harness.pass(MINUTE_MS)
    expect(await apply(termsId)).toMatchObject({ code: 200, data: { fee: '1.00' } })
    expect(await apply()).toMatchObject({ code: 200, data: { fee: '2.00' } })
    await harness.pass(SEEN_FOR_MS)
    expect(await apply(termsId)).toMatchObject(refused('exchange.quote_expired'))
    expect(await apply((await quote()).termsId)).toMatchObject({ code: 200, data: { fee: '2.00' } })
  })
})

describe('an announcement', () => {
  it('counts from the clock that its money goes by: the wall’s for withdrawals, the market’s for deposits', async () => {
    const { rails, channels } = await ana.ask(book.list, {})
    expect(new Set(rails.map(({ nowTimestamp }) => nowTimestamp))).toEqual(new Set([harness.app.wallClock.now()]))
    expect(new Set(channels.map(({ nowTimestamp }) => nowTimestamp))).toEqual(new Set([harness.app.clock.now()]))
  })

  it('is a day ahead at least, by two persons, and no slip of the hand', async () => {
    const now = harness.app.wallClock.now()
    const asked = { ...why, rail: 'WIRE' as const, sharePercent: '0', least: '25', effectiveTimestamp: now + DAY_MS - 1 }
    expect(await ana.call(book.changeFee, asked)).toMatchObject({ ...refused('parameter.invalid'), data: { field: 'effectiveTimestamp' } })
    const slip = { ...asked, sharePercent: '50', effectiveTimestamp: now + DAY_MS }
    expect(await ana.call(book.changeFee, slip)).toMatchObject({ ...refused('parameter.invalid'), data: { field: 'sharePercent' } })
    const good = { ...asked, effectiveTimestamp: now + DAY_MS }
    expect(await ana.ask(book.changeFee, good)).toEqual({ state: 'waiting' })
    expect(await ana.call(book.changeFee, good)).toMatchObject(refused('approval.same_person'))
    expect(await bea.call(book.changeFee, { ...good, least: '26' })).toMatchObject(refused('approval.changed'))
    expect(await harness.ask(terms.coming, {})).toEqual([])
  })
})

describe('another minimum', () => {
  it('is of what begins after it: what arrived before is credited as it was', async () => {
    const customer = await harness.newCustomer()
    const effectiveTimestamp = harness.app.clock.now() + DAY_MS
    const asked = { ...why, channelId: 'USDT-TRC20' as const, minimum: '50.00', effectiveTimestamp }
    await ana.ask(book.changeMinimum, asked)
    await bea.ask(book.changeMinimum, asked)
    await harness.pass(DAY_MS - 1_000)
    const before = await harness.ask(deposits.simulate, { channelId: 'USDT-TRC20', amount: '20' }, customer.token)
    await harness.pass(5 * MINUTE_MS)
    const [channel] = (await harness.ask(deposits.channels, {}, customer.token)).filter(({ id }) => id === 'USDT-TRC20')
    expect(channel?.minAmount).toBe('50')
    expect(
      await harness.call(deposits.create, { channelId: 'USDT-TRC20', amount: '20', txHash: 'b'.repeat(64) }, customer.token, key()),
    ).toMatchObject({ ...refused('deposit.below_minimum'), data: { num: '50.00' } })
    await followDeposits(harness.app)
    const { list } = await harness.ask(deposits.list, { id: before.id }, customer.token)
    expect(list).toMatchObject([{ state: 'credited', creditedAmount: '20.00' }])
    await harness.ask(deposits.simulate, { channelId: 'USDT-TRC20', amount: '20' }, customer.token)
    await harness.pass(5 * MINUTE_MS)
    await followDeposits(harness.app)
    const all = await harness.ask(deposits.list, {}, customer.token)
    expect(all.list[0]).toMatchObject({ state: 'waiting', creditedAmount: null })
  })
})

describe('another account to pay to', () => {
  const asked = {
    ...{ ...why, channelId: 'ARS-BANK' as const, bankName: 'Banco Dos (SIM)', accountName: 'Rueda (SIM)' },
    accountNo: '9990001800000000000024',
    lastSix: '000024',
  }
  it('holds at once when two have typed its end', async () => {
    const customer = await harness.newCustomer()
    const cleo = await hire(harness, ['risk'])
    expect(await bea.call(book.changeAccount, { ...asked, lastSix: '000017' })).toMatchObject({
      ...refused('parameter.invalid'),
      data: { field: 'lastSix' },
    })
    expect(await bea.ask(book.changeAccount, asked)).toEqual({ state: 'waiting' })
    expect(await cleo.ask(book.changeAccount, asked)).toEqual({ state: 'done' })
    const channels = await harness.ask(deposits.channels, { type: 'fiat' }, customer.token)
    expect(channels[0]?.bankInfo).toMatchObject({ bankName: 'Banco Dos (SIM)', accountNo: '9990001800000000000024' })
    expect((await ana.ask(book.list, {})).changes).toMatchObject([{ kind: 'houseAccount', subject: 'ARS-BANK', inForce: 1 }])
  })

  it('is a bank’s: nobody can change where coins go to', async () => {
    expect(await bea.call(book.changeAccount, { ...asked, channelId: 'BTC' })).toMatchObject({
      ...refused('parameter.invalid'),
      data: { field: 'channelId' },
    })
    expect(await ana.call(book.changeAccount, asked)).toMatchObject(refused('staff.role_missing'))
  })
})
