import type { InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { switches } from '@rueda/contract/admin/switches.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { hire } from '../../testing/staff.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { newMarginCustomer } from '../../testing/books.ts'

/** One buying power (`docs/rules/transfers.md` P.18): customers with 50,000.00 in STOCK and as much in US_WALLET, a market at 182.36 × 182.37. */
let harness: Harness
let customer: Customer
/** After this time, the taken depth is back. */
const REFILL_MS = 900_000

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
})
beforeEach(async () => {
  await harness.pass(REFILL_MS)
  customer = await harness.newCustomer()
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

type Input = InputOf<typeof orders.create>
const LIMIT_BUY: Input = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '182.37', quantity: '300' }
const preview = (input: Input = LIMIT_BUY) => harness.ask(orders.preview, input, customer.token)
const place = (input: Input, key?: string) =>
  harness.call(orders.create, input, customer.token, key === undefined ? {} : { 'idempotency-key': key })
const balances = async (...types: ('STOCK' | 'US_WALLET' | 'FUTURE')[]) =>
  Promise.all(types.map(async (walletType) => (await harness.ask(wallets.one, { walletType }, customer.token)).balance))
const moved = async () => (await harness.ask(transfers.list, {}, customer.token)).list
const journals = async () => {
  const { rows } = await harness.app.pool.query<{ journal: string }>(
    `select journal from entries where account_id = $1 and journal <> 'J01' order by sequence`,
    [customer.accountId],
  )
  return rows.map(({ journal }) => journal)
}

describe('an order that its own wallet cannot pay', () => {
  it('says what it lacks, who could give it, and the largest there is money for in all', async () => {
    expect(await preview()).toMatchObject({
      ...{ hold: '54727.41', availableBefore: '50000.00', elsewhere: '50000.00' },
      bring: [{ walletType: 'US_WALLET', amount: '4727.41' }],
    })
    const { stockCode, market, direction, orderType, price } = LIMIT_BUY
    expect(await harness.ask(positions.sizes, { stockCode, market, direction, orderType, price }, customer.token)).toMatchObject({
      ...{ full: '274', fullWithOthers: '548' },
    })
  })

  it('brings exactly that with its acceptance, in one commit with its execution', async () => {
    const { bring } = await preview()
    expect(await place({ ...LIMIT_BUY, bring })).toMatchObject({ code: 200 })
    expect(await moved()).toMatchObject([{ fromWalletType: 'US_WALLET', toWalletType: 'STOCK', fromAmount: '4727.41', status: 2 }])
    expect(await balances('STOCK', 'US_WALLET')).toEqual(['0.00', '45272.59'])
    expect((await journals()).slice(-2)).toEqual(['J20', 'J32'])
  })

  it('at market brings a little more than seems missing, and takes no more than it needs', async () => {
    const atMarket = { ...LIMIT_BUY, orderType: 0, price: undefined } as const
    const { hold, bring } = await preview(atMarket)
    expect([hold, bring]).toEqual(['55822.74', [{ walletType: 'US_WALLET', amount: '6381.00' }]])
    await place({ ...atMarket, bring })
    expect((await moved()).map(({ fromAmount }) => fromAmount)).toEqual(['5822.74'])
  })

  it('by amount never brings more than the amount, which is the most it can hold', async () => {
    const byAmount = { ...LIMIT_BUY, orderType: 0, price: undefined, quantity: undefined, amount: '60000.00' } as const
    const { bring, hold } = await preview(byAmount)
    expect(Number(hold)).toBeLessThanOrEqual(60_000)
    expect(bring).toEqual([{ walletType: 'US_WALLET', amount: '10000.00' }])
    await place({ ...byAmount, bring })
    expect((await moved()).map(({ fromAmount }) => fromAmount)).toEqual([(Number(hold) - 50_000).toFixed(2)])
  })

  it('without a word of it is refused as ever, and nothing moves', async () => {
    expect(await place(LIMIT_BUY)).toMatchObject({ code: 3009 })
    expect(await balances('STOCK', 'US_WALLET')).toEqual(['50000.00', '50000.00'])
  })

  it('is refused whole where the others have less than it lacks, or may not give', async () => {
    expect((await preview({ ...LIMIT_BUY, quantity: '600' })).bring).toEqual([])
    for (const [bring, code] of [
      [[{ walletType: 'US_WALLET', amount: '4727.40' }], 3009],
      [[{ walletType: 'BALANCE', amount: '10000' }], 1000],
      [
        [
          { walletType: 'US_WALLET', amount: '10000' },
          { walletType: 'US_WALLET', amount: '10000' },
        ],
        1000,
      ],
    ] as const)
      expect(await place({ ...LIMIT_BUY, bring: [...bring] })).toMatchObject({ code })
    expect(await moved()).toEqual([])
  })

  it('sent again, or by ten at once, it is one order and one transfer', async () => {
    const { bring } = await preview()
    const answers = await Promise.all(Array.from({ length: 10 }, () => place({ ...LIMIT_BUY, bring }, 'once')))
    expect(new Set(answers.map(({ data }) => data?.orderId)).size).toBe(1)
    expect(await moved()).toHaveLength(1)
  })

  it('two of them at once never take more than there is', async () => {
    const bring = [{ walletType: 'US_WALLET' as const, amount: '50000' }]
    const answers = await Promise.all(['a', 'b'].map((key) => place({ ...LIMIT_BUY, price: '150.00', quantity: '400', bring }, key)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 3009])
    expect((await moved()).map(({ fromAmount }) => fromAmount)).toEqual(['10018.00'])
  })

  it('brings nothing while transfers are switched off', async () => {
    const { bring } = await preview()
    const [ana, bea] = [await hire(harness, ['admin']), await hire(harness, ['risk'])]
    const turn = async (isOff: 0 | 1) => {
      const asked = {
        reason: 'maintenance' as const,
        name: 'transfers' as const,
        isOff,
        ...(isOff === 1 ? { cause: 'maintenance' as const } : {}),
      }
      for (const staff of [ana, bea]) await staff.ask(switches.turnMoney, asked)
    }
    await turn(1)
    expect(await place({ ...LIMIT_BUY, bring })).toMatchObject({ code: codeOf('feature.disabled') })
    await turn(0)
  })
})

it('a position on margin is opened from the wallets in dollars, and margin wallets give nothing', async () => {
  customer = await newMarginCustomer(harness)
  const opening = { stockCode: 'SES-2026Z', market: 'FUT', direction: 0, orderType: 0, quantity: '3' } as const
  const { bring, elsewhere } = await harness.ask(orders.preview, opening, customer.token)
  expect([elsewhere, bring.map(({ walletType }) => walletType)]).toEqual(['55000.00', ['US_WALLET']])
  expect(await harness.call(orders.createMargin, { ...opening, bring }, customer.token)).toMatchObject({ code: 200 })
  expect(await moved()).toMatchObject([{ fromWalletType: 'US_WALLET', toWalletType: 'FUTURE' }])
  const shares = { ...LIMIT_BUY, quantity: '300', bring: [{ walletType: 'FUTURE' as const, amount: '9000' }] }
  expect(await place(shares)).toMatchObject({ code: 1000 })
})
