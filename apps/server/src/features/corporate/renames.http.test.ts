import { alerts } from '@rueda/contract/alerts.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { plans } from '@rueda/contract/plans.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { security } from '@rueda/contract/security.ts'
import { statements } from '@rueda/contract/statements.ts'
import { support } from '@rueda/contract/support.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import type { Rename } from '@rueda/rules/corporate/action.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, TEST_MOMENT, startHarness } from '../../testing/harness.ts'
import { midnightOf, openDay } from '../../testing/open-days.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { movementsOf } from '../ledger/statement.ts'
import { applyCorporateActions } from './apply.ts'

/** TEST becomes TSTI as Thursday begins in New York; the harness begins on Wednesday. */
const EX_DATE = '2026-11-19'
const NEXT_DATE = '2026-11-20'
const LAST_DATE = '2027-11-18'
const YEAR_LATER = '2027-11-19'

const ID = 'US:TEST'
const RENAME: Rename = { kind: 'rename', instrumentId: ID, exDate: EX_DATE, oldCode: 'TEST', newCode: 'TSTI' }
const BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '182.37', quantity: '10' } as const

let harness: Harness
let ana: Customer
beforeEach(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  harness.market.sessions = [openDay('2026-11-18', 0), ...[EX_DATE, NEXT_DATE, LAST_DATE, YEAR_LATER].map((date) => openDay(date))]
  harness.market.actions = [RENAME]
  ana = await harness.newCustomer()
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const run = (date: string) => applyCorporateActions(harness.app, 'US', date)
const to = (date: string) => harness.pass(midnightOf(date) - harness.app.clock.now() + 1_000)
/** To the day of the change, and the job, twice as after a restart. */
async function change(): Promise<void> {
  await to(EX_DATE)
  await run(EX_DATE)
  await run(EX_DATE)
}
async function buy(input: Partial<typeof BUY> | { stockCode: string } = {}, who = ana): Promise<void> {
  await harness.ask(orders.create, { ...BUY, ...input }, who.token)
  await harness.pass(250)
}
const find = async (keyword: string) => (await harness.ask(quotes.search, { keyword })).map(({ code }) => code)
const renamed = async (who: Customer) => {
  const { list } = await harness.ask(messages.list, {}, who.token)
  return list.filter(({ link }) => link?.startsWith('instrument:'))
}

describe('what a customer has', () => {
  it('keeps its identity and shows the new code: holding, order, alert, watchlist, plan, support', async () => {
    await buy()
    await harness.ask(orders.create, { ...BUY, price: '150.00', tif: 1 }, ana.token)
    await harness.ask(alerts.save, { stockCode: 'TEST', kind: 'below', level: '150.00' }, ana.token)
    await harness.ask(watchlist.add, { secuCode: 'TEST' }, ana.token)
    const plan = { stockCode: 'TEST', amount: '100.00', rhythm: 'week', day: 4, firstDate: EX_DATE } as const
    expect(await harness.call(plans.create, plan, ana.token, { 'idempotency-key': 'plan' })).toMatchObject({ code: 200 })
    const all = async () => ({
      holding: (await harness.ask(positions.holding, {}, ana.token)).list,
      working: (await harness.ask(orders.list, { status: 0 }, ana.token)).list,
      alerts: (await harness.ask(alerts.list, {}, ana.token)).list,
      watched: await harness.ask(watchlist.list, {}, ana.token),
      plans: (await harness.ask(plans.list, {}, ana.token)).list,
    })
    const before = await all()
    await change()
    const after = await all()
    for (const kind of ['holding', 'working', 'alerts', 'plans'] as const) {
      expect(before[kind], kind).toMatchObject([{ stockCode: 'TEST' }])
      expect(after[kind], kind).toMatchObject([{ id: before[kind][0]?.id, stockCode: 'TSTI' }])
    }
    expect(after.watched).toMatchObject([{ id: before.watched[0]?.id, code: ID, stock_code: 'TSTI', formerCode: 'TEST' }])
    expect(after.holding).toMatchObject([{ code: ID, quantity: '10', costAmount: before.holding[0]?.costAmount }])
    const cards = await harness.ask(support.records, { kind: 'order' }, ana.token)
    expect(new Set(cards.map(({ subject }) => subject))).toEqual(new Set(['TSTI']))
    const { rows } = await harness.app.pool.query(`select distinct instrument_id from positions union select instrument_id from orders`)
    expect(rows).toEqual([{ instrument_id: ID }])
  })

  it('can be traded under either code, and is one holding', async () => {
    await buy()
    await change()
    await buy({ stockCode: 'TSTI' })
    await buy()
    expect((await harness.ask(positions.holding, {}, ana.token)).list).toMatchObject([{ quantity: '30', stockCode: 'TSTI' }])
    for (const stockCode of ['TEST', 'TSTI']) {
      const { orders: working, position } = await harness.ask(positions.byStock, { stockCode }, ana.token)
      expect(working).toEqual([])
      expect(position).toMatchObject({ quantity: '30' })
    }
  })
})

describe('the message', () => {
  it('goes once to whoever holds, orders, watches or has an alert or plan in it, and to nobody else', async () => {
    const [watcher, other] = [await harness.newCustomer(), await harness.newCustomer()]
    await buy()
    await harness.ask(watchlist.add, { secuCode: 'TEST' }, ana.token)
    await harness.ask(watchlist.add, { secuCode: 'TEST' }, watcher.token)
    await harness.ask(watchlist.add, { secuCode: 'LPAM', market: 'AR' }, other.token)
    await change()
    await run(NEXT_DATE)
    expect(await renamed(ana)).toMatchObject([{ title: 'TEST ahora es TSTI', link: 'instrument:US:TSTI' }])
    expect(await renamed(watcher)).toHaveLength(1)
    expect(await renamed(other)).toEqual([])
    const { rows } = await harness.app.pool.query('select action_id, kind, old_code, new_code from corporate_actions')
    expect(rows).toEqual([{ action_id: `${ID}:${EX_DATE}:rename`, kind: 'rename', old_code: 'TEST', new_code: 'TSTI' }])
  })

  it('is not told, nor written down, when the server ends before it is whole', async () => {
    await buy()
    await to(EX_DATE)
    const { ids } = harness.app
    const broken = {
      ...harness.app,
      ids: {
        ...ids,
        next: () => {
          throw new Error('the power fails')
        },
      },
    }
    await expect(applyCorporateActions(broken, 'US', EX_DATE)).rejects.toThrow('the power fails')
    expect((await harness.app.pool.query('select from corporate_actions')).rowCount).toBe(0)
    await run(EX_DATE)
    expect(await renamed(ana)).toHaveLength(1)
  })
})

describe('the code before', () => {
  it('is found by search for a year and says the new one; then it is nobody’s', async () => {
    expect(await find('TSTI')).toEqual([])
    await change()
    for (const code of ['TEST', 'TSTI']) {
      expect(await find(code)).toContain(ID)
      expect(await harness.ask(quotes.detail, { stockCode: code, market: 'US' })).toMatchObject({ stock_code: 'TSTI', formerCode: 'TEST' })
    }
    await to(LAST_DATE)
    expect(await find('tes')).toContain(ID)
    await to(YEAR_LATER)
    expect((await harness.ask(quotes.detail, { stockCode: 'TSTI', market: 'US' })).formerCode).toBeUndefined()
    const unknown = { code: codeOf('instrument.unknown') }
    expect(await harness.call(quotes.detail, { stockCode: 'TEST', market: 'US' })).toMatchObject(unknown)
    const late = await harness.newCustomer()
    expect(await harness.call(orders.create, BUY, late.token)).toMatchObject(unknown)
    expect(await harness.call(alerts.save, { stockCode: 'TEST', kind: 'below', level: '150.00' }, late.token)).toMatchObject(unknown)
  })

  it('leads to the logo too', async () => {
    await change()
    const old = await harness.http.server.inject('/logos/US/TEST.svg')
    expect(old.statusCode).toBe(200)
    expect((await harness.http.server.inject('/logos/US/TSTI.svg')).body).toBe(old.body)
  })
})

describe('papers', () => {
  it('say the code of their day, and both on the day of the change, for ever', async () => {
    await buy()
    await change()
    await buy()
    await to(NEXT_DATE)
    await buy()
    const bought = async () => {
      const { list } = await harness.ask(wallets.cashFlows, { walletType: 'STOCK', bizType: 'BUY' }, ana.token)
      return list.map(({ remark }) => remark)
    }
    const codes = ['TSTI', 'TSTI (TEST)', 'TEST']
    expect([...new Set(await bought())]).toEqual(codes)
    const { movements } = await harness.ask(statements.one, { month: '2026-11' }, ana.token)
    expect([...new Set(movements.filter(({ bizType }) => bizType === 'BUY').map(({ remark }) => remark))]).toEqual(codes.toReversed())
    await harness.ask(security.verify, { password: ana.password }, ana.token)
    const { link } = await harness.ask(security.exportData, {}, ana.token)
    const files = unzipSync((await harness.http.server.inject({ method: 'GET', url: link })).rawPayload)
    const all = JSON.parse(strFromU8(files['all.json'] ?? new Uint8Array())) as { tables: Record<string, Record<string, unknown>[]> }
    const exported = all.tables['orders']?.map((order) => `${String(order['instrument_id'])} ${String(order['ticker'])}`)
    expect(exported?.toSorted()).toEqual([`${ID} TEST`, `${ID} TSTI`, `${ID} TSTI (TEST)`])
    expect(strFromU8(files['orders.csv'] ?? new Uint8Array())).toContain('TSTI (TEST)')
    await to(YEAR_LATER)
    const filter = { walletType: null, kind: null, direction: null, from: null, to: null, limit: 50, offset: 0 }
    const later = (await movementsOf(harness.app, ana.accountId, filter)).filter(({ bizType }) => bizType === 'BUY')
    expect([...new Set(later.map(({ remark }) => remark))]).toEqual(codes)
  })
})

it('the page of the company says when it changes', async () => {
  const { corporateActions } = await harness.ask(quotes.summary, { stockCode: 'TEST', market: 'US' })
  expect(corporateActions).toMatchObject([{ kind: 'rename', exDate: EX_DATE, oldCode: 'TEST', newCode: 'TSTI', amount: null, ratio: null }])
  expect(harness.app.clock.now()).toBe(TEST_MOMENT)
})
