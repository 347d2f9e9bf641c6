import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { type AccountState, type Outcome, post, walletOf } from '../ledger/account-state.ts'
import { next } from '../machine.ts'
import { messagesOf } from '../messages/records.ts'
import { acceptOrder } from '../orders/accept.ts'
import { positionKind } from '../positions/records.ts'
import { endLock, locksIn } from '../positions/share-lock.ts'
import { refuse } from '../result.ts'
import { applyFor } from '../subscriptions/apply.ts'
import type { Offering } from '../subscriptions/offering.ts'
import { subscriptionKind } from '../subscriptions/records.ts'
import { deliverShares, settleApplication } from '../subscriptions/settle.ts'
import { must, postings } from '../testing/life.ts'
import { ARDV, NOW, TODAY, accountStateWith, orderRequest, plainHash, usTerms } from '../testing/us.ts'
import { type PlacingApplication, allotPlacing, hashOfPlacing, listOfPlacing } from './allot.ts'
import { isEligible, refusalOfPlacing } from './eligibility.ts'
import { LOCK_TRADING_DAYS, discountOf, placingMachine, termsOf, unlockDayOf, windowOf } from './placing.ts'

/** The numbers of `docs/rules/placing.md` E.3. */
const applications: readonly PlacingApplication[] = [
  { number: 'N3', lots: 5, at: 30 },
  { number: 'N1', lots: 3, at: 10 },
  { number: 'N2', lots: 3, at: 20 },
]

describe('the terms of a placing (E.3)', () => {
  it('follow from a close: the price in whole cents, never below the discount', () => {
    expect(termsOf(scaled('182.37'), 650)).toEqual({
      ...{ price: scaled('170.52'), lotSize: scaled('10'), quota: 293, maxLots: 29 },
    })
    for (const close of ['0.01', '1.11', '19.99', '64.10', '499.995', '7000'])
      for (let drawn = 0; drawn < 15; drawn += 1) {
        const discount = discountOf(drawn)
        const { price, quota, maxLots } = termsOf(scaled(close), discount)
        expect(price * 10_000n).toBeGreaterThanOrEqual(scaled(close) * BigInt(10_000 - discount))
        expect(price % scaled('0.01')).toBe(0n)
        expect(maxLots).toBeGreaterThan(0)
        expect(maxLots).toBeLessThanOrEqual(quota)
      }
  })

  it('are of a discount between 3 and 10 per cent', () => {
    const all = Array.from({ length: 100 }, (_, drawn) => discountOf(drawn))
    expect([Math.min(...all), Math.max(...all)]).toEqual([300, 1_000])
  })

  it('have a window of five trading days, and a lock of ten after the close', () => {
    const days = ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-16', '2026-11-17', '2026-11-18']
    expect(windowOf(days)).toEqual({ opens: '2026-11-11', closes: '2026-11-17' })
    expect(windowOf(days.slice(0, 4))).toBeNull()
    const after = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-27', '2026-11-30']
    expect(unlockDayOf([...after, '2026-12-01', '2026-12-02'])).toBe('2026-12-02')
    expect(unlockDayOf(after)).toBeNull()
    expect(LOCK_TRADING_DAYS).toBe(10)
  })

  it('end with the allotment or a withdrawal before it', () => {
    expect(next(placingMachine, 'closed', 'withdraw')).toBe('withdrawn')
    expect(next(placingMachine, 'allotted', 'withdraw')).toBeNull()
    expect(next(placingMachine, 'withdrawn', 'open')).toBeNull()
  })
})

describe('who may apply (E.3)', () => {
  const standing = { isInstitution: false, equity: 2_500_000n, isSuitable: true }

  it('is an institution, or somebody who owns 25,000 dollars and has passed the questions', () => {
    expect(isEligible(standing)).toBe(true)
    expect(isEligible({ isInstitution: true, equity: 0n, isSuitable: false })).toBe(true)
    expect(refusalOfPlacing({ ...standing, equity: 2_499_999n })).toEqual(
      refuse('placing.not_eligible', { num: '25000.00', equity: '24999.99', suitabilityPassed: 1 }),
    )
    expect(refusalOfPlacing({ ...standing, isSuitable: false })).toMatchObject({ refusal: 'placing.not_eligible' })
  })
})

