import { setFrozen } from '../leaving/protection.ts'
import { placeInModel } from '../model/account.ts'
import type { ShareOrderRequest } from '../orders/request.ts'
import { answerTo, modelOrder, orderRequestOf, sendOrder } from '../orders/place.ts'
import { type Step, dateIn, lastOf, feesNow } from '../world/world.ts'

/** Faults between customers and the brokerage: answers and memory lost, one key used by two customers, accounts frozen. */

/** The same request again, as after a lost answer: the first answer, and no second effect. */
export function repeatRequest({ world, rng }: Step): void {
  if (world.requests.length === 0) return
  const { accountId, answer, again } = rng.pick(world.requests)
  const { entries } = world.brokerage.account(accountId)
  const before = entries.length
  if (again() !== answer) throw new Error('a repeated request got another answer')
  if (entries.length !== before) throw new Error('a repeated request had an effect')
  world.seen.add('request repeated')
}

/** Another customer happens to use the same key: that is a different request. */
export function reuseForeignKey(step: Step): void {
  const { world, rng, accountId, model, number } = step
  const foreign = world.requests.filter((request) => request.accountId !== accountId)
  const [listing] = world.shares
  if (foreign.length === 0 || listing === undefined) return
  const { key } = rng.pick(foreign)
  world.requests = world.requests.filter((request) => request.key !== key)
  const last = lastOf(step, listing)
  const asked: ShareOrderRequest = {
    instrumentId: listing.instrument.id,
    wallet: 'STOCK',
    side: 'buy',
    type: 'limit',
    timeInForce: 'DAY',
    limit: last,
    stop: null,
    shares: 1n,
    settlement: null,
    worst: last,
    fees: feesNow(step),
  }
  const expected = answerTo(step, listing, asked, 'open')
  const id = `order-${number}`
  const answer = sendOrder(step, orderRequestOf(asked, id, listing), listing, key)
  if (answer.ok !== (expected === null)) throw new Error("another customer's answer was given")
  if (!answer.ok) return
  placeInModel(model, modelOrder(asked, id, dateIn(step, listing)))
  world.seen.add('one key, two customers')
}

export function restartBrokerage({ world, accountId }: Step): void {
  world.brokerage.restart(accountId)
  world.seen.add('restarted')
}

/** The brokerage crashes between a decision and its commit; whatever comes next is decided twice. */
export function crashBeforeCommit({ world }: Step): void {
  world.brokerage.crashBeforeCommit()
  world.seen.add('crashed before a commit')
}

/**
 * Freezes and thaws accounts. A frozen one may close and cancel, and take on nothing new. Staff thaw only accounts that staff froze, and no
 * closed one.
 */
export function freezeOrThaw({ account, model, world, rng }: Step): void {
  if (model.standing.closed || model.standing.frozenByOwner) return
  const frozen = !account.state.frozen && rng.percent(40)
  setFrozen({ model, account }, frozen, false)
  if (frozen) world.seen.add('account frozen')
}
