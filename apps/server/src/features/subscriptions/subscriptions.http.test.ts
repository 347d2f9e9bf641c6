import { createHash } from 'node:crypto'
import { subscriptions as staffSide } from '@rueda/contract/admin/subscriptions.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { type IpoItem, subscriptions } from '@rueda/contract/subscriptions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { commitmentTo, drawShares } from '@rueda/rules/subscriptions/draw.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Customer } from '../../testing/harness.ts'
import { type OfferingHarness, startOfferingHarness } from '../../testing/offerings.ts'
import { hire } from '../../testing/staff.ts'

/** New shares on the real calendar, from a Friday's noon in New York until they trade. */
let harness: OfferingHarness
beforeAll(async () => {
  harness = await startOfferingHarness({ seed: 'new shares', from: '2026-11-20T17:00:00Z', funds: '40000' })
})
afterAll(() => harness.end())

const offerings = () => harness.ask(subscriptions.newStock, {})
const openOne = async (): Promise<IpoItem> => {
  const found = (await offerings()).filter(({ status }) => status === 1).at(-1)
  if (found === undefined) throw new Error('nothing is open')
  return found
}
const offering = async (id: string): Promise<IpoItem | undefined> => (await offerings()).find((each) => each.id === id)
let keys = 0
const apply = (customer: Customer, input: Partial<InputOf<typeof subscriptions.create>> & { id: string; quantity: string }) => {
  keys += 1
  return harness.call(subscriptions.create, { agreeProspectus: 1, ...input }, customer.token, { 'idempotency-key': `ipo${keys}` })
}
const own = async (customer: Customer) => (await harness.ask(subscriptions.list, {}, customer.token)).list[0]

describe('what is offered', () => {
  it('always has a window that is open or to come, with a commitment that was published before it', async () => {
    const list = await offerings()
    expect(list.length).toBeGreaterThanOrEqual(2)
    expect(new Set(list.map(({ stockCode }) => stockCode)).size).toBe(list.length)
    for (const each of list) {
      expect(each.commitHash).toMatch(/^[0-9a-f]{64}$/u)
      expect(each.seedReveal).toBeNull()
      expect(each.prospectusDate).toBeLessThanOrEqual(each.purchaseStartDate)
      expect(each.listDate).toBeGreaterThan(each.drawDate)
    }
    expect((await harness.ask(subscriptions.saleList, { status: 1 })).list.every(({ status }) => status === 1)).toBe(true)
  })

  it('keeps its word: nothing that was announced can be changed, and the secret is sealed', async () => {
    for (const change of ['update ipos set price = price + 1', 'update ipos set closes_at = closes_at + 1', 'delete from ipos'])
      await expect(harness.database.pool.query(change), change).rejects.toThrow(/ipos/u)
    const { rows } = await harness.database.pool.query<{ commitment: string; sealed: Buffer }>('select commitment, sealed from ipos')
    for (const { commitment, sealed } of rows) expect(createHash('sha256').update(sealed).digest('hex')).not.toBe(commitment)
  })
})

