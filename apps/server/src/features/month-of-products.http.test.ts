import type { InputOf } from '@rueda/contract/endpoint.ts'
import { follow } from '@rueda/contract/follow.ts'
import { funds } from '@rueda/contract/funds.ts'
import { loans } from '@rueda/contract/loans.ts'
import { mining } from '@rueda/contract/mining.ts'
import { plans } from '@rueda/contract/plans.ts'
import { robots } from '@rueda/contract/robots.ts'
import { subscriptions } from '@rueda/contract/subscriptions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { robots as robotRules } from '@rueda/rules/robots/catalogue.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'
import { PAY_PASSWORD, newWithdrawer } from '../testing/withdrawals.ts'

/**
 * One customer has every product for a month on the real calendar of New York, and the server is away for five days in the middle, over the
 * ends of terms. Each product comes to its end by its own rules, once, and the books are in order.
 */
const FIRST_DAY = '2026-11-02'
const LAST_DAY = '2026-12-04'
const AWAY_FROM = '2026-11-16'
const BACK_ON = '2026-11-21'
/** An hour after the opening in New York; what was due since the day before is made up for. */
const MOMENT = 'T15:30:00Z'
/** Until what the market has executed is booked, and the reviews of the moment are over. */
const SETTLING_MS = 6 * MINUTE_MS
const NONCE = '0'.repeat(16)

let database: Database
let harness: MarketHarness
let ana: Customer

const open = (moment: string) =>
  startMarketHarness({
    database,
    environment: { SIM_SEED: 'a month', SIM_ALWAYS_OPEN: '0', MINING_TRIES: '1' },
    machineAt: Date.parse(moment),
    listsEverything: true,
  })

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await open(`${FIRST_DAY}${MOMENT}`)
  await harness.pass(1_000)
  ana = await newWithdrawer(harness)
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

/** To each day from this one to that one; a session that is used every day goes on. */
async function live(from: string, through: string): Promise<void> {
  for (let date = from; date <= through; date = addDays(date, 1)) {
    await harness.passTo(`${date}${MOMENT}`)
    await harness.pass(SETTLING_MS)
    await harness.ask(wallets.overview, {}, ana.token)
  }
}

const move = (toWalletType: 'STOCK' | 'FOLLOW' | 'SUBSCRIPTION', amount: string) =>
  harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType, amount }, ana.token)

async function begin(): Promise<Readonly<Record<'cash' | 'fund' | 'plan' | 'mandate' | 'rental', string>>> {
  await move('FOLLOW', '4000')
  await move('SUBSCRIPTION', '20000')
  const cash = await harness.ask(funds.create, { productId: 'cash-usd', action: 'subscribe', amount: '500' }, ana.token)
  const fund = await harness.ask(funds.create, { productId: 'gold', action: 'subscribe', amount: '500' }, ana.token)
  const schedule = { stockCode: 'ARDV', amount: '100', rhythm: 'week', day: 3, firstDate: FIRST_DAY } as const
  const plan = await harness.ask(plans.create, schedule, ana.token)
  const mandate = await harness.ask(
    follow.add,
    { agencyId: 'index-core', amount: '1000', termDays: 15, agreeRisk: 1, payPassword: PAY_PASSWORD },
    ana.token,
  )
  const [stock] = (await harness.ask(robots.list, {})).stocks
  const stockCodes = [stock?.stockCode ?? '']
  const rental = await harness.ask(robots.rent, { robotId: 'dca', hash: robotRules.dca.hash, stockCodes, capital: '1000' }, ana.token)
  return { cash: cash.id, fund: fund.id, plan: plan.id, mandate: mandate.id, rental: rental.id }
}

/** One lot of the first offering that is open. */
async function subscribe(): Promise<void> {
  const offering = (await harness.ask(subscriptions.newStock, {})).find(({ status }) => status === 1)
  if (offering === undefined) throw new Error('nothing is open')
  const { id, lotSize } = offering
  await harness.ask(subscriptions.create, { id, quantity: lotSize, agreeProspectus: 1 }, ana.token)
}

