import { blocks } from '@rueda/contract/blocks.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { security } from '@rueda/contract/security.ts'
import { EMPTY_COMPANY_FACTS } from '@rueda/exchange/empty-company-facts.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, TEST_MOMENT, startHarness } from '../../testing/harness.ts'
import { midnightOf, openDay } from '../../testing/open-days.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { applyCorporateActions } from '../corporate/apply.ts'
import { unlockDue } from '../positions/unlock-due.ts'

/**
 * A share at 3.99 × 4.01, of which a million are traded in a day: a customer's practice money is enough for ten thousand of them. The desk's
 * half-impact on these is 0.4 · 0.018 · √0.01 = 0.072 %: it sells at 4.01 and buys at 3.99.
 */
let harness: Harness
let ana: Customer
const BLOCK = { stockCode: 'TEST', direction: 0, quantity: '10000' } as const
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const NEXT_DAY = '2026-11-19'
const MIDNIGHT = midnightOf(NEXT_DAY)

const permit = ({ accountId }: Customer) =>
  harness.app.pool.query(
    `insert into permissions (account_id, type, status, applied_at, review_at, decided_at) values ($1, 'blockTrade', 'open', 1, 1, 1)`,
    [accountId],
  )
const priced = (bid: string, ask: string): void => {
  harness.market.bids = [[bid, 300]]
  harness.market.asks = [[ask, 300]]
}

beforeEach(async () => {
  harness = await startHarness()
  priced('3.99', '4.01')
  harness.market.last = '4.00'
  harness.market.facts = () => ({
    ...EMPTY_COMPANY_FACTS,
    ...{ averageVolume30: scaled('1000000'), dailyVolatility: scaled('0.018'), high52Weeks: scaled('5'), low52Weeks: scaled('3') },
  })
  harness.market.sessions = [openDay('2026-11-18', 0), openDay(NEXT_DAY)]
  await harness.pass(1_000)
  ana = await harness.newCustomer()
  await permit(ana)
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
  expect(harness.problems).toEqual([])
  await harness.stop()
})

const quote = (input: Partial<Parameters<typeof harness.ask<typeof blocks.quote>>[1]> = {}, who = ana) =>
  harness.ask(blocks.quote, { ...BLOCK, ...input }, who.token)
let sent = 0
type Asked = Parameters<typeof harness.call<typeof blocks.create>>[1]
const create = (input: Partial<Asked>, who = ana, key = `block-${(sent += 1)}`) =>
  harness.call(blocks.create, { ...BLOCK, ...input }, who.token, { 'idempotency-key': key })
const stock = async (who = ana) => {
  const { cash, hold } = (
    await harness.app.pool.query<{ cash: bigint; hold: bigint }>(
      `select cash, hold from wallets where account_id = $1 and type = 'STOCK'`,
      [who.accountId],
    )
  ).rows[0] ?? { cash: 0n, hold: 0n }
  return { cash, hold }
}
const bought = async (): Promise<string> => {
  const { quoteId } = await quote()
  const placed = await create({ quoteId })
  expect(placed).toMatchObject({ data: { status: 1 } })
  return quoteId
}
const held = async () => (await harness.ask(positions.holding, { type: 5 }, ana.token)).list[0]
const sell = (input: Partial<Parameters<typeof harness.ask<typeof orders.create>>[1]> = {}) =>
  harness.call(orders.create, { stockCode: 'TEST', direction: 1, orderType: 1, price: '3.99', quantity: '1', ...input }, ana.token)
const toNextDay = () => harness.pass(MIDNIGHT - TEST_MOMENT + 1_000)

