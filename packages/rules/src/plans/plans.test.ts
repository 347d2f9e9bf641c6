import { amountAYear } from './plan.ts'
import { firstRates } from '../fees/versions.ts'
import { describe, expect, it } from 'vitest'
import { feesOfOrder } from '../blocks/fees.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { post } from '../ledger/account-state.ts'
import { messageKind } from '../messages/records.ts'
import { MINUTE_MS } from '../time.ts'
import { SES } from '../testing/margin.ts'
import { LPAM } from '../testing/markets.ts'
import { ARDV, NOW, accountStateWith, plainHash } from '../testing/us.ts'
import { type Amounted, actOnPlan, beginPlan, changePlan } from './change.ts'
import { MAX_PLANS, type Plan, type PlanSkip } from './plan.ts'
import { planKind } from './records.ts'
import { type Occasion, pendingRun, placedRun, skippedRun } from './run.ts'
import { type PlanSession, dueAfter, dueFrom, nextRunDay, runsAt, stepOf } from './schedule.ts'

const WEEKLY = { rhythm: 'week', day: 1, firstDate: '2026-11-02' } as const
const monthly = (day: number) => ({ rhythm: 'month', day, firstDate: '2026-11-01' }) as const
const AMOUNT: Amounted = { ...WEEKLY, amount: 10_000n, givers: [] }

describe('the dates of a plan (rule book P.6)', () => {
  it('come every week on the day', () => {
    expect(dueFrom(WEEKLY, '2026-11-20')).toBe('2026-11-23')
    expect(dueFrom(WEEKLY, '2026-11-23')).toBe('2026-11-23')
    expect(dueAfter(WEEKLY, '2026-11-23')).toBe('2026-11-30')
    expect(dueFrom({ ...WEEKLY, firstDate: '2027-01-01' }, '2026-11-20')).toBe('2027-01-04')
  })

  it('come every month on the day, or on the last of a short month', () => {
    expect(dueFrom(monthly(15), '2026-11-20')).toBe('2026-12-15')
    expect(dueFrom(monthly(31), '2026-11-20')).toBe('2026-11-30')
    expect(dueAfter(monthly(31), '2026-11-30')).toBe('2026-12-31')
    expect(dueAfter(monthly(30), '2027-01-30')).toBe('2027-02-28')
    expect(dueAfter(monthly(30), '2027-02-28')).toBe('2027-03-30')
    expect(dueFrom(monthly(29), '2028-02-01')).toBe('2028-02-29')
  })

  it('never stand still, whatever the day', () => {
    for (let day = 1; day <= 31; day += 1) {
      let date = dueFrom(monthly(day), '2026-11-01')
      const months = Array.from({ length: 24 }, () => {
        const month = date.slice(0, 7)
        date = dueAfter(monthly(day), date)
        return month
      })
      expect(new Set(months).size).toBe(24)
    }
  })
})

const opening = (date: string) => Date.parse(`${date}T14:30:00Z`)
const session = (date: string): PlanSession => ({ date, opensAt: opening(date), closesAt: Date.parse(`${date}T21:00:00Z`) })
/** Thanksgiving week: the Thursday is closed. */
const WEEK = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-27', '2026-11-30'].map(session)
const step = (dueOn: string, moment: string, lastRanOn: string | null = null) => {
  const found = stepOf({ dueOn, lastRanOn }, WEEK, Date.parse(moment))
  return found.kind === 'buy' ? found.session.date : found.kind === 'missed' ? found : found.kind
}

describe('what is to be done about a date now', () => {
  it('it is bought half an hour after the open, until the close', () => {
    expect(runsAt(session('2026-11-23')) - opening('2026-11-23')).toBe(30 * MINUTE_MS)
    expect(step('2026-11-23', '2026-11-23T14:59:59Z')).toBe('wait')
    expect(step('2026-11-23', '2026-11-23T15:00:00Z')).toBe('2026-11-23')
    expect(step('2026-11-23', '2026-11-23T20:59:59Z')).toBe('2026-11-23')
    expect(step('2026-11-23', '2026-11-23T21:00:00Z')).toBe('wait')
  })

  it('a closed day is bought in the next session', () => {
    expect(step('2026-11-26', '2026-11-26T16:00:00Z')).toBe('wait')
    expect(step('2026-11-26', '2026-11-27T15:00:00Z')).toBe('2026-11-27')
  })

  it('after downtime it is bought once in the session after its own, and not for a day long past', () => {
    expect(step('2026-11-23', '2026-11-24T15:00:00Z')).toBe('2026-11-24')
    expect(step('2026-11-23', '2026-11-25T15:00:00Z')).toEqual({ kind: 'missed', goesOnFrom: '2026-11-24' })
    expect(step('2026-11-23', '2026-11-30T15:00:00Z')).toEqual({ kind: 'missed', goesOnFrom: '2026-11-26' })
    expect(step('2026-11-24', '2026-11-25T15:00:00Z')).toBe('2026-11-25')
  })

  it('a plan buys once a day', () => expect(step('2026-11-24', '2026-11-24T15:00:00Z', '2026-11-24')).toBe('wait'))

  it('what begins after the moment of a day begins with the next', () => {
    expect(nextRunDay(WEEK, Date.parse('2026-11-25T14:00:00Z'))).toBe('2026-11-25')
    expect(nextRunDay(WEEK, Date.parse('2026-11-25T15:00:00Z'))).toBe('2026-11-27')
  })
})

