import type { AccountState, Outcome } from '../../src/ledger/account-state.ts'
import { ok, refuse } from '../../src/result.ts'
import { MINUTE_MS } from '../../src/time.ts'
import type { Decision } from '../brokerage/standing.ts'
import { type ModelWithdrawal, approveInModel, giveBackInModel, isDoubtful, payoutOf } from '../model/withdrawals.ts'
import { type Step, dateOf } from '../world/world.ts'
import { bitcoinAt } from '../world/prices.ts'
import { SCALED_DOLLAR, pickWithdrawal } from './withdrawals.ts'
import { withdrawalKind } from '../../src/withdrawals/records.ts'

/** Withdrawals from the brokerage's side: rules and staff decide, the money is paid once, and now and then it comes back. */
export function reviewWithdrawal(step: Step): void {
  const { world, rng, model, account, accountId } = step
  const withdrawal = pickWithdrawal(step, 'pending')
  const row = withdrawalKind.of(account.state).get(withdrawal?.id ?? '')
  if (withdrawal === null || row === undefined) return
  const now = withdrawal.reviewAt + rng.pick([-1, 0, 0, MINUTE_MS])
  const isPaused = rng.percent(5)
  const isDue = withdrawal.state === 'pending' && !withdrawal.waitsForPerson && !isPaused && now >= withdrawal.reviewAt
  const isLeft = isDue && isDoubtful(model, withdrawal, now)
  for (let times = rng.pick([1, 1, 2]); times > 0; times -= 1) {
    const about = world.brokerage.rules.circumstancesOf(account, row, now)
    const reviewing = { withdrawalId: row.id, about, isPaused, now }
    world.brokerage.decide(accountId, now, (state) => ok(world.brokerage.rules.reviewWithdrawal(state, reviewing)))
  }
  if (isLeft) withdrawal.waitsForPerson = true
  else if (isDue) withdrawal.state = 'sending'
  checkState(step, withdrawal)
  if ((withdrawalKind.of(account.state).get(row.id)?.queuedAt !== null) !== withdrawal.waitsForPerson)
    throw new Error(`${row.id} ${withdrawal.waitsForPerson ? 'was not left' : 'was left'} to people`)
  if (isDue) world.seen.add(isLeft ? 'withdrawal left to people' : 'withdrawal approved by rules')
}

const PEOPLE = ['Ana', 'Beto', 'Carla'] as const

/** Staff approve and refuse what the rules left to them: two different people above the limit. Decisions are carried out now or later. */
export function decideWithdrawal(step: Step): void {
  const { rng, model } = step
  const waiting = [...model.leaving.values()].filter(
    ({ state, waitsForPerson, decided }) => state === 'pending' && waitsForPerson && decided === null,
  )
  if (waiting.length === 0) return
  const withdrawal = rng.pick(waiting)
  if (rng.percent(25)) decide(step, withdrawal, 'NOT_REQUESTED')
  else times(rng.pick([1, 1, 2]), () => approve(step, withdrawal))
  if (rng.percent(70)) carryOutDecisions(step)
}

function approve(step: Step, withdrawal: ModelWithdrawal): void {
  if (withdrawal.decided !== null) return
  const { world, rng, now } = step
  const person = rng.pick(PEOPLE)
  const given = approveInHouse(step, withdrawal.id, person)
  const expected = approveInModel(withdrawal, person, now)
  if (given !== expected) throw new Error(`an approval of ${withdrawal.id} is ${given}, the model says ${expected}`)
  world.seen.add(`approval: ${given}`)
  if (given === 'approved') decide(step, withdrawal, 'approved')
}

function decide({ account }: Step, withdrawal: ModelWithdrawal, decision: Decision): void {
  account.standing.decisions.set(withdrawal.id, decision)
  withdrawal.decided = decision === 'approved' ? 'approved' : 'refused'
}

function approveInHouse({ world, account, now }: Step, id: string, person: string): 'waiting' | 'approved' | 'same person' {
  const { rules } = world.brokerage
  const row = withdrawalKind.of(account.state).get(id)
  if (row === undefined) throw new Error(`${id} is not in the books`)
  return rules.approvalsNeeded(row) > 1 ? rules.requireDualApproval(account.standing.asks, id, { person, at: now }) : 'approved'
}