describe('a firm price', () => {
  it('says what the block costs in all, and from when on it can be sold', async () => {
    expect(await quote()).toMatchObject({
      ...{ price: '4.01', referencePrice: '4.00', premiumPct: '0.25', amount: '40100.00', fee: '8.02', tax: '0.00', total: '40108.02' },
      ...{ lockDays: 1, unlockDate: NEXT_DAY, expireTimestamp: harness.app.clock.now() + 30_000, venue: 'SIM' },
    })
    expect(await quote({ direction: 1 })).toMatchObject({ price: '3.99', premiumPct: '-0.25', lockDays: 0, unlockDate: null, fee: '7.98' })
  })

  it('is traded at once and whole, locked, listed apart, and printed on the tape alone', async () => {
    const before = await harness.ask(quotes.light, { stockCode: 'TEST' }, null)
    const { quoteId } = await quote()
    const cash = (await stock()).cash
    expect(await create({ quoteId })).toMatchObject({
      data: { orderId: quoteId, status: 1, subStatus: 'FILLED', filledQuantity: '10000', avgPrice: '4.01', handlingFee: '8.02' },
    })
    expect(await stock()).toEqual({ cash: cash - 4_010_802n, hold: 0n })
    expect(await held()).toMatchObject({ quantity: '10000', availableQuantity: '0', lockedQuantity: '10000', costAmount: '40108.02' })
    expect(await harness.ask(blocks.locks, {}, ana.token)).toMatchObject([{ id: quoteId, quantity: '10000', unlockDate: NEXT_DAY }])
    expect((await harness.ask(orders.list, { source: 4 }, ana.token)).list).toMatchObject([{ id: quoteId, source: 4, status: 1 }])
    const after = await harness.ask(quotes.light, { stockCode: 'TEST' }, null)
    expect(after.trades[0]).toMatchObject({ price: '4.01', qty: '10000', block: 1 })
    const { price_nominal, volume, high } = await harness.ask(quotes.light, { stockCode: 'TEST' }, null)
    expect({ price_nominal, volume, high }).toEqual({ price_nominal: before.price_nominal, volume: before.volume, high: before.high })
  })

  it('is used once, whichever of two devices comes first', async () => {
    const { quoteId } = await quote()
    const both = await Promise.all([create({ quoteId }), create({ quoteId })])
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codeOf('block.quote_expired')])
    expect((await held())?.quantity).toBe('10000')
  })

  it('is one block, however often the same request comes', async () => {
    const { quoteId } = await quote()
    const both = await Promise.all([create({ quoteId }, ana, 'same'), create({ quoteId }, ana, 'same')])
    expect(both).toMatchObject([{ data: { status: 1 } }, { data: { status: 1 } }])
    expect(await create({ quoteId }, ana, 'same')).toMatchObject({ data: { orderId: quoteId } })
  })

  it('holds to its last millisecond, whatever the market does, and no longer', async () => {
    const [first, second] = [await quote(), await quote()]
    priced('4.39', '4.41')
    await harness.pass(29_999)
    expect(await create({ quoteId: first.quoteId })).toMatchObject({ data: { status: 1, avgPrice: '4.01' } })
    await harness.pass(1)
    expect(await create({ quoteId: second.quoteId })).toMatchObject(refused('block.quote_expired'))
  })

  it('is for its own customer, share, side and quantity', async () => {
    const { quoteId } = await quote()
    const bea = await harness.newCustomer()
    await permit(bea)
    expect(await create({ quoteId }, bea)).toMatchObject(refused('block.quote_expired'))
    expect(await create({ quoteId, quantity: '10001' })).toMatchObject({ ...refused('parameter.invalid'), data: { field: 'quoteId' } })
    expect(await create({ quoteId, price: '4.00' })).toMatchObject({ ...refused('parameter.invalid'), data: { field: 'price' } })
    expect(await create({})).toMatchObject({ ...refused('parameter.missing'), data: { field: 'quoteId' } })
  })
})

describe('what is refused', () => {
  const ask = (input: Partial<typeof BLOCK> = {}, who = ana) => harness.call(blocks.quote, { ...BLOCK, ...input }, who.token)

  it('everybody without the permission, in every state of it', async () => {
    const bea = await harness.newCustomer()
    expect(await ask({}, bea)).toMatchObject(refused('block.not_permitted'))
    expect(await create({ price: '4.00' }, bea)).toMatchObject(refused('block.not_permitted'))
    for (const status of ['none', 'review', 'rejected']) {
      await harness.app.pool.query(
        `update permissions set status = $2, reason = 'REVOKED', decided_at = case $2 when 'review' then null else 1 end where account_id = $1`,
        [ana.accountId, status],
      )
      expect(await ask()).toMatchObject(refused('block.not_permitted'))
    }
  })

  it('too little, too much, and what the desk does not quote', async () => {
    expect(await ask({ quantity: '9999' as '10000' })).toMatchObject(refused('quantity.below_minimum'))
    expect(await ask({ quantity: '50001' as '10000' })).toMatchObject(refused('order.risk_limit'))
    expect(await ask({ stockCode: 'NOPE' as 'TEST' })).toMatchObject(refused('instrument.unknown'))
    expect(await ask({ quantity: '20000' as '10000' })).toMatchObject({ code: 200 })
    const { quoteId } = await quote({ quantity: '20000' })
    expect(await create({ quoteId, quantity: '20000' })).toMatchObject(refused('wallet.insufficient'))
    expect(await create({ quoteId: (await quote({ direction: 1 })).quoteId, direction: 1 })).toMatchObject(refused('position.insufficient'))
  })

  it('everything while the market is closed', async () => {
    const { quoteId } = await quote()
    harness.market.sessions = [{ ...openDay('2026-11-18', 0), phase: 'CLOSED', matching: false }]
    await harness.pass(1_000)
    expect(await ask()).toMatchObject(refused('market.closed'))
    expect(await create({ quoteId })).toMatchObject(refused('market.closed'))
  })
})

