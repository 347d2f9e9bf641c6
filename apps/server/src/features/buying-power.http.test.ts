import { funds } from '@rueda/contract/funds.ts'
import { robots } from '@rueda/contract/robots.ts'
import { subscriptions } from '@rueda/contract/subscriptions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { robots as robotRules } from '@rueda/rules/robots/catalogue.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { fundWallet } from '../testing/books.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'

/**
 * One buying power (`docs/rules/transfers.md` P.18) for products: customers with 50,000.00 in US_WALLET and as much in STOCK. Orders have
 * a test of their own, and so have placings, plans and loans beside theirs.
 */
let database: Database
let harness: MarketHarness
let ana: Customer

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startMarketHarness({
    database,
    environment: { SIM_SEED: 'buying power', SIM_ALWAYS_OPEN: '0' },
    machineAt: Date.parse('2026-11-19T17:00:00Z'),
    listsEverything: true,
  })
  await harness.pass(1_000)
})
beforeEach(async () => {
  ana = await harness.newCustomer()
})
afterAll(async () => {
  await expectSoundBooks(database.pool)
  await harness.stop()
  await database.stop()
})

type Bring = { walletType: WalletType; amount: string }[]
type Answer = Readonly<{ code: number; msg: string; data: unknown }>
type Product = Readonly<{
  wallet: WalletType
  /** What it takes, and what is missing of it in its wallet. */
  takes: number
  /** The wallets that give, in their order. */
  givers: readonly WalletType[]
  journals: readonly string[]
  ask: (who: Customer, bring: Bring | undefined, key: string) => Promise<Answer>
}>

const keyed = (key: string) => ({ 'idempotency-key': key })
const openIpo = async () => {
  const found = (await harness.ask(subscriptions.newStock, {})).find(({ status }) => status === 1)
  if (found === undefined) throw new Error('nothing is open')
  return found
}

const products: Readonly<Record<string, Product>> = {
  'a subscription to a fund': {
    ...{ wallet: 'US_WALLET', takes: 60_000, givers: ['STOCK'], journals: ['J20', 'J60'] },
    ask: (who, bring, key) =>
      harness.call(funds.create, { productId: 'us-index', action: 'subscribe', amount: '60000', bring }, who.token, keyed(key)),
  },
  'a robot': {
    ...{ wallet: 'FOLLOW', takes: 5_009.9, givers: ['US_WALLET', 'STOCK'], journals: ['J20', 'J85', 'J86'] },
    ask: async (who, bring, key) => {
      const [stock] = (await harness.ask(robots.list, {})).stocks
      const chosen = { robotId: 'dca' as const, hash: robotRules.dca.hash, stockCodes: [stock?.stockCode ?? ''], capital: '5000', bring }
      return harness.call(robots.rent, chosen, who.token, keyed(key))
    },
  },
  'an application for new shares': {
    ...{ wallet: 'SUBSCRIPTION', takes: 0, givers: ['US_WALLET', 'STOCK'], journals: ['J20', 'J50'] },
    ask: async (who, bring, key) => {
      const { id, lotSize } = await openIpo()
      return harness.call(subscriptions.create, { id, quantity: lotSize, agreeProspectus: 1, bring }, who.token, keyed(key))
    },
  },
}

const balance = async (who: Customer, walletType: WalletType) =>
  Number((await harness.ask(wallets.one, { walletType }, who.token)).available)
const moved = async (who: Customer) => (await harness.ask(transfers.list, {}, who.token)).list
/** The customer's entries since the grant, with the commit that wrote each. */
const entries = async ({ accountId }: Customer) => {
  const { rows } = await database.pool.query<{ journal: string; tx: string }>(
    `select journal, xmin::text as tx from entries where account_id = $1 order by sequence`,
    [accountId],
  )
  return rows
}

