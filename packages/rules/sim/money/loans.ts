import { addDays } from '../../src/calendar-date.ts'
import type { AccountState, Outcome } from '../../src/ledger/account-state.ts'
import { coverOf } from '../../src/loans/collateral.ts'
import type { LoanProductId } from '../../src/loans/product.ts'
import { pledgesOf } from '../../src/loans/records.ts'
import { type Result, ok } from '../../src/result.ts'
import { DAY_MS } from '../../src/time.ts'
import { addCash, cashIn } from '../model/account.ts'
import { type ModelLoan, countDays, isFailedIn, isLateIn, isOverIn, owedOf, payInModel, payOutInModel } from '../model/loans.ts'
import { mayOpen } from '../model/suitability.ts'
import { bringTo } from '../orders/bring.ts'
import { expectAnswer } from '../orders/place.ts'
import { type Step, dateOf, remember } from '../world/world.ts'

/** Loans on cash: asked for, decided by rules and by staff, repaid in parts, late, and taken out of the collateral in the end. */
const WALLET = 'US_WALLET'
const products: readonly LoanProductId[] = ['d7', 'd30', 'd180']
const MIN = 10_000n
const MAX = 5_000_000n
const ALONE = 1_000_000n
const share = (cash: bigint): bigint => (cash * 90n) / 100n

/** Days of loans pass faster than those of the market, so that some of them end. */
function todayOf({ world, model }: Step): string {
  const market = dateOf(world, 'US')
  if (market > model.loanDate) model.loanDate = market
  return model.loanDate
}

const current = ({ model }: Step): readonly [string, ModelLoan] | null => [...model.loans].at(-1) ?? null

export function borrow(step: Step): void {
  const { world, rng, model, accountId, number, now } = step
  const free = cashIn(model, WALLET) - (model.unsettled.get(WALLET) ?? 0n)
  const pledged = rng.pick([free, free / 2n, free / 3n, free + 1n, 20_000n])
  const amount = rng.pick([share(pledged), share(pledged) + 1n, share(pledged) / 2n, MIN, MIN - 1n, MAX + 1n])
  if (pledged <= 0n || amount <= 0n) return
  const productId = rng.pick(products)
  const item = { kind: 'cash', ref: WALLET, price: null } as const
  const today = todayOf(step)
  const asked = {
    ...{ id: `l-${number}`, number: `L-${number}`, productId, amount, purpose: null, moneyMode: 'sim' as const },
    ...{ collateral: [{ ...item, quantity: pledged, id: `p-${number}` }], all: [{ ...item, quantity: free > 0n ? free : 0n }] },
    ...{ unsettled: () => 0n, reviewAt: now, valueDate: today },
  }
  const key = `key-${number}`
  const send = (id: string) =>
    world.brokerage.request(accountId, key, now, (state) => {
      const applied = world.brokerage.rules.applyForLoan(state, { ...asked, id }, now)
      return applied.ok ? ok(applied.value.outcome) : applied
    })
  const answer = send(asked.id)
  expectAnswer(answer, borrowAnswer(step, { ...asked, pledged, free }), `a loan of ${amount} on ${pledged}`)
  if (!answer.ok) return void world.seen.add(`loan refused: ${answer.refusal}`)
  addCash(model, WALLET, -pledged)
  model.loans.set(asked.id, {
    ...{ productId, amount, pledged, state: 'pending', isQueued: false, principal: 0n, interest: 0n, penalty: 0n },
    ...{ paidInterest: 0n, paidPenalty: 0n, next: '', dueOn: '', repayment: null },
  })
  remember(step, { key, answer, again: () => send(`${asked.id}-again`) })
  world.seen.add('loan asked for')
}

type Asked = Readonly<{ amount: bigint; pledged: bigint; free: bigint }>

function borrowAnswer(step: Step, { amount, pledged, free }: Asked): string | null {
  const { model, now } = step
  if (model.frozen) return 'account.frozen'
  if (!mayOpen(model.suitability, now)) return 'suitability.required'
  const [, last] = current(step) ?? []
  if (last !== undefined && !isOverIn(last)) return 'loan.open'
  if (model.loanRejectedAt !== null && now < model.loanRejectedAt + DAY_MS) return 'loan.open'
  if (amount < MIN || amount > MAX) return 'amount.out_of_range'
  const limit = share(free > 0n ? free : 0n)
  if (amount > (limit < MAX ? limit : MAX)) return 'loan.limit'
  return pledged > free || amount > share(pledged) ? 'loan.collateral' : null
}

