import type { Outcome } from '../../src/ledger/account-state.ts'
import { type Result, ok } from '../../src/result.ts'
import { DAY_MS } from '../../src/time.ts'
import type { WithdrawalRequest } from '../../src/withdrawals/start.ts'
import { addCash } from '../model/account.ts'
import type { ModelCard } from '../model/standing.ts'
import {
  type ModelMids,
  type ModelRail,
  type ModelWithdrawal,
  boundsOf,
  giveBackInModel,
  priceOf,
  walletOfRail,
  withdrawalAnswer,
} from '../model/withdrawals.ts'
import { mayLeave } from '../model/transfers.ts'
import { expectAnswer } from '../orders/place.ts'
import { bitcoinAt, midAt } from '../world/prices.ts'
import { type Step, dateOf, remember } from '../world/world.ts'
import { pickCard } from './destinations.ts'
import { reviewOf } from './identity.ts'
import { withdrawalKind } from '../../src/withdrawals/records.ts'

/** Withdrawals from the customer's side: to old and new destinations, of everything and of more than that, and cancelled again. */
const RATE_UNIT = 10_000n
export const SCALED_DOLLAR = 100_000_000n
const ACCOUNTS = ['wire-1', 'wire-2', 'wire-3'] as const

/** The destination: a card, or an account given with the request. */
type Going = Readonly<{ rail: ModelRail; card: ModelCard | null; version: number | null; fingerprint: string; isHolderCertain: boolean }>

export function withdraw(step: Step): void {
  const pieces = step.rng.pick([1, 1, 1, 2, 4, 8])
  const amountIn = pieces >= MANY_PIECES ? smallAmount : anyAmount
  for (let count = pieces; count > 0; count -= 1) withdrawOnce(step, `w-${step.number}-${count}`, goingOf(step), amountIn)
}

const MANY_PIECES = 8
/** The day's limit is twice the largest single withdrawal; the third request must find nothing left. */
const ASKS_FOR_A_DAY = 3

/**
 * Requests all that may leave in a day piece by piece and cancels it, then does the same again: a cancelled withdrawal uses up no limit.
 * Chance alone reaches the end of a limit too rarely to show it.
 */
export function withdrawAllTwice(step: Step): void {
  const going = goingOf(step)
  for (const round of [1, 2]) {
    const ids = Array.from({ length: ASKS_FOR_A_DAY }, (_, piece) => `w-${step.number}-${round}-${piece}`)
    for (const id of ids) withdrawOnce(step, id, going, mostAmount)
    for (const id of ids) {
      const withdrawal = step.model.withdrawals.get(id)
      if (withdrawal !== undefined) takeBackOnce(step, withdrawal)
    }
  }
}

type AmountIn = (step: Step, rail: ModelRail, mids: ModelMids) => bigint

function withdrawOnce(step: Step, id: string, going: Going, amountIn: AmountIn): void {
  const { world, rng, model, account, now } = step
  const { rail, card, version, fingerprint } = going
  const mids = midsOf(step)
  const amount = amountIn(step, rail, mids)
  const isPaused = rng.percent(2)
  // A customer withdrawing much usually has the mailed code, and sometimes not.
  const isMailboxProven = rng.percent(85)
  const notBefore = card === null ? world.brokerage.rules.earliestTo(account.state, fingerprint, now) : null
  const request: WithdrawalRequest = {
    ...{ id, number: id, rail, amount, cardVersion: version, isPaused, askedAt: now, valueDate: dateOf(world, 'US') },
    destination: { cardId: card?.id ?? null, label: rail, sealed: going.isHolderCertain ? 'same' : 'similar', fingerprint },
    mids: { dollar: rail === 'ARS_BANK' ? mids.pesos * RATE_UNIT : null, payout: rail === 'BTC' ? mids.bitcoin * SCALED_DOLLAR : null },
    reviewAt: Math.max(reviewOf(now), notBefore ?? 0),
    isMailboxProven,
  }
  const key = `key-${id}`
  const answer = send(step, key, request)
  const isOldVersion = card !== null && version !== card.version
  const expected = withdrawalAnswer(model, { rail, amount, mids, card, isOldVersion, isPaused, isMailboxProven }, now)
  expectAnswer(answer, expected, `a withdrawal of ${amount} over ${rail}`)
  if (!answer.ok) return void world.seen.add(`withdrawal refused: ${answer.refusal}`)
  const isKnown = [...model.withdrawals.values()].some((each) => each.state === 'sent' && each.fingerprint === fingerprint)
  const waits = card === null && !isKnown
  leaveInModel(step, { id, going, amount, mids, reviewAt: waits ? now + DAY_MS : reviewOf(now) })
  remember(step, { key, answer, again: () => send(step, key, { ...request, id: `${id}-again` }) })
  world.seen.add(waits ? 'withdrawal to a new account' : `withdrawal over ${rail}`)
}

