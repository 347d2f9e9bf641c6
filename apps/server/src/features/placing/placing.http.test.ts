import { offerings as catalogue } from '@rueda/contract/admin/offerings.ts'
import { placings as staffSide } from '@rueda/contract/admin/placing.ts'
import { switches as staffSwitches } from '@rueda/contract/admin/switches.ts'
import { blocks } from '@rueda/contract/blocks.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { type PlacingItem, placings } from '@rueda/contract/placing.ts'
import { positions } from '@rueda/contract/positions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { companyOfPlacing, placingNumberAt } from '@rueda/exchange/catalogue/placings.ts'
import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import { allotPlacing, hashOfPlacing } from '@rueda/rules/placing/allot.ts'
import { termsOf } from '@rueda/rules/placing/placing.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Customer, register } from '../../testing/harness.ts'
import { type OfferingHarness, startOfferingHarness } from '../../testing/offerings.ts'
import { hire } from '../../testing/staff.ts'
import { dailyCloses } from '../../venue/daily-closes.ts'
import { placingsOffered } from './placings.ts'

/** Placings on the real calendar: November's from the day before its window until its shares are sold, then December's. */
let harness: OfferingHarness
beforeAll(async () => {
  harness = await startOfferingHarness({ seed: 'placings', from: '2026-11-10T17:00:00Z', funds: '49000' })
})
afterAll(() => harness.end())

const list = async () => (await harness.ask(placings.saleList, {})).list
const placing = async (id: string): Promise<PlacingItem> => {
  const found = (await list()).find((each) => each.id === id)
  if (found === undefined) throw new Error('this placing is not listed')
  return found
}
/** The one that is open, or the next to open. */
const current = async (): Promise<PlacingItem> => placing((await list()).findLast(({ status }) => status <= 1)?.id ?? '')
let keys = 0
const apply = (customer: Customer, input: InputOf<typeof placings.create>) => {
  keys += 1
  return harness.call(placings.create, input, customer.token, { 'idempotency-key': `placing${keys}` })
}
const own = async (customer: Customer) => (await harness.ask(placings.list, {}, customer.token)).list[0]
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const sell = (customer: Customer, stockCode: string, quantity: string, direction: 0 | 1 = 1) =>
  harness.call(orders.create, { stockCode, market: 'US', direction, orderType: 0, quantity }, customer.token)
const why = { reason: 'maintenance' as const }

describe('a placing', () => {
  it('is announced before its window with everything but its price, and refuses applications', async () => {
    const upcoming = await current()
    expect(upcoming).toMatchObject({
      status: 0,
      price: null,
      totalQuantity: null,
      remainQuantity: null,
      lockDays: 10,
      discountPct: '10.00',
    })
    expect(new Date(upcoming.saleStartTimestamp).toISOString()).toBe('2026-11-11T15:00:00.000Z')
    expect(new Date(upcoming.saleEndTimestamp).toISOString()).toBe('2026-11-17T22:00:00.000Z')
    expect(await harness.ask(placings.saleTime, {})).toMatchObject({ startTimestamp: upcoming.saleStartTimestamp, status: 0 })
    expect(await apply(await harness.funded(), { id: upcoming.id, quantity: '10', price: '10' })).toMatchObject(
      refused('subscription.closed'),
    )
  })

  it('opens at the close of the eve less its discount, and keeps its word', async () => {
    const { id, saleStartTimestamp, stockCode } = await current()
    await harness.until(saleStartTimestamp - 1_000)
    expect((await placing(id)).status).toBe(0)
    await harness.pass(7_000)
    const opened = await placing(id)
    const asked = { days: 1, until: Date.parse('2026-11-11T04:59:59Z'), adjust: 'none' } as const
    const close = (await dailyCloses(harness.app.venue, [`US:${stockCode}`], asked)).get(`US:${stockCode}`)?.at(-1)
    const terms = termsOf(close?.price ?? 0n, 1_000)
    expect(opened).toMatchObject({ status: 1, referenceDate: '2026-11-10', askedQuantity: '0', marketPrice: expect.any(String) })
    expect(scaled(opened.price ?? '0')).toBe(terms.price)
    expect(opened.maxCountPerUser).toBe(formatScaled(BigInt(terms.maxLots) * terms.lotSize))
    for (const change of ['update placings set price = price + 1', 'update placings set closes_at = closes_at + 1', 'delete from placings'])
      await expect(harness.database.pool.query(change), change).rejects.toThrow(/placings/u)
  })
})