const decide = ({ world, accountId, now }: Step, decider: (state: AccountState) => Outcome): void => {
  const decided = world.brokerage.decide(accountId, now, (state) => ok(decider(state)))
  if (!decided.ok) throw new Error(`a decision about a loan was refused: ${decided.refusal}`)
}

const coverIn = (state: AccountState, loanId: string) => coverOf(pledgesOf(state, loanId).map((pledge) => ({ ...pledge, price: null })))

/** The rules, and then staff, decide about an application; sometimes twice. */
export function decideLoan(step: Step): void {
  const { world, rng, model, now } = step
  const [loanId, loan] = current(step) ?? []
  if (loanId === undefined || loan === undefined) return
  const today = todayOf(step)
  const dates = { today, valueDate: today }
  const isYoung = rng.percent(30)
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    if (!loan.isQueued) {
      const openedAt = isYoung ? now : now - 8 * DAY_MS
      decide(step, (state) =>
        world.brokerage.rules.reviewLoan(
          state,
          { loanId, about: { isIdentityPassed: true, openedAt, cover: coverIn(state, loanId) }, reviewedAt: now, ...dates },
          now,
        ),
      )
      if (loan.state !== 'pending') continue
      const hadTrouble = [...model.loans.values()].some((other) => other !== loan && (other.state === 'defaulted' || other.penalty > 0n))
      if (model.frozen || isYoung || hadTrouble || loan.amount > ALONE) loan.isQueued = true
      else paidOut(step, loan, today)
      continue
    }
    const isApproved = rng.percent(70)
    decide(step, (state) =>
      world.brokerage.rules.decideLoan(
        state,
        { loanId, isApproved, reason: 'NOT_AFFORDABLE', cover: coverIn(state, loanId), ...dates },
        now,
      ),
    )
    if (loan.state !== 'pending') continue
    if (isApproved && !model.frozen) {
      paidOut(step, loan, today)
      continue
    }
    loan.state = 'rejected'
    model.loanRejectedAt = now
    freed(step, loan)
    world.seen.add('loan rejected')
  }
}

function paidOut({ world, model }: Step, loan: ModelLoan, today: string): void {
  payOutInModel(loan, today)
  addCash(model, WALLET, loan.amount)
  world.seen.add(loan.isQueued ? 'loan paid out by staff' : 'loan paid out')
}

function freed({ model }: Step, loan: ModelLoan): void {
  addCash(model, WALLET, loan.pledged)
  loan.pledged = 0n
}

export function cancelLoan(step: Step): void {
  const { world, accountId, now } = step
  const [loanId, loan] = current(step) ?? []
  if (loanId === undefined || loan === undefined) return
  const cancelled = world.brokerage.decide(accountId, now, (state) => {
    const answer = world.brokerage.rules.cancelLoan(state, { loanId, valueDate: todayOf(step) }, now)
    return answer.ok ? ok(answer.value.outcome) : answer
  })
  expectAnswer(cancelled, loan.state === 'pending' ? null : 'loan.not_cancellable', 'taking a loan back')
  if (!cancelled.ok) return
  loan.state = 'cancelled'
  freed(step, loan)
  world.seen.add('loan taken back')
}

const isLent = ({ state }: ModelLoan): boolean => state === 'active' || state === 'overdue'

export function repayLoan(step: Step): void {
  const { world, rng, model, accountId, number, now } = step
  const [loanId, loan] = current(step) ?? []
  if (loanId === undefined || loan === undefined) return
  const today = todayOf(step)
  const isAll = rng.percent(40)
  const counted = { ...loan }
  if (isLent(loan) && loan.repayment === null) countDays(counted, today)
  const owed = owedOf(counted)
  const amount = isAll ? owed : rng.pick([owed / 2n, owed / 5n, owed + 1n, 1n, owed])
  const asked = {
    id: `r-${number}`,
    loanId,
    amount: isAll ? null : amount,
    wallet: WALLET,
    today,
    reviewAt: now,
    valueDate: today,
  } as const
  const bring = bringTo(step, { wallet: WALLET, takes: amount })
  const answer: Result<unknown> = world.brokerage.decide(accountId, now, (state) =>
    bring.decide(state, asked.id, (at) => world.brokerage.rules.repayLoan(at, asked, now)),
  )
  const expected =
    !isLent(loan) || loan.repayment !== null || amount <= 0n || amount > owed
      ? 'loan.repayment'
      : amount > cashIn(model, WALLET)
        ? 'wallet.insufficient'
        : null
  expectAnswer(answer, expected, `repaying ${amount} of ${owed}`)
  if (!answer.ok) {
    bring.refused()
    return void world.seen.add(`repayment refused: ${answer.refusal}`)
  }
  bring.booked('a loan')
  countDays(loan, today)
  loan.repayment = { id: asked.id, amount, isQueued: false }
  addCash(model, WALLET, -amount)
  world.seen.add('repayment asked for')
}

