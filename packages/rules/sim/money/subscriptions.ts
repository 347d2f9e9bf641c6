import { idOfFirstCode } from '../../src/instruments/codes.ts'
import { addDays } from '../../src/calendar-date.ts'
import { SCALE } from '../../src/decimal.ts'
import type { Outcome } from '../../src/ledger/account-state.ts'
import { ok } from '../../src/result.ts'
import { type Offering, SUBSCRIPTION_WALLET } from '../../src/subscriptions/offering.ts'
import { HOUR_MS } from '../../src/time.ts'
import { keepDelivery } from '../brokerage/account.ts'
import { VENUE } from '../brokerage/brokerage.ts'
import { addCash, cashIn, holdingOf } from '../model/account.ts'
import type { ModelSubscription } from '../model/subscriptions.ts'
import { bringTo } from '../orders/bring.ts'
import { expectAnswer } from '../orders/place.ts'
import { type Step, type World, dateOf, remember } from '../world/world.ts'

/** New shares and placings: applied for in and out of their window, taken back, allotted, withdrawn, and delivered locked. */
const LOT = 100n
const MAX_LOTS = 10n
const CENTS = 100n
const offerings = ['new-a', 'new-b', 'new-c', 'placing-a', 'placing-b'] as const
type OfferingId = (typeof offerings)[number]

/** The listed share that a placing is of. */
const placedIn = ({ shares }: World, id: OfferingId): string | null => {
  const own = shares.filter(({ instrument }) => instrument.market === 'US')
  return id === 'placing-a' ? (own.at(0)?.instrument.id ?? null) : id === 'placing-b' ? (own.at(-1)?.instrument.id ?? null) : null
}

/** Cents a share. */
const priceOf = (id: string): bigint => 500n + BigInt(id.charCodeAt(id.length - 1) % 7) * 125n

type Window = Readonly<{ opensAt: number; closesAt: number }>
const offeringAt = (id: OfferingId, placed: string | null, { opensAt, closesAt }: Window): Offering => ({
  ...{ kind: placed === null ? 'ipo' : 'placing', id, instrumentId: placed ?? idOfFirstCode('US', id), name: id, opensAt, closesAt },
  price: (priceOf(id) * SCALE) / CENTS,
  lotSize: LOT * SCALE,
  maxQuantity: MAX_LOTS * LOT * SCALE,
})

export function applyForShares(step: Step): void {
  const { world, rng, model, accountId, number, now } = step
  const id = rng.pick(offerings)
  const lotCost = priceOf(id) * LOT
  const affordable = cashIn(model, SUBSCRIPTION_WALLET) / lotCost
  const shares = LOT * rng.pick([1n, 1n, 2n, affordable, affordable + 1n, MAX_LOTS, MAX_LOTS + 1n]) + rng.pick([0n, 0n, 0n, 0n, 1n])
  if (shares <= 0n) return
  const opensAt = now - rng.pick([HOUR_MS, HOUR_MS, 0, -1])
  const closesAt = now + rng.pick([HOUR_MS, HOUR_MS, HOUR_MS, 1, 0])
  const placed = placedIn(world, id)
  const offering = offeringAt(id, placed, { opensAt, closesAt })
  const key = `key-${number}`
  const bring = bringTo(step, { wallet: SUBSCRIPTION_WALLET, takes: (shares / LOT) * lotCost })
  const send = (subscriptionId: string) =>
    world.brokerage.request(accountId, key, now, (state) => {
      const asked = { id: subscriptionId, number: `N-${number}`, offering, quantity: shares * SCALE, valueDate: dateOf(world, 'US') }
      return bring.decide(state, subscriptionId, (at) => world.brokerage.rules.applyForShares(at, asked, now))
    })
  const answer = send(`n-${number}`)
  expectAnswer(answer, answerInModel(step, { id, shares, lotCost, isOpen: now >= opensAt && now < closesAt }), `${shares} of ${id}`)
  if (!answer.ok) {
    bring.refused()
    return void world.seen.add(`application refused: ${answer.refusal}`)
  }
  bring.booked('new shares')
  const lots = shares / LOT
  addCash(model, SUBSCRIPTION_WALLET, -lots * lotCost)
  model.subscriptions.set(`n-${number}`, {
    ...{ offering: id, placed, lots, lotCost, closesAt, state: 'waiting', allotted: 0n, paid: 0n, paidIn: null },
  })
  remember(step, { key, answer, again: () => send(`n-${number}-again`) })
  world.seen.add(placed === null ? 'new shares asked for' : 'shares of a placing asked for')
}