function goingOf(step: Step): Going {
  const { rng } = step
  const card = rng.percent(85) ? pickCard(step) : null
  if (card === null) {
    const fingerprint = rng.pick(ACCOUNTS)
    return { rail: 'WIRE', card: null, version: null, fingerprint, isHolderCertain: rng.percent(80) }
  }
  const version = rng.percent(4) ? card.version + 1 : card.version
  const { rail, number, name } = card.place
  return { rail, card, version, fingerprint: number, isHolderCertain: card.type === 'vm' || name === 'same' }
}

const midsOf = ({ world, number }: Step): ModelMids => {
  const at = world.still ? 0 : number
  return { pesos: midAt('USDARS', at), bitcoin: bitcoinAt(at) }
}

const smallAmount: AmountIn = ({ rng, model, now }, rail, mids) => boundsOf(model, rail, mids, now).least * BigInt(1 + rng.below(60))

const mostAmount: AmountIn = ({ model, now }, rail, mids) => {
  const { most, day } = boundsOf(model, rail, mids, now)
  return [day, mayLeave(model, walletOfRail[rail])].reduce((one, other) => (other < one ? other : one), most)
}

/** Around the balance, every limit, and the amount above which two people must approve. */
const anyAmount: AmountIn = (step, rail, mids) => {
  const { rng, model, now } = step
  const { least, most, day } = boundsOf(model, rail, mids, now)
  const free = mayLeave(model, walletOfRail[rail])
  const small = smallAmount(step, rail, mids)
  return rng.pick([
    least - 1n,
    least,
    small,
    small,
    small,
    free,
    free,
    free + 1n,
    most,
    most + 1n,
    most / 2n,
    most / 2n + 1n,
    day,
    day + 1n,
  ])
}

const send = ({ world, accountId, now }: Step, key: string, request: WithdrawalRequest): Result<Outcome> =>
  world.brokerage.request(accountId, key, now, (state) => {
    const missing = world.brokerage.rules.gateOut(world.brokerage.account(accountId), now)
    if (missing !== null) return missing
    const started = world.brokerage.rules.startWithdrawal(state, request)
    return started.ok ? ok(started.value.outcome) : started
  })

type Leaving = Readonly<{ id: string; going: Going; amount: bigint; mids: ModelMids; reviewAt: number }>

/** A withdrawal that was accepted costs what the model expects, is reviewed when it expects, and is on hold. */
function leaveInModel({ model, account, now }: Step, { id, going, amount, mids, reviewAt }: Leaving): void {
  const { rail, card, fingerprint, isHolderCertain } = going
  const wallet = walletOfRail[rail]
  const priced = priceOf(rail, amount, mids)
  const row = withdrawalKind.of(account.state).get(id)
  if (row?.fee !== priced.fee || row.payout !== priced.payout || row.value !== priced.value)
    throw new Error(`${id} costs ${row?.fee} and pays ${row?.payout}, the model says ${priced.fee} and ${priced.payout}`)
  if (row.reviewAt !== reviewAt) throw new Error(`${id} is looked at ${row.reviewAt - now} ms later, the model says ${reviewAt - now}`)
  const withdrawal: ModelWithdrawal = {
    ...{ id, cardId: card?.id ?? null, rail, wallet, fingerprint, amount, ...priced, isHolderCertain, startedAt: now, reviewAt },
    ...{ state: 'pending', isCancelled: false, waitsForPerson: false, askedFirst: null, decided: null },
  }
  addCash(model, wallet, -amount)
  model.withdrawals.set(id, withdrawal)
  model.leaving.set(id, withdrawal)
}

const RECENT = 8

/** Mostly picks one that can still change. */
export function pickWithdrawal({ rng, model }: Step, likely: ModelWithdrawal['state']): ModelWithdrawal | null {
  const all = [...(likely === 'sent' ? model.withdrawals : model.leaving).values()].filter(({ state }) => state === likely)
  const among = all.length > 0 && rng.percent(85) ? all : [...model.withdrawals.values()].slice(-RECENT)
  return among.length === 0 ? null : rng.pick(among)
}

/** A customer may cancel until somebody has decided, whatever the state of the account. */
export function takeBackWithdrawal(step: Step): void {
  const withdrawal = pickWithdrawal(step, 'pending')
  if (withdrawal !== null) takeBackOnce(step, withdrawal)
}

function takeBackOnce(step: Step, withdrawal: ModelWithdrawal): void {
  const { world, model, accountId, now } = step
  const ending = { withdrawalId: withdrawal.id, valueDate: dateOf(world, 'US'), now }
  const cancelled = world.brokerage.decide(accountId, now, (state) => world.brokerage.rules.cancelWithdrawal(state, ending))
  expectAnswer(cancelled, withdrawal.state === 'pending' ? null : 'withdrawal.not_cancellable', `the cancel of ${withdrawal.id}`)
  if (!cancelled.ok) return void world.seen.add('cancel of a withdrawal refused')
  if (withdrawal.decided !== null) world.seen.add('withdrawal cancelled before its approval was carried out')
  giveBackInModel(model, withdrawal)
  withdrawal.isCancelled = true
  world.seen.add('withdrawal cancelled')
}