describe('applying', () => {
  it('is refused in the ways there are, and taken back while the window is open', async () => {
    const { id, lotSize, maxCountPerUser, price } = await current()
    const [lot, most] = [lotSize ?? '', maxCountPerUser ?? '']
    const good = { id, quantity: lot, price: price ?? '' }
    const [ana, bea] = [await harness.funded(), await harness.funded('10')]
    expect(await apply(ana, { ...good, price: '1.00' })).toMatchObject(refused('parameter.invalid'))
    expect(await apply(ana, { ...good, walletType: 'STOCK' })).toMatchObject(refused('parameter.invalid'))
    expect(await apply(ana, { ...good, quantity: '0.5' })).toMatchObject(refused('quantity.below_minimum'))
    expect(await apply(ana, { ...good, quantity: String(Number(lot) * 1.5) })).toMatchObject(refused('quantity.step'))
    expect(await apply(ana, { ...good, quantity: String(Number(most) + Number(lot)) })).toMatchObject(refused('subscription.above_maximum'))
    expect(await apply(ana, { ...good, id: '00000000-0000-7000-8000-000000000000' })).toMatchObject(refused('object.not_found'))
    expect(await apply(bea, good)).toMatchObject(refused('wallet.insufficient'))
    const first = await apply(ana, good)
    expect(first).toMatchObject({ code: 200, data: { status: 0 } })
    expect(await apply(ana, good)).toMatchObject(refused('subscription.exists'))
    const order = { id: first.data?.orderId ?? '' }
    expect(await harness.call(placings.cancel, order, bea.token)).toMatchObject(refused('object.not_found'))
    expect(await harness.call(placings.flatCount, order, bea.token)).toMatchObject(refused('object.not_found'))
    expect(await harness.call(placings.flatCount, {}, bea.token)).toMatchObject(refused('parameter.missing'))
    expect(await harness.call(placings.cancel, order, ana.token)).toMatchObject({ code: 200, data: { status: 3 } })
    expect(await harness.wallet(ana)).toMatchObject({ balance: '49000.00', usedBalance: '0.00' })
    expect(await apply(ana, good)).toMatchObject({ code: 200 })
    const mine = await own(ana)
    await harness.ask(placings.cancel, { id: mine?.id ?? '' }, ana.token)
  })

  it('is for who owns enough and has passed the questions, or for an institution', async () => {
    const { id, lotSize, price } = await current()
    const good = { id, quantity: lotSize ?? '', price: price ?? '' }
    const unasked = await register(harness, 'unasked@example.org')
    await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'SUBSCRIPTION', amount: '49000' }, unasked.token)
    expect(await harness.ask(placings.eligibility, {}, unasked.token)).toMatchObject({ eligible: 0, suitability: 0, institution: 0 })
    expect(await apply(unasked, good)).toMatchObject({ ...refused('placing.not_eligible'), data: { num: '25000.00' } })
    const { equity } = await harness.ask(placings.eligibility, {}, unasked.token)
    expect((await harness.ask(wallets.overview, {}, unasked.token)).totalAssets).toBe(equity)
    await harness.database.pool.query(
      `insert into permissions (account_id, type, status, applied_at, review_at, decided_at) values ($1, 'institution', 'open', 1, 1, 1)`,
      [unasked.accountId],
    )
    expect(await apply(unasked, good)).toMatchObject({ code: 200 })
    await harness.ask(placings.cancel, { id: (await own(unasked))?.id ?? '' }, unasked.token)
  })

  it('takes what the wallet lacks from others with the application, once, and nothing where it is refused', async () => {
    const { id, lotSize, price } = await current()
    const customer = await harness.funded('1')
    const good = { id, quantity: lotSize ?? '', price: price ?? '' }
    const cost = Number(lotSize) * Number(price)
    const moved = async () => (await harness.ask(transfers.list, {}, customer.token)).list.map(({ fromAmount }) => Number(fromAmount))
    const less = [{ walletType: 'STOCK' as const, amount: (cost - 1.01).toFixed(2) }]
    expect(await apply(customer, { ...good, bring: less })).toMatchObject({ ...refused('wallet.insufficient'), data: { missing: '0.01' } })
    expect(await moved()).toEqual([1])
    const bring = [{ walletType: 'STOCK' as const, amount: '40000' }]
    const once = () => harness.call(placings.create, { ...good, bring }, customer.token, { 'idempotency-key': 'brought' })
    const answers = await Promise.all([once(), once(), once()])
    expect(answers[0]).toMatchObject({ code: 200 })
    expect(new Set(answers.map(({ data }) => data?.orderId)).size).toBe(1)
    expect((await moved()).toSorted((a, b) => a - b)).toEqual([1, Number((cost - 1).toFixed(2))])
    expect(await harness.wallet(customer)).toMatchObject({ available: '0.00' })
    await harness.ask(placings.cancel, { id: answers[0]?.data?.orderId ?? '' }, customer.token)
  })

  it('from ten devices at once is one application, and the same key one answer', async () => {
    const { id, lotSize, price } = await current()
    const good = { id, quantity: lotSize ?? '', price: price ?? '' }
    const [customer, other] = [await harness.funded(), await harness.funded()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(customer, good)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const pair = await Promise.all([1, 2].map(() => harness.call(placings.create, good, other.token, { 'idempotency-key': 'once' })))
    expect(pair[1]?.data).toEqual(pair[0]?.data)
    for (const each of [customer, other]) await harness.ask(placings.cancel, { id: (await own(each))?.id ?? '' }, each.token)
  })

  it('is paused for one placing by the catalogue and for all by the switch, and taking back never is', async () => {
    const { id, offeringId, lotSize, price } = await current()
    const good = { id, quantity: lotSize ?? '', price: price ?? '' }
    const [ana, waiting] = [await hire(harness, ['product', 'admin']), await harness.funded()]
    await apply(waiting, good)
    const named = { kind: 'placing', id: offeringId } as const
    expect((await ana.ask(catalogue.list, {})).offerings).toContainEqual(expect.objectContaining(named))
    await ana.ask(catalogue.pause, { ...why, ...named, isPaused: 1, cause: 'demand' })
    expect(await apply(await harness.funded(), good)).toMatchObject(refused('offering.paused'))
    await ana.ask(catalogue.pause, { ...why, ...named, isPaused: 0 })
    await ana.ask(staffSwitches.turn, { ...why, name: 'placing', isOff: 1, cause: 'maintenance' })
    expect(await apply(await harness.funded(), good)).toMatchObject(refused('feature.disabled'))
    expect(await harness.call(placings.cancel, { id: (await own(waiting))?.id ?? '' }, waiting.token)).toMatchObject({ code: 200 })
    await ana.ask(staffSwitches.turn, { ...why, name: 'placing', isOff: 0 })
  })
})

