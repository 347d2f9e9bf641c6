import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../calendar-date.ts'
import { formatScaled, scaled } from '../decimal.ts'
import { type AccountState, type Outcome, openAccountState, post, walletOf } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { NOW, plainHash } from '../testing/us.ts'
import { DAY_MS } from '../time.ts'
import { type Series, fundList, funds } from './fund.ts'
import { type FundOrder, incomeOf, proceedsOf, valueOfOrder } from './fund-order.ts'
import { type Closes, type Strike, dealtNav, firstStrike, navText, nextStrike, performanceOf } from './nav.ts'
import { fundOrderKind } from './records.ts'
import { payRedemption, redeem, strikeRedemption, takeBack } from './redeem.ts'
import { confirmSubscription, subscribe, unitsFor } from './subscribe.ts'

/** Funds (`docs/rules/funds.md` E.5): 1,000.00 dollars, a fund of 90 days, a unit worth 1.0234 when it is bought. */
const DATE = '2026-11-20'
const strikeOf = (date: string, nav: string, fees = '0') => ({ date, nav: scaled(nav), fees: scaled(fees) })
const ROOM = 1_000_000_000n

let state: AccountState
beforeEach(() => {
  state = openAccountState('10002931')
  const grant = { account: 'U:US_WALLET:CASH', asset: 'USD' }
  const lines = transfer({ from: 'H:PROMO:USD', to: grant.account, asset: grant.asset, amount: 100_000n })
  book({ entries: [{ journal: 'J98', cause: { kind: 'grant', id: 'grant', step: 0 }, lines, valueDate: DATE }] })
})

function book(outcome: Outcome, at = NOW): void {
  post(state, outcome, at, plainHash)
}
function bought(fundId: FundOrder['fundId'] = 'us-index', amount = 100_000n): FundOrder {
  const asked = { id: 'fund-1', number: 'F20261120-0000000001', fundId, amount, dealDate: DATE, room: ROOM, valueDate: DATE }
  const subscribed = subscribe(state, asked, NOW)
  if (!subscribed.ok) throw new Error(subscribed.refusal)
  book(subscribed.value.outcome)
  return held()
}
function confirmed(fundId: FundOrder['fundId'] = 'us-index', room = ROOM): FundOrder {
  bought(fundId)
  const dealt = confirmSubscription(state, { orderId: 'fund-1', strike: strikeOf(DATE, '1.0234'), room, valueDate: DATE }, NOW)
  book(dealt?.outcome ?? { entries: [] })
  return held()
}
const held = (): FundOrder => fundOrderKind.of(state).get('fund-1') as FundOrder
const wallet = () => {
  const { cash, hold } = walletOf(state, 'US_WALLET')
  return { cash, hold }
}
const entriesOf = (outcome: Outcome | undefined) =>
  outcome?.entries.map(({ journal, lines }) => [journal, lines.map(({ account, asset, amount }) => [account, asset, amount])])