describe('applying', () => {
  it('is refused in the ways there are', async () => {
    const { id, lotSize, maxCountPerUser } = await openOne()
    const lot = Number(lotSize)
    const [ana, bea] = [await harness.funded(), await harness.funded('10')]
    expect(await apply(ana, { id, quantity: lotSize, agreeProspectus: 0 })).toMatchObject({ code: 1001 })
    expect(await apply(ana, { id, quantity: String(lot - 1) })).toMatchObject({ code: 3004 })
    expect(await apply(ana, { id, quantity: String(lot + 1) })).toMatchObject({ code: 3005 })
    expect(await apply(ana, { id, quantity: '0.5' })).toMatchObject({ code: 3004 })
    expect(await apply(ana, { id, quantity: String(Number(maxCountPerUser) + lot) })).toMatchObject({ code: 5001 })
    expect(await apply(ana, { id: '00000000-0000-7000-8000-000000000000', quantity: lotSize })).toMatchObject({ code: 1002 })
    expect(await apply(ana, { id, quantity: lotSize, walletType: 'STOCK' })).toMatchObject({ code: 1000 })
    expect(await apply(bea, { id, quantity: lotSize })).toMatchObject({ code: 3009 })
    const upcoming = (await offerings()).find(({ status }) => status === 0)
    if (upcoming !== undefined) expect(await apply(ana, { id: upcoming.id, quantity: upcoming.lotSize })).toMatchObject({ code: 5000 })
    const first = await apply(ana, { id, quantity: lotSize })
    expect(first).toMatchObject({ code: 200, data: { status: 0 } })
    expect(await apply(ana, { id, quantity: lotSize })).toMatchObject({ code: 5002 })
    const orderId = first.data?.orderId ?? ''
    expect(await harness.call(subscriptions.cancel, { id: orderId }, bea.token)).toMatchObject({ code: 1002 })
    expect(await harness.call(subscriptions.cancel, { id: orderId }, ana.token)).toMatchObject({
      code: 200,
      data: { status: 3, delivered: 0 },
    })
    expect(await harness.call(subscriptions.cancel, { id: orderId }, ana.token, { 'idempotency-key': 'again' })).toMatchObject({
      code: 3013,
    })
    expect(await harness.wallet(ana)).toMatchObject({ balance: '40000.00', usedBalance: '0.00' })
    // While it is open one may change one's mind.
    expect(await apply(ana, { id, quantity: lotSize })).toMatchObject({ code: 200 })
  })

  it('from ten devices at once is one application, and the same key one answer', async () => {
    const { id, lotSize } = await openOne()
    const customer = await harness.funded()
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(customer, { id, quantity: lotSize })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 5002)).toHaveLength(9)
    const same = { id, quantity: lotSize, agreeProspectus: 1 } as const
    const other = await harness.funded()
    const pair = await Promise.all([1, 2].map(() => harness.call(subscriptions.create, same, other.token, { 'idempotency-key': 'once' })))
    expect(pair[1]?.data).toEqual(pair[0]?.data)
    const full = await harness.ask(subscriptions.fullNumber, { id }, other.token)
    expect(Number(full.full) % Number(lotSize)).toBe(0)
    expect(Number(full.full) * Number(full.price)).toBeLessThanOrEqual(Number(full.available))
  })
})