/** Every number is a share here. */
async function mine(): Promise<void> {
  await harness.ask(mining.start, {}, ana.token)
  await harness.pass(2 * MINUTE_MS)
  const { round } = await harness.ask(mining.state, {}, ana.token)
  await harness.ask(mining.share, { roundId: round?.id ?? '', nonce: NONCE }, ana.token)
}

async function borrow(): Promise<string> {
  const loan: InputOf<typeof loans.apply> = {
    ...{ productId: 'd7', amount: '1000', agreeTerms: 1, payPassword: PAY_PASSWORD },
    collateral: [{ type: 'cash', ref: 'US_WALLET', quantity: '5000' }],
  }
  return (await harness.ask(loans.apply, loan, ana.token)).id
}

describe('a month of every product', () => {
  it(
    'brings each to its end, also those that ended while nobody was there',
    async () => {
      const begun = await begin()
      await subscribe()
      await mine()
      await live(FIRST_DAY, '2026-11-10')
      const loanId = await borrow()
      const loan = async () => (await harness.ask(loans.list, { id: loanId }, ana.token)).list
      await live('2026-11-11', addDays(AWAY_FROM, -1))
      await harness.stop()

      harness = await open(`${BACK_ON}${MOMENT}`)
      await live(BACK_ON, '2026-11-22')
      expect((await harness.ask(follow.orders, { id: begun.mandate }, ana.token)).list).toMatchObject([
        { status: 2, settled: { date: '2026-11-17', reason: 'term', exitFee: '0.00' } },
      ])
      // Eleven days at 0.02 %, and 0.03 % more on the four that are late.
      expect(await loan()).toMatchObject([{ status: 4, dueDate: '2026-11-18', totalInterest: '2.20', penaltyAmount: '1.20' }])
      await harness.ask(loans.repay, { id: loanId, all: 1 }, ana.token)
      await harness.ask(funds.create, { productId: 'cash-usd', action: 'redeem', orderId: begun.cash }, ana.token)
      await live('2026-11-23', LAST_DAY)

      expect(await loan()).toMatchObject([{ status: 3, totalDebt: '0.00', paidAmount: '1003.40' }])
      expect((await harness.ask(funds.list, {}, ana.token)).list).toMatchObject([
        { id: begun.fund, status: 3, expireDate: '2026-12-02', units: '0.0000' },
        { id: begun.cash, status: 3, units: '0.0000' },
      ])
      const runs = (await harness.ask(plans.runs, { id: begun.plan }, ana.token)).list
      expect(runs.map(({ dueDate, reason }) => [dueDate, reason])).toEqual([
        ['2026-12-02', null],
        ['2026-11-25', null],
        ['2026-11-18', 'missed'],
        ['2026-11-11', null],
        ['2026-11-04', null],
      ])
      expect((await harness.ask(robots.orders, { id: begun.rental }, ana.token)).list).toMatchObject([{ status: 3, expired: 1 }])
      expect((await harness.ask(subscriptions.list, {}, ana.token)).list).toMatchObject([
        { status: 1, delivered: 1, pendingAmount: '0.00' },
      ])
      expect((await harness.ask(mining.state, {}, ana.token)).round).toMatchObject({ status: 'success' })
      expect(await harness.ask(wallets.overview, {}, ana.token)).toMatchObject({
        liabilities: '0.00',
        fundsValue: '0.00',
        followValue: '0.00',
        frozen: '0.00',
      })
      // What was owed was said by night; for the nights without a server once, of the newest.
      const nights = await database.pool.query<{ date: string }>(
        'select date from liability_nights where date between $1 and $2 order by date',
        [addDays(AWAY_FROM, -2), BACK_ON],
      )
      expect(nights.rows.map(({ date }) => date)).toEqual([addDays(AWAY_FROM, -2), addDays(BACK_ON, -1), BACK_ON])
      const kinds = await database.pool.query<{ kind: string }>(
        `select distinct split_part(asset, ':', 1) as kind from liability_parts where account_id = $1 order by kind`,
        [ana.accountId],
      )
      expect(kinds.rows.map(({ kind }) => kind)).toEqual(['FUND', 'MANDATE', 'US', 'USD'])
      await expectSoundBooks(database.pool)
    },
    10 * MINUTE_MS,
  )
})
