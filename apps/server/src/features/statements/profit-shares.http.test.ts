import { statements } from '@rueda/contract/statements.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import type { Strike } from '@rueda/rules/follow/place.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Customer, type Harness, TEST_MOMENT, startHarness } from '../../testing/harness.ts'
import { openDay } from '../../testing/open-days.ts'
import { endingMandate, placingMandate } from '../follow/change.ts'
import { dealingMandate } from '../follow/deal.ts'

/**
 * The worked mandates of the rule book (`docs/rules/mandates.md` E.7, P.9) among the costs of their months and of the year: one that ends with its
 * term in November, and one that its customer ends in December.
 */
const IN_DECEMBER = 20 * DAY_MS
const AMOUNT = 1_000_000n
const ROOM = 100_000_000n
const strikeOn = (date: string, nav: string): Strike => ({ date, nav: scaled(nav), fees: 0n })

let harness: Harness
let ana: Customer

beforeAll(async () => {
  harness = await startHarness()
  harness.market.sessions = [
    openDay('2026-11-18', 0, TEST_MOMENT + DAY_MS),
    openDay('2026-12-08', TEST_MOMENT + DAY_MS, TEST_MOMENT + 2 * IN_DECEMBER),
  ]
  ana = await harness.newCustomer()
  await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FOLLOW', amount: '25000' }, ana.token)
})
afterAll(() => harness.stop())

/** Placed and confirmed at 1.2500; the house's own strikes are not what is tested. */
async function follow(date: string, termDays: 7 | 30): Promise<string> {
  const { accountId } = ana
  const mandateId = harness.app.ids.next()
  const asked = { id: mandateId, room: ROOM, agencyId: 'momentum', amount: AMOUNT, termDays, lossLimit: null, beside: null } as const
  const placed = await harness.app.commands.run(placingMandate, { accountId, idempotency: null, arguments: asked })
  expect(placed).toMatchObject({ ok: true })
  expect(await deal(mandateId, strikeOn(date, '1.25'))).toMatchObject({ status: 'active', units: scaled('8000') })
  return mandateId
}

async function deal(mandateId: string, strike: Strike) {
  const given = { mandateId, strike, over: null, nextDate: strike.date, room: ROOM }
  const dealt = await harness.app.commands.run(dealingMandate, { accountId: ana.accountId, idempotency: null, arguments: given })
  return dealt.ok ? dealt.value : dealt
}

const costsOf = async (month: string) => (await harness.ask(statements.one, { month }, ana.token)).fees

it('an agency’s shares of gains are costs of their months, and together of the year', async () => {
  const first = await follow('2026-11-18', 7)
  expect(await deal(first, strikeOn('2026-11-25', '1.32'))).toMatchObject({
    settled: { value: 1_056_000n, exitFee: 0n, payout: 1_044_800n },
  })
  const ofNovember = { kind: 'PROFIT_SHARE', currency: 'USD', amount: '112.00' }
  expect(await costsOf('2026-11')).toEqual([ofNovember])

  await harness.pass(IN_DECEMBER)
  const second = await follow('2026-12-08', 30)
  const ending = { accountId: ana.accountId, idempotency: null, arguments: { mandateId: second, takesExitFee: true } }
  expect(await harness.app.commands.run(endingMandate, ending)).toMatchObject({ ok: true })
  const ended = await deal(second, strikeOn('2026-12-14', '1.32'))
  expect(ended).toMatchObject({ settled: { reason: 'request', exitFee: 5_280n, payout: 1_040_576n } })
  expect(await costsOf('2026-12')).toEqual([{ ...ofNovember, amount: '101.44' }])
  expect(await costsOf('2026-11')).toEqual([ofNovember])

  const { years } = await harness.ask(statements.months, {}, ana.token)
  expect(years).toEqual([{ year: '2026', fees: [{ ...ofNovember, amount: '213.44' }] }])
})