describe('one offering from its window to its trading', () => {
  it('draws as anybody can again, pays exactly, and delivers what can be sold', async () => {
    const ipo = await openOne()
    const { id, maxCountPerUser, price, lotSize } = ipo
    // More than the tranche: some are not served whole.
    const many = await Promise.all(Array.from({ length: 26 }, () => harness.funded('49000')))
    const applied = await Promise.all(many.map((customer) => apply(customer, { id, quantity: maxCountPerUser })))
    const served = many.filter((_, index) => applied[index]?.code === 200)
    expect(served.length).toBeGreaterThan(20)

    // The clock alone closes: a millisecond before it is taken, at the end it is not.
    const late = await harness.funded()
    await harness.until(ipo.purchaseEndDate - 1_000)
    expect((await apply(late, { id, quantity: lotSize })).code).toBe(200)
    await harness.pass(1_000)
    expect(await apply(await harness.funded(), { id, quantity: lotSize })).toMatchObject({ code: 5000 })
    expect((await offering(id))?.status).toBe(2)
    const waiting = await own(late)
    const underWay = async () => (await harness.ask(subscriptions.running, {}, late.token)).list
    expect(await underWay()).toEqual([waiting])
    expect(await harness.call(subscriptions.cancel, { id: waiting?.id ?? '' }, late.token)).toMatchObject({ code: 3013 })
    await harness.pass(10_000)
    const closed = await harness.ask(subscriptions.fairness, { id })
    expect(closed).toMatchObject({ S: null, E: null, keys: [], commitHash: ipo.commitHash, entropySource: 'offering' })
    const text = closed.list.map(({ number, lots }) => `${number}:${lots}`).join('\n')
    expect(createHash('sha256').update(text).digest('hex')).toBe(closed.listHash)

    await harness.restart()
    await harness.until(ipo.drawDate + 10_000)
    expect((await offering(id))?.status).toBe(3)
    const proof = await harness.ask(subscriptions.fairness, { id })
    expect(
      createHash('sha256')
        .update(Buffer.from(proof.S ?? '', 'hex'))
        .digest('hex'),
    ).toBe(ipo.commitHash)
    const again = drawShares({ applications: proof.list, quota: proof.quota, secret: proof.S ?? '', entropy: proof.E ?? '' })
    expect(proof.listHash).toBe(closed.listHash)
    expect(again.seed).toBe(proof.seed)
    expect(Object.fromEntries(again.results.map(({ number, allotted }) => [number, allotted]))).toEqual(
      Object.fromEntries(proof.allotments.map(({ number, lots }) => [number, lots])),
    )
    const given = proof.allotments.reduce((sum, { lots }) => sum + lots, 0)
    const asked = proof.list.reduce((sum, { lots }) => sum + lots, 0)
    expect(given).toBe(Math.min(asked, proof.quota))

    const rows = await Promise.all(served.map(own))
    for (const [index, row] of rows.entries()) {
      const lots = proof.allotments.find(({ number }) => number === row?.orderNo)?.lots ?? 0
      const paid = lots * Number(lotSize) * Number(price)
      expect(row).toMatchObject({ status: lots > 0 ? 1 : 2, allotQuantity: String(lots * Number(lotSize)), pendingAmount: '0.00' })
      expect(Number(row?.paidAmount)).toBeCloseTo(paid, 2)
      expect(Number(row?.refundAmount)).toBeCloseTo(Number(row?.totalAmount) - paid, 2)
      expect(row?.drawKey).toBe(proof.keys.find(({ number }) => number === row?.orderNo)?.key)
      const customer = served[index] as Customer
      expect(await harness.wallet(customer)).toMatchObject({ usedBalance: '0.00' })
    }
    const lucky = served[rows.findIndex((row) => row?.status === 1)] as Customer
    const { totalAssets } = await harness.ask(wallets.overview, {}, lucky.token)
    expect(Number(totalAssets)).toBeCloseTo(100_000, 0)

    // Nobody was there on the day itself: everything is made up for.
    await harness.until(ipo.listDate - HOUR_MS - MINUTE_MS)
    expect((await offering(id))?.status).toBe(3)
    await harness.until(ipo.listDate - HOUR_MS + 1_000)
    await harness.pass(6_000)
    await harness.restart()
    const held = (await harness.ask(positions.holding, {}, lucky.token)).list
    const row = await own(lucky)
    expect(held).toMatchObject([{ stockCode: ipo.stockCode, quantity: row?.allotQuantity }])
    expect((await offering(id))?.status).toBe(4)
    expect(await underWay()).toEqual([])
    const told = await harness.ask(messages.list, {}, lucky.token)
    expect(told.list.filter(({ title }) => title.includes(ipo.name) || title.includes(ipo.stockCode)).length).toBeGreaterThanOrEqual(2)

    await harness.until(ipo.listDate + MINUTE_MS)
    const sold = await harness.ask(
      orders.create,
      { stockCode: ipo.stockCode, market: 'US', direction: 1, orderType: 0, quantity: lotSize },
      lucky.token,
    )
    await harness.pass(1_000)
    expect((await harness.ask(orders.list, { orderId: sold.orderId }, lucky.token)).list).toMatchObject([{ status: 1 }])
    const lots = await harness.ask(positions.lots, { id: held[0]?.id ?? '' }, lucky.token)
    expect(lots.disposals).toMatchObject([{ quantity: lotSize }])
  })
})