describe('a subscription', () => {
  it('holds its amount until the strike, and buys units for it less the fee, never rounded up', () => {
    bought()
    expect(wallet()).toEqual({ cash: 0n, hold: 100_000n })
    const dealt = confirmSubscription(state, { orderId: 'fund-1', strike: strikeOf(DATE, '1.0234'), room: ROOM, valueDate: DATE }, NOW)
    expect(entriesOf(dealt?.outcome)).toEqual([
      [
        'J61',
        [
          ['U:US_WALLET:HOLD', 'USD', -99_500n],
          ['H:FUNDPOOL:us-index', 'USD', 99_500n],
          ['U:US_WALLET:HOLD', 'USD', -500n],
          ['H:FEE:FUND:USD', 'USD', 500n],
          ['H:FUNDPOOL:us-index', 'FUND:us-index', -scaled('972.2493')],
          ['U:FUND:fund-1', 'FUND:us-index', scaled('972.2493')],
        ],
      ],
    ])
    book(dealt?.outcome ?? { entries: [] })
    expect(wallet()).toEqual({ cash: 0n, hold: 0n })
    expect(held()).toMatchObject({ status: 'holding', units: scaled('972.2493'), cost: 99_500n, expiresOn: '2027-02-18' })
  })

  it('is worth 1,001.51 at 1.0301, an income of 1.51 with its fee as a cost', () => {
    const order = confirmed()
    expect(valueOfOrder(order, scaled('1.0301'))).toBe(100_151n)
    expect(incomeOf(order, scaled('1.0301'))).toBe(151n)
    expect(incomeOf(order, scaled('1.0234'))).toBe(-501n)
  })

  it('is not dealt before its own strike, nor twice', () => {
    bought()
    const deal = (date: string) =>
      confirmSubscription(state, { orderId: 'fund-1', strike: strikeOf(date, '1.0234'), room: ROOM, valueDate: date }, NOW)
    expect(deal('2026-11-19')).toBeNull()
    book(deal(DATE)?.outcome ?? { entries: [] })
    expect(deal(DATE)).toBeNull()
  })

  it('goes back where the fund has no room left for it', () => {
    expect(confirmed('us-index', 99_999n)).toMatchObject({ status: 'rejected', units: 0n })
    expect(wallet()).toEqual({ cash: 100_000n, hold: 0n })
  })

  it.each([
    ['less than the least', { amount: 999n }, 'amount.out_of_range'],
    ['more than the most', { amount: 10_000_001n }, 'fund.above_maximum'],
    ['more than the fund can take', { amount: 90_000n, room: 89_999n }, 'fund.capacity'],
    ['more than there is', { amount: 100_001n }, 'wallet.insufficient'],
  ])('of %s is refused', (_, differs, refusal) => {
    const asked = { id: 'fund-1', number: 'F', fundId: 'us-index', amount: 50_000n, dealDate: DATE, room: ROOM, valueDate: DATE } as const
    expect(subscribe(state, { ...asked, ...differs }, NOW)).toMatchObject({ ok: false, refusal })
  })

  it('can be taken back until the cut-off', () => {
    bought()
    const back = (now: number) => takeBack(state, { orderId: 'fund-1', valueDate: DATE, cutOffOf: () => NOW + 1 }, now)
    expect(back(NOW + 1)).toMatchObject({ ok: false, refusal: 'fund.cut_off' })
    const taken = back(NOW)
    if (taken.ok) book(taken.value.outcome)
    expect(held()).toMatchObject({ status: 'cancelled' })
    expect(wallet()).toEqual({ cash: 100_000n, hold: 0n })
    expect(back(NOW)).toMatchObject({ ok: false, refusal: 'fund.not_cancellable' })
  })
})

