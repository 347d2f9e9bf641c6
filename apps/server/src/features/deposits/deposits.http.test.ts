import { deposits } from '@rueda/contract/deposits.ts'
import { messages } from '@rueda/contract/messages.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import type { ChannelId } from '@rueda/rules/deposits/channel.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { followChain, followDeposits } from './follow.ts'

/** Customers with 50 000.00 in US_WALLET; a dollar stands at 1,486.50 ARS and a bitcoin at 52,000 dollars. */
let harness: Harness
let customer: Customer

beforeAll(async () => {
  harness = await startHarness()
  harness.market.dollarIn['FX:BTCUSD'] = '52000'
})
beforeEach(async () => {
  customer = await harness.newCustomer()
  proof = await proofOf(customer)
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

/** A picture of the customer's own. */
let proof = ''
const proofOf = async (who: Customer) => {
  const { data } = await harness.send(uploadOf(who.token, formOf({ content: await picture() })))
  return (data as { url: string }).url
}
const HASH = 'ab'.repeat(32)
type Announced = Parameters<typeof harness.call<typeof deposits.create>>[1]
const announce = (input: Announced, key?: string, who = customer) =>
  harness.call(deposits.create, input, who.token, key === undefined ? {} : { 'idempotency-key': key })
const pay = (channelId: ChannelId, amount: string, who = customer) => harness.ask(deposits.simulate, { channelId, amount }, who.token)
const rows = async (who = customer) => (await harness.ask(deposits.list, {}, who.token)).list
const cash = async (walletType: 'US_WALLET' | 'BALANCE', who = customer) =>
  (await harness.ask(wallets.one, { walletType }, who.token)).balance
const told = async (who = customer) => (await harness.ask(messages.list, { type: 'deposit' }, who.token)).list.map(({ title }) => title)
const after = async (ms: number) => {
  await harness.pass(ms)
  await followDeposits(harness.app)
}

describe('POST /recharge/currency/selectList', () => {
  it('gives every customer addresses and a reference of their own, the same every time', async () => {
    const own = await harness.ask(deposits.channels, {}, customer.token)
    expect(own.map(({ id, enabled }) => `${id} ${enabled}`)).toEqual([
      'USDT-TRC20 1',
      'USDT-ERC20 1',
      'BTC 1',
      'ETH 0',
      'ARS-BANK 1',
      'USD-WIRE 1',
    ])
    expect(await harness.ask(deposits.channels, {}, customer.token)).toEqual(own)
    const others = await harness.ask(deposits.channels, {}, (await harness.newCustomer()).token)
    const places = [...own, ...others].map(({ address, bankInfo, id }) => `${id} ${address ?? bankInfo?.reference}`)
    expect(new Set(places).size).toBe(places.length)
    expect(own[0]).toMatchObject({
      address: expect.stringMatching(/^T[1-9A-HJ-NP-Za-km-z]{33}$/u),
      minAmount: '1',
      confirmations: 3,
      rateToWallet: '1',
    })
    expect(own[2]).toMatchObject({ address: expect.stringMatching(/^bc1q[0-9a-z]{38}$/u), rateToWallet: '51740', spreadPct: '0.50' })
  })

  it('by kind', async () => {
    const fiat = await harness.ask(deposits.channels, { type: 'fiat' }, customer.token)
    expect(fiat.map(({ id, bankInfo }) => [id, bankInfo?.automaticUpTo])).toEqual([
      ['ARS-BANK', '10000'],
      ['USD-WIRE', null],
    ])
  })
})

describe('POST /recharge/create', () => {
  it('once for one key', async () => {
    const asked = { channelId: 'USDT-TRC20', amount: '100', txHash: HASH } as const
    const first = await announce(asked, 'one-key')
    expect(first).toMatchObject({ code: 200, data: { status: 1, state: 'announced', announcedAmount: '100.000000', arrivedAmount: null } })
    expect(await announce(asked, 'one-key')).toMatchObject({ code: 200, data: first.data })
    expect(await announce({ ...asked, amount: '101' }, 'one-key')).toMatchObject({ code: 1004 })
    expect(await rows()).toHaveLength(1)
  })

  it.each<[string, Announced, number]>([
    ['less than the minimum', { channelId: 'USDT-TRC20', amount: '0.99', txHash: HASH }, 4010],
    ['more than the most', { channelId: 'USDT-TRC20', amount: '1000001', txHash: HASH }, 4015],
    ['no proof', { channelId: 'USDT-TRC20', amount: '100' }, 4011],
    ['a transfer without an image', { channelId: 'ARS-BANK', amount: '100', txHash: HASH }, 4011],
    ['a coin without a price', { channelId: 'ETH', amount: '1', txHash: HASH }, 4012],
    ['a channel nobody has', { channelId: 'DOGE' as 'BTC', amount: '1', txHash: HASH }, 1000],
    ['a digit too many', { channelId: 'USDT-TRC20', amount: '1.0000001', txHash: HASH }, 1000],
    [
      'an image that is nobody’s',
      { channelId: 'ARS-BANK', amount: '100', proofImg: '/web/file/00000000-0000-7000-8000-000000000000' },
      1002,
    ],
    ['an image from elsewhere', { channelId: 'ARS-BANK', amount: '100', proofImg: 'https://example.org/1.png' }, 1000],
  ])('refuses %s', async (_, input, code) => {
    expect(await announce(input)).toMatchObject({ code })
    expect(await rows()).toEqual([])
  })

  it('takes no picture of another customer', async () => {
    const others = await proofOf(await harness.newCustomer())
    expect(await announce({ channelId: 'ARS-BANK', amount: '100', proofImg: others })).toMatchObject({ code: 1002 })
  })

  it('is closed 48 hours after nothing came', async () => {
    await announce({ channelId: 'USDT-TRC20', amount: '100', txHash: HASH })
    await after(48 * HOUR_MS - 1)
    expect((await rows())[0]).toMatchObject({ status: 1 })
    await after(1)
    expect((await rows())[0]).toMatchObject({ status: 3, reason: 'NO_FUNDS' })
    expect(await told()).toHaveLength(2)
  })
})

describe('a payment on the chain', () => {
  it('is seen, confirmed three times, and credited', async () => {
    await harness.pass(20 * SECOND_MS - (harness.app.clock.now() % (20 * SECOND_MS)))
    const { id } = await pay('USDT-TRC20', '250.5')
    const seen: unknown[] = []
    for (let block = 0; block <= 3; block += 1) {
      const [row] = await rows()
      seen.push([row?.confirmations, row?.status])
      await after(20 * SECOND_MS)
    }
    expect(seen).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 2],
    ])
    expect((await rows())[0]).toMatchObject({
      id,
      state: 'credited',
      creditedAmount: '250.50',
      confirmations: 3,
      txHash: expect.stringMatching(/^[0-9a-f]{64}$/u),
    })
    expect(await cash('US_WALLET')).toBe('50250.50')
    expect(await told()).toHaveLength(2)
  })

  it('is credited for what arrived, as what was announced', async () => {
    await announce({ channelId: 'BTC', amount: '1', txHash: HASH })
    await announce({ channelId: 'BTC', amount: '0.5', proofImg: proof })
    await pay('BTC', '0.25')
    await after(80 * SECOND_MS)
    expect(
      (await rows()).map(({ state, announcedAmount, arrivedAmount, creditedAmount }) => [
        state,
        announcedAmount,
        arrivedAmount,
        creditedAmount,
      ]),
    ).toEqual([
      ['credited', '0.50000000', '0.25000000', '12935.00'],
      ['announced', '1.00000000', null, null],
    ])
  })

  it('waits while it is too little, in its owner’s name', async () => {
    await pay('USDT-ERC20', '0.6')
    await after(80 * SECOND_MS)
    expect((await rows())[0]).toMatchObject({ status: 1, state: 'waiting', creditedAmount: null })
    expect((await harness.ask(deposits.channels, {}, customer.token))[1]).toMatchObject({ waitingAmount: '0.600000' })
    await pay('USDT-ERC20', '0.5')
    await after(80 * SECOND_MS)
    expect((await rows()).map(({ state, creditedAmount }) => [state, creditedAmount])).toEqual([
      ['credited', '0.50'],
      ['credited', '0.60'],
    ])
    expect(await cash('US_WALLET')).toBe('50001.10')
  })

  it('confirmed by many at once it is credited once', async () => {
    await pay('USDT-TRC20', '10')
    await harness.pass(80 * SECOND_MS)
    await Promise.all(Array.from({ length: 16 }, () => followChain(harness.app)))
    expect(await cash('US_WALLET')).toBe('50010.00')
    expect(await told()).toHaveLength(2)
  })
})