describe('an offering that is withdrawn', () => {
  const reason = { reason: 'maintenance' as const }

  it('takes two persons, and gives everything back before and after the draw, and never after the listing', async () => {
    const [ana, bea] = [await hire(harness, ['product']), await hire(harness, ['product'])]
    const first = await openOne()
    const waiting = await harness.funded()
    await apply(waiting, { id: first.id, quantity: first.lotSize })
    expect(await ana.ask(staffSide.withdraw, { ...reason, id: first.id })).toEqual({ state: 'waiting' })
    expect(await ana.call(staffSide.withdraw, { ...reason, id: first.id })).toMatchObject({ code: 6020 })
    expect((await offering(first.id))?.status).toBe(1)
    expect(await bea.ask(staffSide.withdraw, { ...reason, id: first.id })).toEqual({ state: 'done' })
    expect((await offering(first.id))?.status).toBe(5)
    expect(await apply(await harness.funded(), { id: first.id, quantity: first.lotSize })).toMatchObject({ code: 5000 })
    await harness.pass(6_000)
    expect(await own(waiting)).toMatchObject({ status: 3, offeringWithdrawn: 1, refundAmount: (await own(waiting))?.totalAmount })
    expect(await harness.wallet(waiting)).toMatchObject({ balance: '40000.00', usedBalance: '0.00' })

    await harness.until((await nextOpen()).purchaseStartDate + 6_000)
    const second = await openOne()
    const drawn = await harness.funded()
    await apply(drawn, { id: second.id, quantity: second.lotSize })
    await harness.until(second.purchaseEndDate + 10_000)
    await harness.until(second.drawDate + 10_000)
    expect(await own(drawn)).toMatchObject({ status: 1 })
    const [cora, dina] = [await hire(harness, ['product']), await hire(harness, ['product'])]
    await cora.ask(staffSide.withdraw, { ...reason, id: second.id })
    await dina.ask(staffSide.withdraw, { ...reason, id: second.id })
    await harness.pass(6_000)
    expect(await own(drawn)).toMatchObject({ status: 3, paidAmount: '0.00', allotQuantity: '0' })
    expect(await harness.wallet(drawn)).toMatchObject({ balance: '40000.00', usedBalance: '0.00' })

    // Between the close and the draw: the result that it would have had is published all the same.
    await harness.until((await nextOpen()).purchaseStartDate + 6_000)
    const third = await openOne()
    const listed = await harness.funded()
    await apply(listed, { id: third.id, quantity: third.lotSize })
    await harness.until(third.purchaseEndDate + 10_000)
    expect(await harness.ask(subscriptions.fairness, { id: third.id })).toMatchObject({ status: 2, S: null, allotments: [] })
    for (const who of [await hire(harness, ['product']), await hire(harness, ['product'])])
      await who.ask(staffSide.withdraw, { ...reason, id: third.id })
    await harness.pass(6_000)
    const given = await own(listed)
    expect(given).toMatchObject({ status: 3, offeringWithdrawn: 1, allotQuantity: '0', pendingAmount: '0.00' })
    const shown = await harness.ask(subscriptions.fairness, { id: third.id })
    expect(shown).toMatchObject({ status: 5, E: third.id, allotments: [{ number: given?.orderNo, lots: 1 }] })
    expect(commitmentTo(shown.S ?? '')).toBe(third.commitHash)

    await cora.signIn()
    const { list } = await cora.ask(staffSide.list, {})
    expect(list.every(({ balanced }) => balanced === 1)).toBe(true)
    const trading = list.find(({ status }) => status === 4)
    expect(trading?.withdrawable).toBe(0)
    expect(await cora.call(staffSide.withdraw, { ...reason, id: trading?.id ?? '' })).toMatchObject({ code: 3013 })
  })
})

async function nextOpen(): Promise<IpoItem> {
  const found = (await offerings()).filter(({ status }) => status === 0).at(-1)
  return found ?? openOne()
}