describe.each(Object.entries(products))('%s', (_, { wallet, takes: fixed, givers, journals, ask }) => {
  const takes = async () => {
    if (fixed > 0) return fixed
    const { price, lotSize } = await openIpo()
    return Number(price) * Number(lotSize)
  }
  const missing = async () => ((await takes()) - (await balance(ana, wallet))).toFixed(2)
  const [first = 'STOCK'] = givers

  it('takes exactly what its wallet lacks, in one commit with its own entries', async () => {
    const [lacks, before, known] = [await missing(), await balance(ana, first), (await entries(ana)).length]
    expect(await ask(ana, [{ walletType: first, amount: '40000' }], 'first')).toMatchObject({ code: 200 })
    expect(await moved(ana)).toMatchObject([{ fromWalletType: first, toWalletType: wallet, fromAmount: lacks, status: 2 }])
    expect([await balance(ana, wallet), await balance(ana, first)]).toEqual([0, Number((before - Number(lacks)).toFixed(2))])
    const written = (await entries(ana)).slice(known)
    expect(written.map(({ journal }) => journal)).toEqual(journals)
    expect(new Set(written.map(({ tx }) => tx)).size).toBe(1)
  })

  it('is refused whole where they have too little or may not give, says what all of them lack, and nothing moves', async () => {
    const [lacks, known] = [await missing(), (await entries(ana)).length]
    const less = (Number(lacks) - 0.01).toFixed(2)
    const refused = await ask(ana, [{ walletType: first, amount: less }], 'less')
    expect(refused).toMatchObject({ code: codeOf('wallet.insufficient') })
    expect(JSON.stringify(refused)).toContain('0.01')
    expect(await ask(ana, undefined, 'alone')).toMatchObject({ code: codeOf('wallet.insufficient') })
    for (const walletType of ['BALANCE', 'FUTURE', wallet] as const)
      expect(await ask(ana, [{ walletType, amount: lacks }], walletType)).toMatchObject({ code: codeOf('parameter.invalid') })
    expect((await entries(ana)).length).toBe(known)
    expect(await moved(ana)).toEqual([])
  })

  it('sent again, or by ten at once, is one of it and one transfer', async () => {
    const lacks = await missing()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(ana, [{ walletType: first, amount: lacks }], 'once')))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 200 })
    expect(await moved(ana)).toHaveLength(1)
  })
})

describe('two at once', () => {
  it('never take the same money: what the first took, the second finds missing', async () => {
    const bring: Bring = [{ walletType: 'STOCK', amount: '50000' }]
    const { ask } = products['a subscription to a fund'] as Product
    const answers = await Promise.all(['one', 'two'].map((key) => ask(ana, bring, key)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codeOf('wallet.insufficient')])
    expect(await moved(ana)).toHaveLength(1)
    expect([await balance(ana, 'US_WALLET'), await balance(ana, 'STOCK')]).toEqual([0, 40_000])
  })

  it('of two products that draw on one wallet, the second is paid from what is left, or refused', async () => {
    await harness.ask(transfers.create, { fromWalletType: 'STOCK', toWalletType: 'FOREX', amount: '50000' }, ana.token)
    await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FOREX', amount: '42000' }, ana.token)
    const bring: Bring = [{ walletType: 'US_WALLET', amount: '8000' }]
    const { ask } = products['a robot'] as Product
    const answers = await Promise.all(['a', 'b'].map((key) => ask(ana, bring, key)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codeOf('wallet.insufficient')])
    expect([await balance(ana, 'US_WALLET'), await balance(ana, 'FOLLOW')]).toEqual([2_990.1, 0])
  })
})

describe('where all wallets of a currency have too little', () => {
  const offer = (walletType: WalletType, amount: string) => harness.ask(transfers.exchangeOffer, { walletType, amount }, ana.token)

  it('the first of another one that has enough is offered with its rate', async () => {
    const { exchange } = await offer('BALANCE', '1000000')
    expect(exchange).toMatchObject({ walletType: 'US_WALLET', baseCurrency: 'USD', quoteCurrency: 'ARS' })
    const received = Number(exchange?.amount) * Number(exchange?.rate)
    expect(received).toBeGreaterThanOrEqual(1_000_000)
    expect(received).toBeLessThan(1_030_000)
  })

  it('dollars are offered for pesos too, and nothing where nobody has enough', async () => {
    expect(await offer('US_WALLET', '100')).toEqual({ exchange: null })
    await fundWallet(harness.writePath, ana.accountId, 'BALANCE', 100_000_000n)
    expect((await offer('US_WALLET', '100')).exchange).toMatchObject({ walletType: 'BALANCE', quoteCurrency: 'ARS' })
    expect(await offer('US_WALLET', '1000000')).toEqual({ exchange: null })
  })
})