const begun = (state: AccountState, change: Partial<Parameters<typeof beginPlan>[1]> = {}) =>
  beginPlan(state, { id: 'plan-1', number: 'L', instrument: ARDV, recurring: AMOUNT, from: '2026-11-20', ...change }, NOW)

function planned(recurring: Amounted | null = AMOUNT): AccountState {
  const state = accountStateWith(1_000_000n)
  const answer = begun(state, { recurring })
  if (!answer.ok) throw new Error(answer.refusal)
  post(state, answer.value.outcome, NOW, plainHash)
  return state
}
const planIn = (state: AccountState): Plan => {
  const plan = planKind.of(state).get('plan-1')
  if (plan === undefined) throw new Error('no plan')
  return plan
}

describe('a plan', () => {
  it('begins with its first date ahead', () => {
    const plan = planIn(planned())
    expect(plan).toMatchObject({ status: 'active', wallet: 'STOCK', recurring: { dueOn: '2026-11-23', skipsInRow: 0, amount: 10_000n } })
  })

  it.each([
    ['of a frozen account', { state: { frozen: true } }, 'account.frozen'],
    ['of nothing', { change: { instrument: null } }, 'instrument.unknown'],
    ['of a future', { change: { instrument: SES } }, 'instrument.unknown'],
    ['of a share that is held whole', { change: { instrument: LPAM } }, 'plan.instrument'],
    ['on a Saturday', { change: { recurring: { ...AMOUNT, day: 6 } } }, 'parameter.invalid'],
    ['on the 32nd', { change: { recurring: { ...AMOUNT, ...monthly(32) } } }, 'parameter.invalid'],
    ['from a wallet of another currency', { change: { recurring: { ...AMOUNT, givers: ['BALANCE'] } } }, 'parameter.invalid'],
    ['from a wallet of margin', { change: { recurring: { ...AMOUNT, givers: ['FUTURE'] } } }, 'parameter.invalid'],
    ['from a wallet named twice', { change: { recurring: { ...AMOUNT, givers: ['FOLLOW', 'FOLLOW'] } } }, 'parameter.invalid'],
    ['in two years', { change: { recurring: { ...AMOUNT, firstDate: '2028-11-20' } } }, 'parameter.invalid'],
  ] as const)('%s is refused', (_name, given, refusal) => {
    const { state, change } = { state: {}, change: {}, ...given }
    expect(begun({ ...accountStateWith(1n), ...state }, change)).toMatchObject({ ok: false, refusal })
  })

  it('is one of fifty at most', () => {
    const state = accountStateWith(1n)
    for (let count = 0; count < MAX_PLANS; count += 1) {
      const answer = begun(state, { id: `plan-${count}` })
      if (answer.ok) post(state, answer.value.outcome, NOW, plainHash)
    }
    expect(begun(state, { id: 'one-more' })).toMatchObject({ refusal: 'plan.too_many', facts: { num: 50 } })
  })

  it('that reinvests is there once for a share', () => {
    const state = planned(null)
    expect(begun(state, { id: 'plan-2', recurring: null })).toMatchObject({ ok: true, value: { plan: { id: 'plan-1' }, outcome: {} } })
  })

  it('follows its new dates when it is changed', () => {
    const answer = changePlan(
      planned(),
      { planId: 'plan-1', recurring: { ...monthly(31), amount: 5_000n, givers: ['FOLLOW'] }, from: '2026-11-24' },
      NOW,
    )
    expect(answer).toMatchObject({ value: { plan: { recurring: { dueOn: '2026-11-30', amount: 5_000n, givers: ['FOLLOW'] } } } })
  })

  it('is paused, goes on from the next date ahead, and ends for good', () => {
    const state = planned()
    const act = (what: 'pause' | 'resume' | 'end', from: string) => {
      const answer = actOnPlan(state, { planId: 'plan-1', act: what, from }, NOW)
      if (answer.ok) post(state, answer.value.outcome, NOW, plainHash)
      return answer.ok ? planIn(state).status : answer.refusal
    }
    expect([act('pause', '2026-11-20'), act('pause', '2026-11-20')]).toEqual(['paused', 'paused'])
    expect(pendingRun(state, occasion())).toBeNull()
    expect(act('resume', '2026-12-09')).toBe('active')
    expect(planIn(state).recurring?.dueOn).toBe('2026-12-14')
    expect([act('end', '2026-12-09'), act('end', '2026-12-09'), act('resume', '2026-12-09')]).toEqual(['ended', 'ended', 'plan.ended'])
    expect(changePlan(state, { planId: 'plan-1', recurring: AMOUNT, from: '2026-12-09' }, NOW)).toMatchObject({ refusal: 'plan.ended' })
    expect(actOnPlan(state, { planId: 'another', act: 'end', from: '2026-12-09' }, NOW)).toMatchObject({ refusal: 'object.not_found' })
  })
})