describe('a redemption', () => {
  const ask = (takesEarlyFee: boolean, units: bigint | null = null, dealDate = '2026-12-01') => {
    const asked = redeem(state, { orderId: 'fund-1', units, takesEarlyFee, dealDate }, NOW)
    if (asked.ok) book(asked.value.outcome)
    return asked
  }
  const strikeAt = (date: string, nav: string, fees = '0') => {
    const struck = strikeRedemption(state, { orderId: 'fund-1', strike: strikeOf(date, nav, fees), paysOn: '2026-12-02' }, NOW)
    book(struck?.outcome ?? { entries: [] })
    return struck
  }
  const pay = (today: string) => payRedemption(state, { orderId: 'fund-1', venue: 'SIM', today, valueDate: today }, NOW)

  it('before the term costs 1 %, which stays in the fund: 10.02 of 1,001.51', () => {
    confirmed()
    expect(ask(false)).toMatchObject({ ok: false, refusal: 'fund.locked', facts: { date: '2027-02-18' } })
    expect(ask(true).ok).toBe(true)
    strikeAt('2026-12-01', '1.0301')
    expect(proceedsOf('us-index', { units: held().units, isEarly: true }, scaled('1.0301'))).toEqual({
      value: 100_151n,
      fee: 1_002n,
      proceeds: 99_149n,
    })
    expect(pay('2026-12-01')).toBeNull()
    const paid = pay('2026-12-02')
    expect(entriesOf(paid?.outcome)).toEqual([
      [
        'J62',
        [
          ['U:FUND:fund-1', 'FUND:us-index', -scaled('972.2493')],
          ['H:FUNDPOOL:us-index', 'FUND:us-index', scaled('972.2493')],
          ['H:MKT:SIM:USD', 'USD', -651n],
          // 651 from the market less 991.49 to the customer: of 995.00 stay 10.02, the fee.
          ['H:FUNDPOOL:us-index', 'USD', -98_498n],
          ['U:US_WALLET:CASH', 'USD', 99_149n],
        ],
      ],
    ])
    book(paid?.outcome ?? { entries: [] })
    expect(held()).toMatchObject({ status: 'redeemed', units: 0n, cost: 0n, paid: 99_149n, redemption: null })
    expect(pay('2026-12-03')).toBeNull()
  })

  it('of a fund without a term is paid in parts, each with its share of the cost and of the management fees', () => {
    confirmed('short-bond')
    const whole = held().units
    expect(whole).toBe(scaled('977.1350'))
    ask(false, scaled('500'))
    expect(ask(false, scaled('1'))).toMatchObject({ ok: false, refusal: 'fund.not_held' })
    strikeAt('2026-12-01', '1.0300', '0.002')
    book(pay('2026-12-02')?.outcome ?? { entries: [] })
    expect(wallet()).toEqual({ cash: 51_500n, hold: 0n })
    expect(held()).toMatchObject({ status: 'holding', units: whole - scaled('500'), cost: 100_000n - 51_170n, paidCount: 1 })
    ask(false)
    strikeAt('2026-12-02', '1.0000', '0.002')
    book(pay('2026-12-02')?.outcome ?? { entries: [] })
    expect(held()).toMatchObject({ status: 'redeemed', paid: 51_500n + 47_713n, cost: 0n })
  })

  it('from the end of the term on comes by itself, and is not asked for: nobody chooses a value that is known', () => {
    confirmed()
    for (const dealDate of ['2027-02-18', '2027-02-19'])
      expect(ask(true, null, dealDate)).toMatchObject({ ok: false, refusal: 'fund.not_held' })
    expect(ask(true, scaled('0.0001'), '2027-02-17').ok).toBe(true)
  })

  it('of a few cents before the term costs one of them', () =>
    expect(proceedsOf('gold', { units: scaled('0.43'), isEarly: true }, scaled('1.13'))).toEqual({ value: 48n, fee: 1n, proceeds: 47n }))

  it('comes by itself with the first strike after the term', () => {
    confirmed()
    expect(strikeAt('2027-02-17', '1.1')).toBeNull()
    strikeAt('2027-02-18', '1.1')
    expect(held().redemption).toMatchObject({ isEarly: false, units: scaled('972.2493'), struck: { paysOn: '2026-12-02' } })
  })

  it('can be taken back until its cut-off, and not for more units than there are', () => {
    confirmed('short-bond')
    expect(ask(false, scaled('977.1351'))).toMatchObject({ ok: false, refusal: 'position.insufficient' })
    ask(false)
    const back = takeBack(state, { orderId: 'fund-1', valueDate: DATE, cutOffOf: () => NOW + DAY_MS }, NOW)
    if (back.ok) book(back.value.outcome)
    expect(held()).toMatchObject({ status: 'holding', redemption: null })
  })
})