type Asked = Readonly<{ id: string; shares: bigint; lotCost: bigint; isOpen: boolean }>

function answerInModel({ model }: Step, { id, shares, lotCost, isOpen }: Asked): string | null {
  if (model.frozen) return 'account.frozen'
  if (!isOpen) return 'subscription.closed'
  if ([...model.subscriptions.values()].some(({ offering, state }) => offering === id && state === 'waiting')) return 'subscription.exists'
  if (shares < LOT) return 'quantity.below_minimum'
  if (shares % LOT !== 0n) return 'quantity.step'
  if (shares > MAX_LOTS * LOT) return 'subscription.above_maximum'
  return (shares / LOT) * lotCost > cashIn(model, SUBSCRIPTION_WALLET) ? 'wallet.insufficient' : null
}

const RECENT = 4
function pick({ rng, model }: Step): readonly [string, ModelSubscription] | null {
  const open = [...model.subscriptions].filter(([, { state }]) => state === 'waiting' || state === 'allotted')
  const among = open.length > 0 && rng.percent(85) ? open : [...model.subscriptions].slice(-RECENT)
  return among.length === 0 ? null : rng.pick(among)
}

/** Before the close, at it, and of one that is over. */
export function takeApplicationBack(step: Step): void {
  const { world, rng, model, accountId, now } = step
  const picked = pick(step)
  if (picked === null) return
  const [id, subscription] = picked
  const closesAt = now + rng.pick([HOUR_MS, 1, 0])
  const answer = world.brokerage.decide(accountId, now, (state) => {
    const cancelled = world.brokerage.rules.cancelApplication(state, { id, closesAt, valueDate: dateOf(world, 'US') }, now)
    return cancelled.ok ? ok(cancelled.value.outcome) : cancelled
  })
  const isIn = subscription.state === 'waiting' && now < closesAt
  expectAnswer(answer, isIn ? null : 'subscription.not_cancellable', `taking back ${id}`)
  if (!isIn) return void world.seen.add('too late to take an application back')
  subscription.state = 'cancelled'
  addCash(model, SUBSCRIPTION_WALLET, subscription.lots * subscription.lotCost)
  world.seen.add('application taken back')
}

const decide = (
  { world, accountId, now }: Step,
  decider: (state: Parameters<typeof world.brokerage.rules.settleApplication>[0]) => Outcome,
): void => {
  const decided = world.brokerage.decide(accountId, now, (state) => ok(decider(state)))
  if (!decided.ok) throw new Error(`a job of new shares was refused: ${decided.refusal}`)
}

/** The draw gives some lots or none; the job comes twice now and then. */
export function drawSome(step: Step): void {
  const { world, rng, model, account, now } = step
  const picked = pick(step)
  if (picked === null) return
  const [id, subscription] = picked
  const lots = rng.pick([0n, 1n, subscription.lots, subscription.lots / 2n])
  const date = dateOf(world, 'US')
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const settling = { id, allotted: lots * LOT * SCALE, name: id, toldDay: date, valueDate: date }
    decide(step, (state) => world.brokerage.rules.settleApplication(state, settling, now)?.outcome ?? { entries: [] })
    if (subscription.state !== 'waiting') continue
    subscription.state = lots > 0n ? 'allotted' : 'notAllotted'
    subscription.allotted = lots
    subscription.paid = lots * subscription.lotCost
    subscription.paidIn = account.entries.findLast(({ journal, cause }) => journal === 'J51' && cause.id === id)?.sequence ?? null
    addCash(model, SUBSCRIPTION_WALLET, (subscription.lots - lots) * subscription.lotCost)
    world.seen.add(lots > 0n ? 'new shares allotted' : 'no new shares allotted')
  }
}