describe('a price of the customer’s own', () => {
  it('is traded when the desk comes to it within a minute, at the better price', async () => {
    const cash = (await stock()).cash
    const placed = await create({ price: '4.00' })
    expect(placed).toMatchObject({ data: { status: 0, holdAmount: '40008.00' } })
    expect(await stock()).toEqual({ cash: cash - 4_000_800n, hold: 4_000_800n })
    priced('3.96', '3.98')
    await harness.pass(59_000)
    // The middle is 3.97, and 0.072 % more is 3.972858, up to the cent.
    expect(await held()).toMatchObject({ quantity: '10000', lockedQuantity: '10000', avgPrice: '3.980796' })
    expect((await stock()).hold).toBe(0n)
  })

  it('ends when its minute is over, and gives everything back', async () => {
    const { cash } = await stock()
    const { data } = await create({ price: '4.00' })
    await harness.pass(59_999)
    expect((await stock()).hold).toBe(4_000_800n)
    priced('3.96', '3.98')
    await harness.pass(1)
    expect(await stock()).toEqual({ cash, hold: 0n })
    expect((await harness.ask(orders.list, { source: 4 }, ana.token)).list).toMatchObject([
      { id: (data as { orderId: string }).orderId, status: 2, reason: 'EXPIRED' },
    ])
  })

  it('is called back at any time before', async () => {
    const { cash } = await stock()
    const { data } = await create({ price: '4.00' })
    const orderId = (data as { orderId: string }).orderId
    expect(await harness.call(orders.amend, { orderId, price: '3.99' }, ana.token)).toMatchObject(refused('order.type_unsupported'))
    await harness.ask(orders.cancel, { orderId }, ana.token)
    priced('3.96', '3.98')
    await harness.pass(2_000)
    expect(await stock()).toEqual({ cash, hold: 0n })
  })

  it('lies within the day and a percent of the middle', async () => {
    expect(await create({ price: '3.98' })).toMatchObject(refused('price.outside_band'))
  })
})

describe('locked shares', () => {
  it('are sold nowhere before their day, and everywhere from it on', async () => {
    await bought()
    expect(await sell()).toMatchObject(refused('position.locked'))
    expect(await sell({ orderType: 0 })).toMatchObject(refused('position.locked'))
    const { id = '' } = (await held()) ?? {}
    expect(await harness.call(positions.close, { id, orderType: 0, quantity: '1' }, ana.token)).toMatchObject(refused('position.locked'))
    const { quoteId } = await quote({ direction: 1 })
    expect(await create({ quoteId, direction: 1 })).toMatchObject(refused('position.locked'))
    await toNextDay()
    expect(await unlockDue(harness.app, 'US', '2026-11-18')).toBe(0)
    expect([await unlockDue(harness.app, 'US', NEXT_DAY), await unlockDue(harness.app, 'US', NEXT_DAY)]).toEqual([1, 0])
    expect(await harness.ask(blocks.locks, {}, ana.token)).toEqual([])
    const free = await quote({ direction: 1 })
    expect(await create({ quoteId: free.quoteId, direction: 1 })).toMatchObject({ data: { status: 1, avgPrice: '3.99' } })
    expect(await held()).toBeUndefined()
  })

  it('keep an account open', async () => {
    await bought()
    expect(await harness.call(security.close, { leaveMoney: 1 }, ana.token)).toMatchObject(refused('account.in_use'))
  })

  it('split and earn dividends like the others, once, however often the job runs', async () => {
    harness.market.actions = [
      { kind: 'dividend', instrumentId: 'US:TEST', exDate: NEXT_DAY, payDate: NEXT_DAY, amount: scaled('0.10') },
      { kind: 'split', instrumentId: 'US:TEST', exDate: NEXT_DAY, newShares: 3n, oldShares: 2n },
    ]
    await bought()
    await toNextDay()
    await applyCorporateActions(harness.app, 'US', NEXT_DAY)
    await applyCorporateActions(harness.app, 'US', NEXT_DAY)
    // The day of the split is the day on which they are free.
    expect(await held()).toMatchObject({ quantity: '15000', availableQuantity: '15000', lockedQuantity: '0' })
    const { rows } = await harness.app.pool.query(`select journal from entries where journal in ('J54', 'J96', 'J97') order by sequence`)
    expect(rows.map(({ journal }) => journal)).toEqual(['J97', 'J54', 'J96'])
  })
})