describe('the value of a unit', () => {
  const prices: Record<string, readonly string[]> = { 'IDX:US500': ['100', '110'] }
  const closesOf = (series: Series): Closes => (series.kind === 'bills' ? [] : (prices[series.instrumentId] ?? []).map(scaled))
  const first = (id: 'balanced' | 'cash-usd', date = '2026-11-02'): Strike => firstStrike(funds[id], date, [], closesOf)

  it('begins at 1, and follows its holdings less a day’s fee for each calendar day', () => {
    // 60 % of 10 %, 40 % of three days at 4 % a year, less three days at 0.6 %.
    const next = nextStrike(funds.balanced, first('balanced', '2026-11-06'), { date: '2026-11-09', candidates: [], closesOf })
    expect(formatScaled(next.nav)).toBe('1.06008219')
    expect(navText(dealtNav(next))).toBe('1.0601')
    expect(next.holdings.map(({ weight }) => formatScaled(weight))).toEqual(['0.62256427', '0.37743573'])
    expect(formatScaled(next.fees)).toBe('0.00004932')
  })

  it('has its weights set anew with the first strike of a month', () => {
    const next = nextStrike(funds.balanced, first('balanced', '2026-11-30'), { date: '2026-12-01', candidates: [], closesOf })
    expect(next.holdings.map(({ weight }) => formatScaled(weight))).toEqual(['0.6', '0.4'])
  })

  it('of bills alone grows by the rate less the fee', () => {
    const next = nextStrike(funds['cash-usd'], first('cash-usd'), { date: '2026-11-03', candidates: [], closesOf })
    expect(formatScaled(next.nav)).toBe('1.00010548')
  })

  it('of bills alone brings nobody more than the bills do, whichever days are chosen', () => {
    const chosenDays = (year: number): number => {
      let strike = first('cash-usd', `${year}-01-01`)
      let gain = 0
      while (strike.date < `${year}-12-31`) {
        const next = nextStrike(funds['cash-usd'], strike, { date: addDays(strike.date, 1), candidates: [], closesOf })
        // The value of each next day is known: whoever has units on those days alone that are rounded up has this beyond what they bring.
        gain += Math.max(0, Number(dealtNav(next)) / Number(dealtNav(strike)) - Number(next.nav) / Number(strike.nav))
        strike = next
      }
      return gain
    }
    expect(chosenDays(2026)).toBeGreaterThan(0.002)
    expect(chosenDays(2027)).toBeLessThan(0.0001)
  })

  it('is published and dealt at with six decimals from 2027 on', () => {
    const nav = scaled('1.02345678')
    const published = (date: string) => navText(dealtNav({ date, nav }))
    expect(['2026-12-31', '2027-01-04'].map(published)).toEqual(['1.0235', '1.023457'])
  })

  it('is chosen by what rose most, and by what moved least', () => {
    const rising = Array.from({ length: 126 }, (_, day) => scaled(String(100 + day)))
    const still = Array.from({ length: 126 }, () => scaled('100'))
    const candidates: readonly Series[] = ['A', 'B'].map((id) => ({ kind: 'instrument', instrumentId: id, per: null }))
    const closes = (series: Series): Closes => (series.kind === 'instrument' && series.instrumentId === 'A' ? still : rising)
    const chosen = (kind: 'momentum' | 'lowVolatility') =>
      firstStrike({ ...funds.momentum, rule: { kind, count: 1 } }, DATE, candidates, closes).holdings
    expect(chosen('momentum')).toMatchObject([{ series: { instrumentId: 'B' }, weight: scaled('1'), price: scaled('225') }])
    expect(chosen('lowVolatility')).toMatchObject([{ series: { instrumentId: 'A' }, weight: scaled('1') }])
  })

  it('is told with its returns and its deepest fall', () => {
    const navs = [
      { date: '2026-10-01', nav: scaled('1') },
      { date: '2026-10-20', nav: scaled('1.2') },
      { date: '2026-11-13', nav: scaled('0.9') },
      { date: '2026-11-20', nav: scaled('0.99') },
    ]
    const { week, month, year, deepestFall } = performanceOf(navs)
    expect([week, month, year, deepestFall].map((share) => (share === null ? null : formatScaled(share)))).toEqual([
      '0.1',
      '-0.175',
      null,
      '-0.25',
    ])
  })
})

it.each(fundList)('the most of $id is no more units than the ledger takes in one line', ({ max }) => {
  const HALF = scaled('0.5')
  expect(unitsFor(max, HALF)).toBeLessThanOrEqual(10n ** 15n)
})

it('units come out as whole ten-thousandths', () => {
  expect(unitsFor(99_500n, scaled('1.0234'))).toBe(scaled('972.2493'))
})