describe('the allotment (E.3)', () => {
  const of = (quota: number) => Object.fromEntries(allotPlacing(applications, quota).map(({ number, allotted }) => [number, allotted]))

  it('is in proportion, by the largest remainder, and of equal ones the earlier first', () => {
    // 8 of 11 lots: 2 + 2/11, 2 + 2/11 and 3 + 7/11.
    expect(of(8)).toEqual({ N1: 2, N2: 2, N3: 4 })
    // 5 of 11: 1 + 4/11 twice and 2 + 3/11; the earlier of the equal remainders has the lot.
    expect(of(5)).toEqual({ N1: 2, N2: 1, N3: 2 })
    expect(of(11)).toEqual({ N1: 3, N2: 3, N3: 5 })
    expect(of(100)).toEqual({ N1: 3, N2: 3, N3: 5 })
    expect(allotPlacing([], 5)).toEqual([])
  })

  it('never gives more than there is or more than was asked, and does not depend on the order it is given', () => {
    for (let quota = 1; quota < 15; quota += 1) {
      const results = allotPlacing(applications, quota)
      expect(results.reduce((sum, { allotted }) => sum + allotted, 0)).toBe(Math.min(quota, 11))
      expect(results.every(({ lots, allotted }) => allotted >= 0 && allotted <= lots)).toBe(true)
      expect(allotPlacing(applications.toReversed(), quota)).toEqual(results)
    }
  })

  it('is of a list that anybody can hash', () => {
    expect(listOfPlacing(applications)).toBe('N1:3:10\nN2:3:20\nN3:5:30')
    expect(hashOfPlacing(applications.toReversed())).toBe(hashOfPlacing(applications))
    const [one, two] = ['A', 'B'].map((number) => ({ number, lots: 1, at: 5 }))
    expect(listOfPlacing([two, one].flatMap((each) => each ?? []))).toBe('A:1:5\nB:1:5')
  })
})

describe('delivery with a lock (D.4)', () => {
  const offering: Offering = {
    ...{ kind: 'placing', id: 'placing-1', instrumentId: ARDV.id, name: 'Aurora Devices', price: scaled('170.52'), lotSize: scaled('10') },
    ...{ maxQuantity: scaled('290'), opensAt: NOW, closesAt: NOW + 1 },
  }
  const posted = (state: AccountState, outcome: Outcome): readonly string[] => {
    const seen = postings(outcome)
    post(state, outcome, NOW, plainHash)
    return seen
  }
  const newPosition = { id: 'position-1', number: 'P1' }
  const UNLOCKS = '2026-12-02'
  const delivering = { id: 'application-1', venue: 'SIM', date: TODAY, newPosition, unlocksOn: UNLOCKS }

  const settledWith = (lots: bigint): Readonly<{ state: AccountState; outcome: Outcome }> => {
    const state = accountStateWith(5_000_000n)
    state.wallets.set('SUBSCRIPTION', { ...walletOf(state, 'SUBSCRIPTION'), cash: 1_000_000n })
    const applied = must(applyFor(state, { id: 'application-1', number: 'N1', offering, quantity: scaled('50'), valueDate: TODAY }, NOW))
    posted(state, applied.outcome)
    const settling = { id: 'application-1', allotted: lots * scaled('10'), name: 'Aurora Devices', toldDay: UNLOCKS, valueDate: TODAY }
    const settled = settleApplication(state, settling, NOW)
    if (settled === null) throw new Error('not settled')
    posted(state, settled.outcome)
    return { state, outcome: settled.outcome }
  }

  it('books the shares as locked at what they cost, once', () => {
    const { state } = settledWith(3n)
    const delivered = deliverShares(state, delivering, NOW)
    expect(delivered?.outcome.events).toBeUndefined()
    const seen = posted(state, delivered?.outcome ?? { entries: [] })
    expect(seen.join('\n')).toContain('U:SECLOCK:US:ARDV')
    expect(positionKind.of(state).get(ARDV.id)).toMatchObject({ free: 0n, locked: scaled('30'), cost: 511_560n })
    expect(locksIn(state, ARDV.id)).toMatchObject([{ id: 'application-1', quantity: scaled('30'), unlocksOn: UNLOCKS }])
    expect(subscriptionKind.of(state).get('application-1')).toMatchObject({ status: 'delivered', paid: 511_560n })
    expect(walletOf(state, 'SUBSCRIPTION')).toMatchObject({ cash: 488_440n, hold: 0n })
    expect(deliverShares(state, delivering, NOW)).toBeNull()
  })

  it('refuses a sale while they are locked, and lets it be on their day', () => {
    const { state } = settledWith(3n)
    posted(state, deliverShares(state, delivering, NOW)?.outcome ?? { entries: [] })
    const sale = orderRequest({ side: 'sell', quantity: scaled('10') })
    expect(acceptOrder(state, sale, usTerms(), NOW)).toEqual(refuse('position.locked', { available: '0', field: 'quantity' }))
    expect(endLock(state, { lockId: 'application-1', today: '2026-12-01' }, NOW)).toBeNull()
    const freed = endLock(state, { lockId: 'application-1', today: UNLOCKS }, NOW)
    posted(state, freed ?? { entries: [] })
    expect(positionKind.of(state).get(ARDV.id)).toMatchObject({ free: scaled('30'), locked: 0n })
    expect(acceptOrder(state, sale, usTerms(), NOW).ok).toBe(true)
  })

  it('tells of the allotment in its own words, and of none', () => {
    const told = (lots: bigint) => {
      const { state, outcome } = settledWith(lots)
      return messagesOf(state, outcome)
    }
    const facts = { name: 'Aurora Devices', refund: '3410.40 USD', paid: '5115.60 USD', quantity: '30', date: UNLOCKS }
    expect(told(3n)).toMatchObject([{ template: 'placing.allotted', facts }])
    expect(told(0n)).toMatchObject([{ template: 'placing.notAllotted', facts: { name: 'Aurora Devices', refund: '8526.00 USD' } }])
  })
})
