import { firstFeesOf } from '../../src/instruments/terms.ts'
import type { Outcome } from '../../src/ledger/account-state.ts'
import type { MarginPosition } from '../../src/margin/position.ts'
import { nightsOn } from '../../src/margin/value-dates.ts'
import { ok } from '../../src/result.ts'
import { WEEKDAYS } from '../../src/testing/margin.ts'
import { VENUE } from '../brokerage/brokerage.ts'
import { addCash, cashIn, endInModel } from '../model/account.ts'
import { type ModelPosition, rollPosition, settlePosition, takeOut } from '../model/margin.ts'
import { expectAnswer } from '../orders/place.ts'
import type { MarginListing } from '../world/listings.ts'
import { rateOf } from '../world/terms.ts'
import { type Step, dateIn, lastOf, remember } from '../world/world.ts'
import { listingFor, openOf } from './keep.ts'
import { marginPositionKind } from '../../src/margin/records.ts'

/** The bookings on a position by date, once however often their job runs; and margin that a customer adds. */
export function keepPositions(step: Step): void {
  for (const [positionId, position] of openOf(step)) {
    const listing = listingFor(step, positionId)
    const { contract } = listing.instrument
    if (contract.kind === 'pair') roll(step, positionId, position, listing)
    else if (dateIn(step, listing) < contract.lastTradeDate) settle(step, positionId, position, listing)
    else expire(step, positionId, position, listing)
  }
}

/** Decides on the position as the account state has it now. */
function book(step: Step, positionId: string, work: (position: MarginPosition) => Outcome): void {
  for (let times = step.rng.percent(30) ? 2 : 1; times > 0; times -= 1)
    step.world.brokerage.decide(step.accountId, step.now, (state) => {
      const position = marginPositionKind.of(state).get(positionId)
      return ok(position === undefined ? { entries: [] } : work(position))
    })
}

const settlingAt = (step: Step, listing: MarginListing) => {
  const { instrument, unit } = listing
  return { price: lastOf(step, listing) * unit, date: dateIn(step, listing), instrument, rate: rateOf(step, listing), venue: VENUE }
}

function settle(step: Step, positionId: string, position: ModelPosition, listing: MarginListing): void {
  const { rules } = step.world.brokerage
  book(step, positionId, (fresh) => rules.settleDaily(fresh, settlingAt(step, listing), step.now))
  settlePosition(step.model, position, lastOf(step, listing), dateIn(step, listing))
  step.world.seen.add('position settled')
}

function roll(step: Step, positionId: string, position: ModelPosition, listing: MarginListing): void {
  const { contract, currency } = listing.instrument
  if (contract.kind !== 'pair') return
  const { rules } = step.world.brokerage
  const { date, price, rate } = settlingAt(step, listing)
  const rolling = { date, price, contract, currency, rate, nights: nightsOn(date, contract, currency, WEEKDAYS) }
  book(step, positionId, (fresh) => rules.rollPosition(fresh, rolling, step.now))
  rollPosition(position, lastOf(step, listing), date)
  step.world.seen.add('rolled over')
}

/** On its last date, or later when the job is late, its orders end and the rest of the position closes at the price. */
function expire(step: Step, positionId: string, position: ModelPosition, listing: MarginListing): void {
  const { world, model, accountId, now } = step
  for (const order of [...model.open.values()].filter(({ margin }) => margin?.positionId === positionId)) {
    const ended = world.brokerage.end(accountId, order.id, { reason: 'EXPIRED', tradeDate: dateIn(step, listing) }, now)
    if (!ended.ok) throw new Error(`an order of an ending contract could not be ended: ${ended.refusal}`)
    endInModel(model, order)
  }
  const settling = settlingAt(step, listing)
  book(step, positionId, (fresh) =>
    world.brokerage.rules.expirePosition(fresh, { ...settling, fees: firstFeesOf(listing.instrument, fresh.quantity) }, now),
  )
  const { steps, contract } = position
  const ticks = lastOf(step, listing)
  takeOut(model, position, { ticks, steps, mid: ticks, fee: contract.fee * steps, penalty: 0n, wallet: listing.wallet })
  world.seen.add('position expired')
}

export function addMargin(step: Step): void {
  const { rng, model, world, number, accountId, now } = step
  const known = model.recent.flatMap(({ margin }) => model.positions.get(margin?.positionId ?? '') ?? [])
  const among = rng.percent(70) ? [...model.live.values()] : known
  if (among.length === 0) return
  const position = rng.pick(among)
  const positionId = position.id
  const listing = listingFor(step, positionId)
  const free = cashIn(model, listing.wallet)
  const cents = rng.pick([1n, free, free + 1n, BigInt(1 + rng.below(100_000)), 0n])
  const tradeDate = dateIn(step, listing)
  const key = `key-${number}`
  const send = (amount: bigint) =>
    world.brokerage.request(accountId, key, now, (state) => {
      const added = world.brokerage.rules.addMargin(state, { positionId, cents: amount, id: `add-${number}`, tradeDate }, now)
      return added.ok ? ok(added.value.outcome) : added
    })
  const answer = send(cents)
  expectAnswer(answer, topUpAnswer(step, position, cents, free), `${cents} more on ${positionId}`)
  if (!answer.ok) return void world.seen.add(`margin refused: ${answer.refusal}`)
  position.margin += cents
  addCash(model, listing.wallet, -cents)
  remember(step, { key, answer, again: () => send(cents + 1n) })
  world.seen.add('margin added')
}

function topUpAnswer({ model }: Step, { steps, liquidation }: ModelPosition, cents: bigint, free: bigint): string | null {
  if (model.frozen) return 'account.frozen'
  if (steps === 0n || liquidation !== 'none') return 'position.not_open'
  if (cents <= 0n) return 'margin.amount'
  return cents > free ? 'wallet.insufficient' : null
}