describe('one placing from its window to the sale of its shares', () => {
  it('is shared out in proportion, paid exactly, delivered locked, and free on its day', async () => {
    const { id, stockCode, maxCountPerUser, price, lotSize, saleEndTimestamp } = await current()
    const good = { id, quantity: maxCountPerUser ?? '', price: price ?? '' }
    const many = await Promise.all(Array.from({ length: 12 }, () => harness.funded('50000')))
    for (const customer of many) expect((await apply(customer, good)).code).toBe(200)
    // One of them has some of these shares from the market: what is delivered comes after those.
    const holder = many[0] as Customer
    expect(await sell(holder, stockCode, '3', 0)).toMatchObject({ code: 200 })
    await harness.pass(1_000)
    expect(Number((await placing(id)).askedQuantity)).toBeGreaterThan(Number((await placing(id)).totalQuantity))
    expect((await placing(id)).remainQuantity).toBe('0')

    // The clock alone closes: a second before it is taken, at the end it is not, and it cannot be taken back either.
    const late = await harness.funded()
    await harness.until(saleEndTimestamp - 1_000)
    expect((await apply(late, { ...good, quantity: lotSize ?? '' })).code).toBe(200)
    await harness.pass(1_000)
    expect(await apply(await harness.funded(), good)).toMatchObject(refused('subscription.closed'))
    expect((await placing(id)).status).toBe(2)
    expect(await harness.call(placings.cancel, { id: (await own(late))?.id ?? '' }, late.token)).toMatchObject(
      refused('subscription.not_cancellable'),
    )

    // The list is published and the server stops before anything is paid.
    await harness.restart()
    await harness.pass(10_000)
    await harness.pass(10_000)
    const allotted = await placing(id)
    expect(allotted).toMatchObject({ status: 3, unlockDate: '2026-12-02', allotQuantity: allotted.totalQuantity })
    const everybody = [...many, late]
    const rows = await Promise.all(everybody.map(own))
    const applications = rows.flatMap((row) =>
      row === undefined ? [] : [{ number: row.orderNo, lots: Number(row.quantity) / Number(lotSize), at: row.createTimeTimestamp }],
    )
    expect(hashOfPlacing(applications)).toBe(allotted.listHash)
    const lotsOf = new Map(
      allotPlacing(applications, Number(allotted.totalQuantity) / Number(lotSize)).map((each) => [each.number, each.allotted]),
    )
    for (const [index, row] of rows.entries()) {
      const lots = lotsOf.get(row?.orderNo ?? '') ?? 0
      const paid = lots * Number(lotSize) * Number(price)
      expect(row).toMatchObject({ status: lots > 0 ? 1 : 2, allotQuantity: String(lots * Number(lotSize)), pendingAmount: '0.00' })
      expect(Number(row?.paidAmount)).toBeCloseTo(paid, 2)
      expect(Number(row?.refundAmount)).toBeCloseTo(Number(row?.amount) - paid, 2)
      expect(row).toMatchObject({ lockedQuantity: row?.allotQuantity, availableQuantity: '0' })
      expect(await harness.wallet(everybody[index] as Customer)).toMatchObject({ usedBalance: '0.00' })
    }

    const mine = rows[0]
    const locked = mine?.allotQuantity ?? ''
    expect(await harness.ask(placings.flatCount, { stockCode }, holder.token)).toEqual({
      count: '0',
      lockedCount: locked,
      unlockDate: '2026-12-02',
    })
    expect(await harness.ask(blocks.locks, {}, holder.token)).toEqual([])
    const [held] = (await harness.ask(positions.holding, {}, holder.token)).list
    expect(held).toMatchObject({ stockCode, quantity: String(Number(locked) + 3) })
    const told = (await harness.ask(messages.list, {}, holder.token)).list.filter(({ title }) => title.includes(mine?.name ?? '-'))
    expect(told).toHaveLength(1)

    // At the next open: what came from the market is sold, what is locked is not.
    await harness.until(Date.parse('2026-11-18T14:31:00Z'))
    expect(await sell(holder, stockCode, '4')).toMatchObject({ ...refused('position.locked'), data: { available: '3' } })
    expect(await sell(holder, stockCode, '3')).toMatchObject({ code: 200 })
    await harness.pass(1_000)
    expect(await sell(holder, stockCode, '1')).toMatchObject(refused('position.locked'))

    // Nobody was there on the day itself: it is made up for.
    await harness.until(Date.parse('2026-12-01T20:00:00Z'))
    expect(await sell(holder, stockCode, '1')).toMatchObject(refused('position.locked'))
    await harness.until(Date.parse('2026-12-02T14:31:00Z'))
    await harness.pass(MINUTE_MS)
    await harness.restart()
    expect(await harness.ask(placings.flatCount, { id: mine?.id ?? '' }, holder.token)).toEqual({
      count: locked,
      lockedCount: '0',
      unlockDate: null,
    })
    expect(await sell(holder, stockCode, lotSize ?? '')).toMatchObject({ code: 200 })
    await harness.pass(1_000)
    const left = Number(locked) - Number(lotSize)
    expect(await harness.ask(placings.flatCount, { stockCode }, holder.token)).toMatchObject({ count: String(left), lockedCount: '0' })
    const lots = await harness.ask(positions.lots, { id: held?.id ?? '' }, holder.token)
    expect(lots.disposals).toMatchObject([{ quantity: lotSize }, { quantity: '3' }])

    // A later split counts in what is free of the placing: three for each.
    const split: CorporateAction = { kind: 'split', instrumentId: `US:${stockCode}`, exDate: '2026-12-03', newShares: 3n, oldShares: 1n }
    const announced = vi
      .spyOn(harness.app.venue, 'corporateActions')
      .mockImplementation((ids, from, to) =>
        Promise.resolve([split].filter(({ instrumentId, exDate }) => ids.includes(instrumentId) && exDate >= from && exDate <= to)),
      )
    await harness.until(Date.parse('2026-12-03T14:31:00Z'))
    announced.mockRestore()
    expect(await harness.ask(placings.flatCount, { stockCode }, holder.token)).toMatchObject({ count: String(left * 3), lockedCount: '0' })
    expect(await own(holder)).toMatchObject({ allotQuantity: locked, availableQuantity: String(left * 3), lockedQuantity: '0' })
    const other = await harness.ask(placings.flatCount, { stockCode }, many[1]?.token ?? '')
    expect(other).toMatchObject({ count: String(Number(rows[1]?.allotQuantity) * 3), lockedCount: '0' })
  })
})