const occasion = (change: Partial<Occasion> = {}): Occasion => ({
  ...{ planId: 'plan-1', occasion: '2026-11-23', dueOn: '2026-11-23', ranOn: '2026-11-23', dividend: null },
  ...change,
})
function skip(state: AccountState, dueOn: string, why: PlanSkip, change: Partial<Occasion> = {}) {
  const given = occasion({ occasion: dueOn, dueOn, ranOn: dueOn, ...change })
  const pending = pendingRun(state, given)
  if (pending === null) throw new Error(`nothing is pending on ${dueOn}`)
  const outcome = skippedRun(pending, given, why, NOW)
  post(state, outcome, NOW, plainHash)
  return messageKind.in(outcome).map(({ template }) => template)
}

describe('a purchase of a plan', () => {
  it('is made once, and the next one follows', () => {
    const state = planned()
    const pending = pendingRun(state, occasion())
    if (pending === null) throw new Error('nothing is pending')
    expect(pending.amount).toBe(10_000n)
    post(state, placedRun(pending, occasion(), 'order-1', NOW), NOW, plainHash)
    expect(planIn(state)).toMatchObject({ lastRanOn: '2026-11-23', recurring: { dueOn: '2026-11-30' } })
    expect(pendingRun(state, occasion())).toBeNull()
    expect(pendingRun(state, occasion({ occasion: '2026-11-30', dueOn: '2026-11-30' }))).not.toBeNull()
  })

  it('three in a row that are skipped pause the plan, and one that is made begins the count anew', () => {
    const state = planned()
    expect(skip(state, '2026-11-23', 'money')).toEqual(['plan.skipped'])
    expect(skip(state, '2026-11-30', 'money')).toEqual(['plan.skipped'])
    const pending = pendingRun(state, occasion({ occasion: '2026-12-07', dueOn: '2026-12-07' }))
    if (pending === null) throw new Error('nothing is pending')
    post(state, placedRun(pending, occasion({ occasion: '2026-12-07', dueOn: '2026-12-07' }), 'order-1', NOW), NOW, plainHash)
    for (const date of ['2026-12-14', '2026-12-21']) expect(skip(state, date, 'notTradable')).toEqual(['plan.skipped'])
    expect(skip(state, '2026-12-28', 'money')).toEqual(['plan.skipped', 'plan.paused'])
    expect(planIn(state)).toMatchObject({ status: 'paused', pausedBy: 'skips' })
  })

  it('that was missed is told, counts for nothing, and the dates behind it are left out', () => {
    const state = planned()
    expect(skip(state, '2026-11-23', 'missed', { ranOn: '2026-12-16', goesOnFrom: '2026-12-16' })).toEqual(['plan.skipped'])
    expect(planIn(state)).toMatchObject({ status: 'active', lastRanOn: null, recurring: { dueOn: '2026-12-21', skipsInRow: 0 } })
  })

  it('with a dividend is made once for each, never pauses, and pays no fee', () => {
    const state = planned(null)
    const given = occasion({ occasion: 'US:ARDV:2026-11-02:dividend', dividend: 5_460n })
    for (const name of ['a', 'b', 'c', 'd']) skip(state, '2026-11-23', 'tooLittle', { occasion: name, dividend: 1n })
    expect(planIn(state).status).toBe('active')
    const pending = pendingRun(state, given)
    if (pending === null) throw new Error('nothing is pending')
    expect(pending.amount).toBe(5_460n)
    post(state, placedRun(pending, given, 'order-1', NOW), NOW, plainHash)
    expect(pendingRun(state, given)).toBeNull()
    expect(pendingRun(state, occasion())).toBeNull()
    expect(feesOfOrder(ARDV, { block: null, origin: 'reinvestment', quantity: 1n }, firstRates('US'))).toEqual({
      currency: 'USD',
      rules: [],
    })
  })
})

it.each([
  ['a hundred every month', { amount: 10_000n, rhythm: 'month' }, 120_000n],
  ['a hundred every week, which is more', { amount: 10_000n, rhythm: 'week' }, 520_000n],
  ['nothing for one that reinvests', null, 0n],
] as const)('a plan buys in a year for %s', (_, recurring, amount) => expect(amountAYear(recurring)).toBe(amount))