/** The job carries out decisions, unless the customer has cancelled first. */
export function carryOutDecisions(step: Step): void {
  const { world, model, account, accountId, now } = step
  for (const [id, decision] of account.standing.decisions) {
    const withdrawal = model.withdrawals.get(id)
    if (withdrawal === undefined) throw new Error(`${id} was decided and never asked for`)
    const isDue = withdrawal.state === 'pending'
    world.brokerage.decide(accountId, now, (state) => carryOut(step, state, id, decision))
    if (isDue && withdrawal.decided === 'refused') giveBackInModel(model, withdrawal)
    if (isDue && withdrawal.decided === 'approved') withdrawal.state = 'sending'
    checkState(step, withdrawal)
    if (isDue) world.seen.add(`withdrawal ${withdrawal.decided} by people`)
  }
  account.standing.decisions.clear()
}

function carryOut({ world, now }: Step, state: AccountState, id: string, decision: Decision) {
  const row = withdrawalKind.of(state).get(id)
  if (row === undefined || row.status !== 'pending') return refuse('withdrawal.not_cancellable')
  if (decision === 'approved') return ok(world.brokerage.rules.approved(row, 'staff', now))
  return world.brokerage.rules.rejectWithdrawal(state, { withdrawalId: id, reason: decision, valueDate: dateOf(world, 'US'), now })
}

/** The payout runs once, twice, and too early; out of a frozen account nothing goes. */
export function payOut(step: Step): void {
  carryOutDecisions(step)
  const { world, rng, model, accountId, account, now, number } = step
  const withdrawal = pickWithdrawal(step, 'sending')
  if (withdrawal === null) return
  const isDue = withdrawal.state === 'sending'
  const before = account.entries.length
  const bitcoin = bitcoinAt(world.still ? 0 : number)
  const isPriced = withdrawal.rail !== 'BTC' || !rng.percent(20)
  const mid = withdrawal.rail === 'BTC' && isPriced ? bitcoin * SCALED_DOLLAR : null
  const sending = { withdrawalId: withdrawal.id, reference: withdrawal.id, mid, valueDate: dateOf(world, 'US'), now }
  times(rng.pick([1, 1, 2]), () =>
    world.brokerage.decide(accountId, now, (state) => ok(world.brokerage.rules.sendWithdrawal(state, sending))),
  )
  if (!isDue && account.entries.length !== before) throw new Error(`${withdrawal.id} was paid that was not due, or twice`)
  if (isDue && model.frozen) giveBackInModel(model, withdrawal)
  else if (isDue && !isPriced) world.seen.add('withdrawal waits for a price')
  else if (isDue) {
    withdrawal.payout = payoutOf(withdrawal.rail, withdrawal.amount - withdrawal.fee, { bitcoin })
    withdrawal.state = 'sent'
    model.leaving.delete(withdrawal.id)
  }
  checkState(step, withdrawal)
  if (withdrawalKind.of(account.state).get(withdrawal.id)?.payout !== withdrawal.payout)
    throw new Error(
      `${withdrawal.id} pays ${withdrawalKind.of(account.state).get(withdrawal.id)?.payout}, the model says ${withdrawal.payout}`,
    )
  if (isDue && isPriced) world.seen.add(model.frozen ? 'withdrawal stopped with its account' : 'withdrawal sent')
}

/** A bank sends a payment back, or does not take it at all. */
export function sendBack(step: Step): void {
  const { world, rng, model, accountId, now } = step
  const withdrawal = pickWithdrawal(step, 'sent')
  if (withdrawal === null) return
  const { state } = withdrawal
  const returning = { withdrawalId: withdrawal.id, reason: 'ACCOUNT_CLOSED', valueDate: dateOf(world, 'US'), now } as const
  times(rng.pick([1, 1, 2]), () =>
    world.brokerage.decide(accountId, now, (books): ReturnType<typeof ok<Outcome>> =>
      ok(world.brokerage.rules.returnWithdrawal(books, returning)),
    ),
  )
  if (state === 'sent' || state === 'sending') {
    giveBackInModel(model, withdrawal)
    world.seen.add(state === 'sent' ? 'withdrawal came back' : 'withdrawal never taken')
  }
  checkState(step, withdrawal)
}

const times = (count: number, work: () => unknown): void => {
  for (let done = 0; done < count; done += 1) work()
}

const OVER: ReadonlySet<string> = new Set(['cancelled', 'rejected', 'returned'])

function checkState({ account }: Step, { id, state }: ModelWithdrawal): void {
  const status = withdrawalKind.of(account.state).get(id)?.status ?? 'missing'
  if (state === 'over' ? !OVER.has(status) : status !== state) throw new Error(`${id} is ${status}, the model says ${state}`)
}
