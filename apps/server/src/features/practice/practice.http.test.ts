import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { practice } from '@rueda/contract/practice.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** Beginning again with practice money (`docs/rules/accounts.md` P.15), on a share at 99 × 101. */
let harness: Harness
let ana: Customer
beforeEach(async () => {
  harness = await startHarness()
  harness.market.bids = [['99', 500]]
  harness.market.asks = [['101', 500]]
  harness.market.last = '100'
  ana = await harness.newCustomer()
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
  expect(harness.problems).toEqual([])
  await harness.stop()
})

let sent = 0
const key = () => ({ 'idempotency-key': `practice${(sent += 1)}` })
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const begin = (headers = key(), who = ana) => harness.call(practice.begin, {}, who.token, headers)
const standing = () => harness.ask(practice.standing, {}, ana.token)
const buy = (input: object = {}) =>
  harness.call(orders.create, { stockCode: 'TEST', direction: 0, orderType: 0, quantity: '10', ...input }, ana.token, key())
const holdings = async () => (await harness.ask(positions.holding, {}, ana.token)).total
const overview = () => harness.ask(wallets.overview, {}, ana.token)

describe('beginning again', () => {
  it('sells what is held, gives the cash back and starts the account’s results anew', async () => {
    expect(await buy()).toMatchObject({ code: 200 })
    await harness.pass(1_000)
    expect(await holdings()).toBe(1)
    expect(Number((await overview()).todayProfit)).toBeLessThan(0)
    expect(await standing()).toMatchObject({ offered: 1, grant: '100000.00', inTheWay: [], positions: 1, fromTimestamp: null })
    const now = harness.app.clock.now()
    expect(await begin()).toMatchObject({ data: { positions: 0, beganTimestamp: now, fromTimestamp: now + 7 * DAY_MS } })
    expect(await holdings()).toBe(0)
    expect(await overview()).toMatchObject({ totalAssets: '100000.00', todayProfit: '0.00' })
    expect(await harness.ask(wallets.one, { walletType: 'STOCK' }, ana.token)).toMatchObject({ available: '50000.00' })
  })

  it('is one line among the movements, and the history before it stays', async () => {
    await buy()
    await harness.pass(1_000)
    await begin()
    const { list } = await harness.ask(wallets.cashFlows, { pageSize: 50 }, ana.token)
    expect(list.map(({ bizType }) => bizType)).toEqual(expect.arrayContaining(['GRANT', 'BEGINNING', 'SELL', 'BUY']))
  })

  it('a repeated request begins once, and another one within a week is refused with when it can', async () => {
    const once = key()
    const first = await begin(once)
    expect(first).toMatchObject({ code: 200 })
    expect((await begin(once)).data).toEqual(first.data)
    expect(await begin()).toMatchObject({
      ...refused('practice.too_soon'),
      data: { fromTimestamp: harness.app.clock.now() + 7 * DAY_MS },
    })
    await harness.pass(7 * DAY_MS)
    expect(await begin()).toMatchObject({ code: 200 })
  })

  it('two at once begin once', async () => {
    await buy()
    await harness.pass(1_000)
    const answers = await Promise.all([begin(), begin(), begin()])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await overview()).toMatchObject({ totalAssets: '100000.00' })
  })

  it('names what has to end first, and touches nothing meanwhile', async () => {
    await buy()
    await harness.pass(1_000)
    expect(await buy({ orderType: 1, price: '50', quantity: '5' })).toMatchObject({ code: 200 })
    expect(await standing()).toMatchObject({ inTheWay: ['orders'], positions: 1 })
    expect(await begin()).toMatchObject(refused('account.in_use'))
    expect(await holdings()).toBe(1)
  })

  it('sells nothing while the market of a position does not trade', async () => {
    await buy()
    await harness.pass(1_000)
    harness.market.sessions = [{ from: 0, phase: 'CLOSED', tradeDate: '2026-11-18', matching: false, opensAt: 0, closesAt: 1 }]
    await harness.pass(1_000)
    expect(await begin()).toMatchObject(refused('market.closed'))
    expect(await holdings()).toBe(1)
  })
})
