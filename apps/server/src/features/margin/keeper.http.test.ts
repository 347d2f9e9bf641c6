import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newMarginCustomer } from '../../testing/books.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { type MarginKeeper, keepMargin } from './keeper.ts'

/** One server for each test, at 14:00 in New York on a Wednesday; EURUSD at 1.08446 × 1.08450, SES at 5010.00 × 5010.25. */
let harness: Harness
let keeper: MarginKeeper
let customer: Customer

beforeEach(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  keeper = await keepMargin(harness.app, () => harness.venue.cycle())
  customer = await newMarginCustomer(harness)
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const EURUSD = 'FX:EURUSD'
const SES = 'FUT:SES-2026Z'
const LOT = { goldCode: 'EURUSD', market: 'FX', direction: 0, orderType: 1, price: '1.08450', quantity: '1', leverage: 30 } as const
const CONTRACT = { goldCode: 'SES-2026Z', market: 'FUT', direction: 0, orderType: 0, quantity: '1' } as const

async function open(input: typeof LOT | typeof CONTRACT): Promise<string> {
  await harness.ask(orders.createMargin, input, customer.token)
  await harness.pass(250)
  const { list } = await harness.ask(positions.holding, { source: input.market === 'FX' ? 2 : 3 }, customer.token)
  return list[0]?.id ?? ''
}

/** The market moves, and the server looks twice, a second apart: only then is a breach confirmed. */
async function move(instrumentId: string, bid: string, ask: string): Promise<void> {
  harness.market.otherPrices[instrumentId] = [bid, ask]
  await look()
  await look()
}
async function look(ms: number = SECOND_MS): Promise<void> {
  await harness.pass(ms)
  await keeper.look()
  await keeper.settle()
  await harness.pass(250)
}

const held = async (source: 2 | 3) => (await harness.ask(positions.holding, { source }, customer.token)).list[0]
const closed = async (source: 2 | 3) => (await harness.ask(positions.closed, { source }, customer.token)).list[0]
const wallet = (walletType: 'FUTURE' | 'FOREX') => harness.ask(wallets.one, { walletType }, customer.token)
const told = async () => (await harness.ask(messages.list, {}, customer.token)).list.map(({ type }) => type)

describe('liquidation (rule book D.8)', () => {
  it('closes half first; what is saved of it keeps the rest alive', async () => {
    await open(LOT)
    await move(EURUSD, '1.06600', '1.06604')
    expect(await held(2)).toMatchObject({ quantity: '0.5', marginState: 'NORMAL', margin: '2663.35' })
    await look()
    expect(await held(2)).toMatchObject({ quantity: '0.5' })
    expect(await wallet('FOREX')).toMatchObject({ available: '1385.00' })
    expect(await told()).toContain('liquidation')
  })

  it('closes the rest five seconds later when the first half did not help', async () => {
    await open(LOT)
    await move(EURUSD, '1.05400', '1.05404')
    // The last trade has moved with the quote, so that the first of the two looks has closed it.
    expect(await held(2)).toMatchObject({ quantity: '0.5', marginState: 'LIQUIDATE' })
    await look(3 * SECOND_MS)
    expect(await held(2)).toMatchObject({ quantity: '0.5' })
    await look(SECOND_MS)
    expect(await held(2)).toBeUndefined()
    expect(await closed(2)).toMatchObject({ closeReason: 'LIQUIDATION', quantity: '0', margin: '0.00', closePrice: '1.05400' })
  })

  it('through a gap takes the margin and no more; the house pays the rest', async () => {
    await open(LOT)
    await move(EURUSD, '1.00000', '1.00004')
    await look(5 * SECOND_MS)
    expect(await closed(2)).toMatchObject({ closeReason: 'LIQUIDATION', sellProfit: '-3615.00' })
    expect(await harness.ask(wallets.overview, {}, customer.token)).toMatchObject({ todayProfit: '-3615.00' })
    expect(await wallet('FOREX')).toMatchObject({ balance: '1385.00', usedBalance: '0.00' })
    const { rows } = await harness.app.pool.query("select -sum(amount) as paid from postings where account = 'H:INSURANCE:USD'")
    expect(String((rows[0] as { paid: unknown }).paid)).toBe('483500')
  })

  it('takes the customer’s own orders for the position off first', async () => {
    const id = await open(LOT)
    const { orderId } = await harness.ask(positions.close, { id, orderType: 1, price: '1.2' }, customer.token)
    await move(EURUSD, '1.06600', '1.06604')
    const { list } = await harness.ask(orders.list, { orderId }, customer.token)
    expect(list[0]).toMatchObject({ status: 2, subStatus: 'SYSTEM' })
    await look()
    expect(await held(2)).toMatchObject({ quantity: '0.5' })
  })

  it('waits while orders are not matched, and for a second look where only the quote has moved', async () => {
    await open(LOT)
    const [session] = harness.market.sessions
    if (session === undefined) throw new Error('a session')
    harness.market.sessions = [session, { ...session, from: harness.app.clock.now() + 1, phase: 'CLOSED', matching: false }]
    await move(EURUSD, '1.06600', '1.06604')
    await look()
    expect(await held(2)).toMatchObject({ quantity: '1', marginState: 'LIQUIDATE' })
    harness.market.sessions = [session]
    await look()
    expect(await held(2)).toMatchObject({ quantity: '0.5' })
  })

  it('waits at the day’s limit, where nobody buys, valued there and no lower; it closes when somebody does (D.5)', async () => {
    harness.market.closedAt[SES] = '5010.00'
    await open(CONTRACT)
    await move(SES, '4600.00', '4600.25')
    await look(5 * SECOND_MS)
    // 350.75 points of 50 dollars down to the limit of 4659.50, and not the 410.25 to where nobody may trade.
    expect(await held(3)).toMatchObject({ quantity: '1', marginState: 'LIQUIDATE', profit: '-17537.50' })
    harness.market.otherPrices[SES] = ['4700.00', '4700.25']
    await look(5 * SECOND_MS)
    expect(await held(3)).toBeUndefined()
    expect(await closed(3)).toMatchObject({ closeReason: 'LIQUIDATION', closePrice: '4700.00' })
  })

  it('goes on after a restart', async () => {
    await open(LOT)
    await move(EURUSD, '1.05400', '1.05404')
    keeper = await keepMargin(harness.app, () => harness.venue.cycle())
    for (let looks = 0; looks < 3; looks += 1) await look(5 * SECOND_MS)
    expect(await held(2)).toBeUndefined()
  })

  it('is no danger to a position with margin added by itself', async () => {
    const id = await open(LOT)
    await harness.ask(positions.topUp, { id, amount: '1000' }, customer.token)
    await move(EURUSD, '1.06800', '1.06804')
    expect(await held(2)).toMatchObject({ quantity: '1', marginState: 'NORMAL', margin: '4359.25', topUpLeft: '255.75' })
    const { list } = await harness.ask(messages.list, {}, customer.token)
    expect(list.find(({ type }) => type === 'margin')?.content).toBe(
      'Con Euro / Dólar (sim) (EURUSD) en 1,06802 faltaba margen y, como pediste, pasaron $744,25 de tu billetera a la posición. ' +
        'Ahora tiene $4.359,25 y se liquida cerca de 1,05899. Todavía se pueden agregar $255,75 solos.',
    )
  })

  it('takes nothing from a frozen account, and closes in stages all the same', async () => {
    const id = await open(LOT)
    await harness.ask(positions.topUp, { id, amount: '1000' }, customer.token)
    await harness.app.pool.query('update account_states set frozen_at = 1 where account_id = $1', [customer.accountId])
    await move(EURUSD, '1.06600', '1.06604')
    await look()
    expect(await held(2)).toMatchObject({ quantity: '0.5', topUpLeft: '1000.00' })
  })
})

describe('nobody waits for others', () => {
  it('a position is liquidated behind three hundred that wait for a settlement price', async () => {
    const { venue } = harness.app
    const meanMid: typeof venue.meanMid = async (id, at) => (id === EURUSD ? null : venue.meanMid(id, at))
    for (const { token } of [await newMarginCustomer(harness), await newMarginCustomer(harness), await newMarginCustomer(harness)])
      for (let count = 0; count < 100; count += 1) {
        const small = { ...LOT, quantity: '0.01' } as const
        await harness.call(orders.createMargin, small, token, { 'idempotency-key': `small-${count}` })
      }
    await harness.pass(250)
    await open(CONTRACT)
    const log = harness.app.log.child({}, { level: 'silent' })
    keeper = await keepMargin({ ...harness.app, log, venue: { ...venue, meanMid } }, () => harness.venue.cycle())
    // Past the rollover of pairs, at 17:00 in New York.
    await look(4 * HOUR_MS)
    const { rows } = await harness.app.pool.query(
      'select count(*)::int as open from margin_positions where rolled_through is null and closed_at is null',
    )
    expect(rows).toEqual([{ open: 301 }])
    await move(SES, '4700.00', '4700.25')
    await look()
    expect(await closed(3)).toMatchObject({ closeReason: 'LIQUIDATION' })
    // And those are settled once their price is known.
    keeper = await keepMargin(harness.app, () => harness.venue.cycle())
    await look()
    const settled = await harness.app.pool.query(
      'select count(*)::int as open from margin_positions where rolled_through is null and closed_at is null',
    )
    expect(settled.rows).toEqual([{ open: 0 }])
  }, 120_000)
})

describe('an own order in the way of a liquidation', () => {
  it('ends, and half of the position is closed', async () => {
    await open(LOT)
    harness.market.otherPrices[EURUSD] = ['1.06600', '1.06604']
    const between = { ...LOT, price: '1.06602', quantity: '0.01', tif: 1 } as const
    const { orderId } = await harness.ask(orders.createMargin, between, customer.token)
    await move(EURUSD, '1.06600', '1.06604')
    expect(await held(2)).toMatchObject({ quantity: '0.5', closedQuantity: '0.5', closePrice: '1.06600' })
    expect((await harness.ask(orders.list, { orderId }, customer.token)).list).toMatchObject([{ status: 2, reason: 'SELF_TRADE' }])
  })
})

describe('margin states are told', () => {
  it('once a state, worse ones at once', async () => {
    await open(LOT)
    await move(EURUSD, '1.07500', '1.07504')
    await look()
    expect((await told()).filter((type) => type === 'margin')).toHaveLength(1)
    await move(EURUSD, '1.06800', '1.06804')
    await look()
    expect((await told()).filter((type) => type === 'margin')).toHaveLength(2)
  })
})

describe('daily settlement (rule book B.4)', () => {
  it('turns the floating result into margin once, at the settlement time', async () => {
    await open(CONTRACT)
    harness.market.otherPrices[SES] = ['5000.00', '5000.25']
    await look(2 * HOUR_MS)
    await look(MINUTE_MS)
    expect(await held(3)).toMatchObject({
      avgPrice: '5010.25',
      margin: '14500.00',
      sellProfit: '-500.00',
      profit: '-6.25',
      todayProfit: '-507.45',
    })
    const { rows } = await harness.app.pool.query("select count(*)::int as entries from entries where journal = 'J43'")
    expect(rows).toEqual([{ entries: 1 }])
  })

  it('ends what is open at the last settlement of a contract, its closing orders cancelled', async () => {
    const id = await open(CONTRACT)
    await harness.ask(positions.close, { id, orderType: 1, price: '5300.00' }, customer.token)
    await harness.pass(31 * 24 * HOUR_MS)
    for (let day = 0; day < 40; day += 1) await look()
    const { rows } = await harness.app.pool.query('select close_reason, quantity, held, margin, charges from margin_positions')
    expect(rows).toEqual([{ close_reason: 'EXPIRY', quantity: 0n, held: 0n, margin: 0n, charges: 240n }])
  })
})

describe('rollover (rule book B.5)', () => {
  it('costs a night of the position at 17:00 in New York, three on a Wednesday, once', async () => {
    await open(LOT)
    await look(4 * HOUR_MS)
    await look(MINUTE_MS)
    expect(await held(2)).toMatchObject({ swap: '-22.59', margin: '3592.41', profit: '-2.00', todayProfit: '-24.59' })
    const { rows } = await harness.app.pool.query("select count(*)::int as entries from entries where journal = 'J44'")
    expect(rows).toEqual([{ entries: 1 }])
  })
})