describe('a transfer by bank', () => {
  it('is matched three to five minutes after it was announced', async () => {
    await announce({ channelId: 'ARS-BANK', amount: '150000', proofImg: proof })
    await after(3 * MINUTE_MS - 1)
    expect((await rows())[0]).toMatchObject({ status: 1 })
    await after(2 * MINUTE_MS + 1)
    expect((await rows())[0]).toMatchObject({ status: 2, creditedAmount: '150000.00', creditWallet: 'BALANCE', proofImg: proof })
    expect(await cash('BALANCE')).toBe('150000.00')
    expect(await told()).toHaveLength(3)
  })

  it('above ten thousand dollars’ worth, and by wire, waits for a person', async () => {
    await announce({ channelId: 'ARS-BANK', amount: '15000000', proofImg: proof })
    await pay('USD-WIRE', '100')
    await after(10 * MINUTE_MS)
    expect((await rows()).map(({ state }) => state)).toEqual(['arrived', 'arrived'])
  })
})

describe('what is taken back', () => {
  it('goes out of the wallet; once', async () => {
    const { id } = await pay('USDT-TRC20', '10')
    await after(80 * SECOND_MS)
    expect(await harness.ask(deposits.recall, { id }, customer.token)).toMatchObject({
      status: 2,
      state: 'reversed',
      reason: 'REORGANISED',
      shortfall: '0.00',
    })
    expect(await cash('US_WALLET')).toBe('50000.00')
    await harness.pass(3 * SECOND_MS)
    expect(await harness.call(deposits.recall, { id }, customer.token)).toMatchObject({ code: 4014 })
  })

  it('freezes the account where the money is gone', async () => {
    const { id } = await pay('ARS-BANK', '1000')
    await after(5 * MINUTE_MS)
    await harness.writePath.run(spending(customer))
    expect(await harness.ask(deposits.recall, { id }, customer.token)).toMatchObject({ state: 'reversed', shortfall: '1000.00' })
    expect(await announce({ channelId: 'USDT-TRC20', amount: '100', txHash: HASH })).toMatchObject({ code: 2018 })
  })

  it('is nobody else’s to take', async () => {
    const { id } = await pay('USDT-TRC20', '10')
    const other = await harness.newCustomer()
    expect(await harness.call(deposits.recall, { id }, other.token)).toMatchObject({ code: 1002 })
    expect(await rows(other)).toEqual([])
  })
})

/** Moves all pesos of BALANCE to AR. */
const spending = ({ accountId }: Customer) => ({
  accountId,
  idempotency: null,
  reads: { wallets: ['BALANCE', 'AR'] as const },
  decide: () => ({
    ok: true as const,
    value: {
      outcome: {
        entries: [
          {
            journal: 'J20' as const,
            cause: { kind: 'transfer' as const, id: 'spent', step: 0 },
            lines: [
              { account: 'U:BALANCE:CASH', asset: 'ARS', amount: -100_000n },
              { account: 'U:AR:CASH', asset: 'ARS', amount: 100_000n },
            ],
            valueDate: '2026-11-18',
          },
        ],
      },
      data: true,
    },
  }),
})