/** Two persons have taken the offering back: everything goes back, once. */
export function withdrawOffering(step: Step): void {
  const { world, rng, model, now } = step
  const picked = pick(step)
  if (picked === null) return
  const [id, subscription] = picked
  const date = dateOf(world, 'US')
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const withdrawing = { id, name: id, paidIn: subscription.paidIn, valueDate: date }
    decide(step, (state) => world.brokerage.rules.withdrawApplication(state, withdrawing, now)?.outcome ?? { entries: [] })
    if (subscription.state !== 'waiting' && subscription.state !== 'allotted') continue
    addCash(model, SUBSCRIPTION_WALLET, subscription.state === 'waiting' ? subscription.lots * subscription.lotCost : subscription.paid)
    world.seen.add(subscription.state === 'waiting' ? 'an offering withdrawn' : 'an offering withdrawn after its draw')
    subscription.state = 'withdrawn'
    subscription.paid = 0n
  }
}

/** Shares of a placing come locked, once, however often the job comes. */
export function deliverLocked(step: Step): void {
  const { world, rng, model, account, number, now } = step
  const all = [...model.subscriptions].filter(([, { placed, state }]) => placed !== null && (state === 'allotted' || state === 'delivered'))
  const due = all.filter(([, { state }]) => state === 'allotted')
  const among = due.length > 0 ? due : all.slice(-RECENT)
  if (among.length === 0) return
  const [id, subscription] = rng.pick(among)
  const instrumentId = subscription.placed ?? ''
  const date = dateOf(world, 'US')
  const unlocksOn = addDays(date, 1 + rng.below(MAX_LOCK_DAYS))
  const newPosition = { id: `placed-${number}`, number: `P-${number}` }
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const delivering = { id, venue: VENUE, date, newPosition, unlocksOn }
    decide(step, (state) => world.brokerage.rules.deliverShares(state, delivering, now)?.outcome ?? { entries: [] })
  }
  if (subscription.state !== 'allotted') return
  const shares = subscription.allotted * LOT
  world.sequence += 1
  keepDelivery(account, {
    ...{ accountId: step.accountId, orderId: id, instrumentId, positionId: null, sequence: world.sequence, side: 'buy' },
    ...{ price: (priceOf(subscription.offering) * SCALE) / CENTS, quantity: shares * SCALE, notional: subscription.paid },
    ...{ charges: {}, resting: false, tradeDate: date, settlementDate: date, realised: null, match: null, market: null },
    ...{ lots: null, isReinvested: false, dollarRate: null, at: now },
  })
  const holding = holdingOf(model, instrumentId)
  holding.shares += shares
  holding.cost += subscription.paid
  model.locks.set(id, { instrumentId, shares, until: unlocksOn })
  subscription.state = 'delivered'
  world.seen.add('shares of a placing delivered locked')
}
const MAX_LOCK_DAYS = 4

/** The day of a lock: what it had is free; before it nothing happens. */
export function endLocks(step: Step): void {
  const { world, rng, model, now } = step
  const today = dateOf(world, 'US')
  for (const [lockId, { until }] of model.locks) {
    for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1)
      decide(step, (state) => world.brokerage.rules.endLock(state, { lockId, today }, now) ?? { entries: [] })
    if (until > today) continue
    model.locks.delete(lockId)
    world.seen.add('a lock ended')
  }
}