/** The rules, and then staff, decide about a repayment; sometimes twice. */
export function decideRepayment(step: Step): void {
  const { world, rng, model, now } = step
  const [, loan] = current(step) ?? []
  const repayment = loan?.repayment ?? null
  if (loan === undefined || repayment === null) return
  const today = todayOf(step)
  const dates = { today, valueDate: today }
  const { id: repaymentId, amount } = repayment
  const isApproved = rng.percent(50)
  const isFlagged = model.frozen || cashIn(model, WALLET) < (model.unsettled.get(WALLET) ?? 0n)
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    if (!repayment.isQueued && loan.repayment?.isQueued !== true) {
      decide(step, (state) => world.brokerage.rules.reviewRepayment(state, { repaymentId, reviewedAt: now, ...dates }, now))
      if (loan.repayment === null) continue
      if (isFlagged) loan.repayment = { ...repayment, isQueued: true }
      else repaidInModel(step, loan, amount, today)
      continue
    }
    decide(step, (state) =>
      world.brokerage.rules.decideRepayment(state, { repaymentId, isApproved, reason: 'FUNDS_DISPUTED', ...dates }, now),
    )
    if (loan.repayment === null) continue
    if (isApproved) {
      repaidInModel(step, loan, amount, today)
      continue
    }
    addCash(model, WALLET, amount)
    loan.repayment = null
    countDays(loan, today)
    world.seen.add('repayment given back')
  }
}

function repaidInModel(step: Step, loan: ModelLoan, amount: bigint, today: string): void {
  payInModel(loan, amount)
  loan.repayment = null
  if (owedOf(loan) === 0n && loan.principal === 0n) {
    loan.state = 'repaid'
    freed(step, loan)
    step.world.seen.add('loan repaid')
    return
  }
  countDays(loan, today)
  step.world.seen.add('a part of a loan repaid')
}

/** Days that are over: one, some, or so many that what is not repaid is in default; sometimes counted twice. */
export function passLoanDays(step: Step): void {
  const { world, rng, model, now } = step
  const [loanId, loan] = current(step) ?? []
  if (loanId === undefined || loan === undefined) return
  model.loanDate = addDays(todayOf(step), rng.pick([0, 1, 8, 40, 40]))
  const today = model.loanDate
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    decide(step, (state) => world.brokerage.rules.passLoanDays(state, { loanId, today, valueDate: today }, now))
    if (!isLent(loan)) continue
    if (isFailedIn(loan, today)) {
      failInModel(step, loan, today)
      continue
    }
    if (loan.repayment !== null) continue
    countDays(loan, today)
    if (!isLateIn(loan, today) || loan.state === 'overdue') continue
    loan.state = 'overdue'
    world.seen.add('loan overdue')
  }
}

/** What waits is taken first, then the collateral, and the rest is the house's loss. */
function failInModel(step: Step, loan: ModelLoan, today: string): void {
  const { world, model } = step
  if (loan.repayment !== null) {
    repaidInModel(step, loan, loan.repayment.amount, today)
    if (!isLent(loan)) return
    world.seen.add('repayment taken before a default')
  }
  countDays(loan, today)
  const owed = owedOf(loan)
  const taken = owed < loan.pledged ? owed : loan.pledged
  world.seen.add('loan out of its collateral')
  if (taken < owed) {
    payInModel(loan, taken)
    model.insurance -= loan.principal
    world.seen.add('loan beyond its collateral')
  }
  payInModel(loan, owedOf(loan))
  loan.pledged -= taken
  loan.state = 'defaulted'
  freed(step, loan)
}