describe('an operator with the database in hand', () => {
  const after = (...changes: readonly string[]) =>
    harness.tampered(async (client) => {
      for (const change of changes) await client.query(change)
    })
  const first = `(placing_id, number) = (select placing_id, number from placing_results where allotted > 1 order by placing_id, number limit 1)`

  it('is seen when a price, a list, a result or a lock is another one', async () => {
    expect(await after()).toEqual([])
    expect(await after("update placings set discount = 300 where status = 'allotted'")).toEqual(['INV-31f'])
    expect(await after(`update placing_results set allotted = allotted - 1 where ${first}`)).toEqual(['INV-31f', 'INV-31g'])
    expect(await after('update placing_applications set lots = lots + 1')).toEqual(expect.arrayContaining(['INV-31f', 'INV-31h']))
    expect(await after("update share_locks set unlocks_on = '2026-11-19'")).toEqual(['INV-31g'])
  })
})

describe('a placing that is withdrawn', () => {
  it('takes two persons, gives everything back, and cannot be done once it is allotted', async () => {
    const [ana, bea] = [await hire(harness, ['product']), await hire(harness, ['product'])]
    const allotted = (await ana.ask(staffSide.list, {})).list.find(({ status }) => status === 3)
    expect(allotted).toMatchObject({ balanced: 1, withdrawable: 0 })
    expect(await ana.call(staffSide.withdraw, { ...why, id: allotted?.id ?? '' })).toMatchObject(refused('subscription.not_cancellable'))

    const next = await current()
    expect(next.status).toBe(0)
    await harness.until(next.saleStartTimestamp + 6_000)
    const { id, lotSize, price } = await current()
    const good = { id, quantity: lotSize ?? '', price: price ?? '' }
    const waiting = await harness.funded()
    expect(await apply(waiting, good)).toMatchObject({ code: 200 })
    for (const each of [ana, bea]) await each.signIn()
    expect(await ana.ask(staffSide.withdraw, { ...why, id })).toEqual({ state: 'waiting' })
    expect(await ana.call(staffSide.withdraw, { ...why, id })).toMatchObject(refused('approval.same_person'))
    expect(await bea.ask(staffSide.withdraw, { ...why, id })).toEqual({ state: 'done' })
    expect((await placing(id)).status).toBe(5)
    expect(await apply(await harness.funded(), good)).toMatchObject(refused('subscription.closed'))
    await harness.pass(6_000)
    expect(await own(waiting)).toMatchObject({
      status: 3,
      offeringWithdrawn: 1,
      paidAmount: '0.00',
      refundAmount: (await own(waiting))?.amount,
    })
    expect(await harness.wallet(waiting)).toMatchObject({ balance: '49000.00', usedBalance: '0.00' })
    expect((await ana.ask(staffSide.list, {})).list.every(({ balanced }) => balanced === 1)).toBe(true)
  })
})

it('names every placing that is offered as the catalogue does', async () => {
  const number = placingNumberAt('2026-12-15')
  const company = companyOfPlacing(number, (instrumentId) => harness.app.venue.instruments.has(instrumentId))
  expect(placingsOffered(harness.app)).toContainEqual({ number, name: `${company?.instrument.name} (${company?.instrument.code})` })
  expect((await list()).map(({ offeringId }) => offeringId)).toContain(`month-${number}`)
})
