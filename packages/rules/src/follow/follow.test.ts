import { beforeEach, describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { type AccountState, type Outcome, openAccountState, post, walletOf } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { passSuitability } from '../testing/suitability.ts'
import { NOW, plainHash } from '../testing/us.ts'
import { agencies, agencyList } from './agency.ts'
import { endMandate, limitMandate, renewMandate, takeMandateBack } from './change.ts'
import { type Mandate, payoutOf } from './mandate.ts'
import { type Placement, confirmMandate, placeMandate } from './place.ts'
import { mandateKind } from './records.ts'
import { dueStrike, strikeMandate } from './settle.ts'

/** Mandates (`docs/rules/mandates.md` E.7): 10,000.00 dollars follow an agency of 20 % for 30 days, a unit worth 1.2500 as they begin. */
const DATE = '2026-11-20'
const ROOM = 1_000_000_000n
const strikeOf = (date: string, nav: string, fees = '0') => ({ date, nav: scaled(nav), fees: scaled(fees) })
const asked: Placement = {
  ...{ id: 'mandate-1', number: 'M20261120-0000000001', agencyId: 'momentum', amount: 1_000_000n, termDays: 30, lossLimit: null },
  ...{ takesOrders: true, dealDate: DATE, room: ROOM, valueDate: DATE },
}

let state: AccountState
beforeEach(() => {
  state = openAccountState('10002931')
  const lines = transfer({ from: 'H:PROMO:USD', to: 'U:FOLLOW:CASH', asset: 'USD', amount: 2_000_000n })
  book({ entries: [{ journal: 'J98', cause: { kind: 'grant', id: 'grant', step: 0 }, lines, valueDate: DATE }] })
  passSuitability(state, NOW)
})

function book(outcome: Outcome): void {
  post(state, outcome, NOW, plainHash)
}
const held = (): Mandate => mandateKind.of(state).get('mandate-1') as Mandate
const wallet = () => {
  const { cash, hold } = walletOf(state, 'FOLLOW')
  return { cash, hold }
}
function placed(more: Partial<Placement> = {}): Mandate {
  const answer = placeMandate(state, { ...asked, ...more }, NOW)
  if (!answer.ok) throw new Error(answer.refusal)
  book(answer.value.outcome)
  return held()
}
function begun(more: Partial<Placement> = {}): Mandate {
  placed(more)
  confirm()
  return held()
}
function confirm({ room = ROOM, isOver = false, date = DATE } = {}): boolean {
  const dealt = confirmMandate(state, { mandateId: 'mandate-1', strike: strikeOf(date, '1.25'), room, isOver, valueDate: date }, NOW)
  book(dealt?.outcome ?? { entries: [] })
  return dealt !== null
}
function strike(
  date: string,
  nav: string,
  { over = null, nextDate = '2026-12-31', fees = '0' }: Partial<{ over: 'stop' | 'closed' | null; nextDate: string; fees: string }> = {},
) {
  const struck = strikeMandate(
    state,
    { mandateId: 'mandate-1', strike: strikeOf(date, nav, fees), over, nextDate, venue: 'SIM', valueDate: date },
    NOW,
  )
  book(struck?.outcome ?? { entries: [] })
  return struck
}
const linesOf = (outcome: Outcome | undefined) =>
  outcome?.entries.flatMap(({ lines }) => lines.map(({ account, asset, amount }) => [account, asset, amount]))
const settlesOn = (date: string): string => date
const customer = { mandateId: 'mandate-1', dealDate: '2026-11-27', settlesOn }

describe('placing', () => {
  it('holds whole dollars within the range, and names what stands in the way', () => {
    const refusalOf = (more: Partial<Placement>) => {
      const answer = placeMandate(state, { ...asked, ...more }, NOW)
      return answer.ok ? null : answer.refusal
    }
    expect(refusalOf({ amount: 9_999n })).toBe('mandate.range')
    expect(refusalOf({ amount: 100_000_100n })).toBe('mandate.range')
    expect(refusalOf({ amount: 10_001n })).toBe('mandate.step')
    expect(refusalOf({ amount: 0n })).toBe('mandate.range')
    expect(refusalOf({ amount: -10_000n })).toBe('mandate.range')
    expect(refusalOf({ room: 999_999n })).toBe('mandate.capacity')
    expect(refusalOf({ amount: 2_000_100n })).toBe('wallet.insufficient')
    expect(refusalOf({ takesOrders: false })).toBe('mandate.closed')
    expect(refusalOf({ amount: 10_000n })).toBeNull()
    placed()
    expect(wallet()).toEqual({ cash: 1_000_000n, hold: 1_000_000n })
  })

  it('asks for the questions first', () => {
    const stranger = openAccountState('10002932')
    expect(placeMandate(stranger, asked, NOW)).toMatchObject({ refusal: 'suitability.required' })
  })

  it('is taken back until the cut-off, and not after it', () => {
    placed()
    const taking = { mandateId: 'mandate-1', valueDate: DATE }
    expect(takeMandateBack(state, { ...taking, cutOffOf: () => NOW }, NOW)).toMatchObject({ refusal: 'mandate.cut_off' })
    const taken = takeMandateBack(state, { ...taking, cutOffOf: () => NOW + 1 }, NOW)
    if (taken.ok) book(taken.value.outcome)
    expect(wallet()).toEqual({ cash: 2_000_000n, hold: 0n })
    expect(takeMandateBack(state, { ...taking, cutOffOf: () => NOW + 1 }, NOW)).toMatchObject({ refusal: 'mandate.not_cancellable' })
  })

  it('goes back where there is no room at the strike, or no agency any more', () => {
    placed()
    expect(confirm({ room: 999_999n })).toBe(true)
    expect(held().status).toBe('rejected')
    expect(wallet()).toEqual({ cash: 2_000_000n, hold: 0n })
  })

  it('does not wait for a strike that an ended agency will never have', () => {
    placed({ dealDate: '2026-11-23' })
    expect(confirm()).toBe(false)
    expect(confirm({ isOver: true })).toBe(true)
    expect(held().status).toBe('rejected')
  })
})

describe('settling', () => {
  it('buys 8,000 units, and pays 10,448.00 at the end of a term that gained', () => {
    expect(begun()).toMatchObject({ status: 'active', units: scaled('8000'), expiresOn: '2026-12-20', cost: 1_000_000n })
    expect(strike('2026-12-18', '1.32')).toBeNull()
    const ended = strike('2026-12-21', '1.32')
    expect(held().settled).toMatchObject({ value: 1_056_000n, exitFee: 0n, payout: 1_044_800n, reason: 'term' })
    expect(held().sharePaid).toBe(11_200n)
    expect(linesOf(ended?.outcome)).toEqual([
      ['U:MANDATE:mandate-1', 'MANDATE:momentum', -scaled('8000')],
      ['H:MANDPOOL:momentum', 'MANDATE:momentum', scaled('8000')],
      ['H:MKT:SIM:USD', 'USD', -56_000n],
      ['H:MANDPOOL:momentum', 'USD', -1_000_000n],
      ['H:PROFITSHARE:USD', 'USD', 11_200n],
      ['U:FOLLOW:CASH', 'USD', 1_044_800n],
    ])
    expect(strike('2026-12-22', '1.4')).toBeNull()
  })

  it('costs 0.5 % before the term, taken before the share: 10,405.76', () => {
    expect(payoutOf({ profitShare: scaled('0.2') }, { value: 1_056_000n, highWater: 1_000_000n, isEarly: true })).toEqual({
      ...{ value: 1_056_000n, exitFee: 5_280n, share: 10_144n, payout: 1_040_576n },
    })
    begun()
    expect(endMandate(state, { ...customer, takesExitFee: false }, NOW)).toMatchObject({ refusal: 'mandate.exit_fee' })
    const ending = endMandate(state, { ...customer, takesExitFee: true }, NOW)
    if (ending.ok) book(ending.value.outcome)
    expect(strike('2026-11-25', '1.3')).toBeNull()
    strike('2026-11-27', '1.32')
    expect(held().settled).toMatchObject({ reason: 'request', exitFee: 5_280n, payout: 1_040_576n })
  })

  it('leaves the exit fee in the pool, and pays the management fees in the value to the house', () => {
    begun()
    const ending = endMandate(state, { ...customer, takesExitFee: true }, NOW)
    if (ending.ok) book(ending.value.outcome)
    const ended = strike('2026-11-27', '1.32', { fees: '0.001' })
    expect(linesOf(ended?.outcome)).toContainEqual(['H:FEE:MANDATE:USD', 'USD', 800n])
    // 10,000.00 came in, of which the payout and the share left: the fee of 52.80 stays.
    expect(linesOf(ended?.outcome)).toContainEqual(['H:MANDPOOL:momentum', 'USD', 5_280n - 1_000_000n])
  })

  it('shares nothing after a loss', () => {
    begun()
    strike('2026-12-21', '1.125')
    expect(held()).toMatchObject({ sharePaid: 0n, settled: { value: 900_000n, payout: 900_000n } })
  })

  it('ends with its agency, without an exit fee', () => {
    begun()
    strike('2026-11-25', '0.5', { over: 'stop' })
    expect(held().settled).toMatchObject({ reason: 'stop', exitFee: 0n, payout: 400_000n })
  })
})

describe('another term', () => {
  const renew = (renews: boolean, more = {}) => {
    const answer = renewMandate(state, { ...customer, ...more, renews }, NOW)
    if (answer.ok) book(answer.value.outcome)
    return answer
  }

  it('keeps the high-water mark through a loss: 9,000 and then 9,800 share nothing', () => {
    begun()
    renew(true)
    strike('2026-12-21', '1.125')
    expect(held()).toMatchObject({ status: 'active', highWater: 1_000_000n, expiresOn: '2027-01-20', renews: false, sharePaid: 0n })
    strike('2027-01-20', '1.225')
    expect(held()).toMatchObject({ status: 'settled', sharePaid: 0n, settled: { value: 980_000n, payout: 980_000n } })
  })

  it('takes the share of a gain in units, and never of the same gain twice', () => {
    begun()
    renew(true)
    const renewed = strike('2026-12-21', '1.32')
    expect(renewed?.outcome.entries).toHaveLength(1)
    const { units, highWater } = held()
    expect(highWater).toBe(1_044_799n)
    expect(units).toBe(scaled('8000') - scaled('84.84848485'))
    strike('2027-01-20', '1.32')
    expect(held()).toMatchObject({ sharePaid: 11_200n, settled: { payout: 1_044_799n } })
  })

  it('is asked for or taken back until the cut-off of the strike that settles the term', () => {
    begun()
    expect(renew(true, { dealDate: '2026-12-20' }).ok).toBe(true)
    expect(renew(false, { dealDate: '2026-12-20' }).ok).toBe(true)
    expect(renew(true, { dealDate: '2026-12-21' })).toMatchObject({ refusal: 'mandate.ending' })
    expect(endMandate(state, { ...customer, dealDate: '2026-12-20', takesExitFee: true }, NOW)).toMatchObject({ refusal: 'mandate.ending' })
  })
})

describe('a loss limit', () => {
  it('asks for the end at the strike after the one that meets it, for the exit fee', () => {
    begun({ lossLimit: 10 })
    expect(strike('2026-11-23', '1.1251', { nextDate: '2026-11-24' })).toBeNull()
    strike('2026-11-24', '1.125', { nextDate: '2026-11-25' })
    expect(held().ending).toEqual({ dealDate: '2026-11-25', reason: 'limit' })
    expect(takeMandateBack(state, { mandateId: 'mandate-1', valueDate: DATE, cutOffOf: () => NOW + 1 }, NOW)).toMatchObject({
      refusal: 'mandate.not_cancellable',
    })
    strike('2026-11-25', '1.2')
    expect(held().settled).toMatchObject({ reason: 'limit', value: 960_000n, exitFee: 4_800n, payout: 955_200n })
  })

  it('that is set later is not met by prices that are known', () => {
    begun()
    const set = limitMandate(state, { ...customer, dealDate: '2026-11-25', lossLimit: 10 }, NOW)
    if (set.ok) book(set.value.outcome)
    expect(strike('2026-11-24', '1')).toBeNull()
    const strikes = [strikeOf('2026-11-23', '1'), strikeOf('2026-11-25', '1.2'), strikeOf('2026-11-27', '1.1')]
    expect(dueStrike(held(), strikes, null)?.date).toBe('2026-11-27')
    expect(dueStrike(held(), strikes, '2026-11-25')?.date).toBe('2026-11-25')
  })
})

describe('the catalogue', () => {
  it('has six agencies of one strategy each, within the bounds of the rule book', () => {
    expect(new Set(agencyList.map(({ strategy }) => strategy.kind)).size).toBe(6)
    for (const { profitShare, managementFee, capacity } of agencyList) {
      expect(profitShare >= scaled('0.1') && profitShare <= scaled('0.25')).toBe(true)
      expect(managementFee <= scaled('0.01')).toBe(true)
      expect(capacity >= 500_000_000n && capacity <= 5_000_000_000n).toBe(true)
    }
    expect(agencies['fx-carry'].profitShare).toBe(scaled('0.25'))
  })
})
