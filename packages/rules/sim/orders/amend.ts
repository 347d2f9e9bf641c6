import { ratesKept } from '../world/commissions.ts'
import { orderKind } from '../../src/orders/records.ts'
import { type OrderRates } from '../../src/fees/versions.ts'
import { type Listing } from '../world/listings.ts'
import type { Amendment } from '../../src/orders/amend.ts'
import { type Outcome, type AccountState } from '../../src/ledger/account-state.ts'
import type { Result } from '../../src/result.ts'
import { type ModelOrder, addCash, cashIn } from '../model/account.ts'
import { minorUnit, roundedUp } from '../model/fees.ts'
import { stepAt } from '../model/grid.ts'
import { bandOf } from '../model/limits.ts'
import { freeShares, holdAmended, isOdd, tooFewIn } from '../model/shares.ts'
import { isSettlementDay } from '../world/clock.ts'
import { SHARE_UNIT } from '../world/units.ts'
import { termsFor } from '../world/terms.ts'
import { type Step, closeBefore, dateIn, lastOf, listingOf, remember } from '../world/world.ts'
import { expectAnswer } from './place.ts'

/** Other terms for an order: fewer shares, more, another limit; one that must be refused is, and for the right reason. */
const RECENT = 12
const FARTHEST_TICKS = 10

export function amendSome(step: Step): void {
  const { world, rng, model } = step
  const known = [...model.open.values()].filter(({ margin }) => margin === null).slice(-RECENT)
  const among = known.length > 0 && rng.percent(90) ? known : model.recent
  if (among.length === 0) return
  const order = rng.pick(among)
  if (order.margin !== null) return
  const last = lastOf(step, listingOf(world, order.instrumentId))
  const tick = stepAt(order.instrumentId, last)
  const isWorking = order.hasLimit && !order.waiting
  const moved = last + tick * BigInt(rng.below(2 * FARTHEST_TICKS + 1) - FARTHEST_TICKS)
  const worst = isWorking && rng.percent(60) ? moved - (moved % stepAt(order.instrumentId, moved)) : order.worst
  const shares = rng.pick([order.shares, order.shares - 1n, order.filled + 1n, order.filled, order.shares + BigInt(rng.below(50))])
  if (worst <= 0n || shares <= 0n) return
  amend(step, order, { worst, shares })
}

type Wanted = Readonly<{ worst: bigint; shares: bigint }>

function amend(step: Step, order: ModelOrder, wanted: Wanted): void {
  const { world, model, number } = step
  const { worst, shares } = wanted
  const amendment: Amendment = {
    orderId: order.id,
    ...(worst === order.worst ? {} : { limitPrice: worst * SHARE_UNIT.price }),
    ...(shares === order.shares ? {} : { quantity: shares * SHARE_UNIT.quantity }),
  }
  const date = dateIn(step, listingOf(world, order.instrumentId))
  const held = order.side === 'buy' ? holdAmended(order, worst, shares, date) : 0n
  const expected = expectedAnswer(step, order, wanted, held)
  const key = `key-${number}`
  const answer = send(step, order, amendment, key)
  expectAnswer(answer, expected, `${order.id} to ${shares} at ${worst}`)
  if (!answer.ok) return void world.seen.add(`amendment refused: ${answer.refusal}`)
  const isSame = worst === order.worst && shares === order.shares
  if (order.side === 'buy' && !isSame) {
    addCash(model, order.wallet, order.held - held)
    order.held = held
  }
  if (order.filled > 0n && !isSame) world.seen.add('partly filled, then amended')
  const sibling = order.sibling === null ? undefined : model.open.get(order.sibling)
  if (sibling !== undefined && shares !== order.shares) {
    sibling.shares += shares - order.shares
    world.seen.add('two of one size amended together')
  }
  order.worst = worst
  order.shares = shares
  world.seen.add(isSame ? 'amended to the same' : 'amended')
  remember(step, { key, answer, again: () => send(step, order, { ...amendment, quantity: (shares + 1n) * SHARE_UNIT.quantity }, key) })
}

function send(step: Step, { instrumentId, shares }: ModelOrder, amendment: Amendment, key: string): Result<Outcome> {
  const { world, accountId, now } = step
  const listing = listingOf(world, instrumentId)
  return world.brokerage.request(accountId, key, now, (state) => {
    const kept = keptBy(state, listing, amendment)
    const terms = termsFor(step, listing, amendment.quantity ?? shares * listing.lot, 'open', kept)
    const amended = world.brokerage.rules.amendOrder(state, amendment, terms, now)
    return amended.ok ? { ok: true, value: amended.value.outcome } : amended
  })
}

/** An order keeps its commissions, whatever holds when it is changed. */
export function keptBy(state: AccountState, { instrument }: Listing, { orderId }: Amendment): OrderRates | undefined {
  const order = orderKind.of(state).get(orderId)
  return order === undefined ? undefined : ratesKept(instrument.market, order)
}

const largest: Readonly<Record<string, bigint>> = { US: 50_000_000n, AR: 75_000_000_000n, TW: 16_000_000n }

/** Open, of the right size, in the same book, within the band, not too large, and paid for. */
function expectedAnswer(step: Step, order: ModelOrder, { worst, shares }: Wanted, held: bigint): string | null {
  const { model, world } = step
  const { instrumentId, side, filled } = order
  if (!order.open) return 'order.not_cancellable'
  if (order.robot !== null || order.isBlock) return 'order.type_unsupported'
  const isResized = shares !== order.shares
  if (isResized && shares <= filled) return 'quantity.below_minimum'
  if (isResized && (isOdd(order) !== isOdd({ instrumentId, shares }) || isBetweenLots(instrumentId, shares))) return 'quantity.step'
  if (!isResized && worst === order.worst) return null
  if (model.frozen && side === 'buy') return 'account.frozen'
  const listing = listingOf(world, instrumentId)
  const last = lastOf(step, listing)
  const isPriced = worst !== order.worst || isOdd({ instrumentId, shares })
  const { low, high } = bandOf(instrumentId, side, { last, ask: last, previousClose: closeBefore(step, listing) })
  if (isPriced && (worst < low || worst > high)) return 'price.outside_band'
  if (order.days === 0 && !isSettlementDay(dateIn(step, listing))) return 'order.type_unsupported'
  const price = isPriced ? worst : (order.stop ?? last)
  if (roundedUp(price * shares, minorUnit(instrumentId)) > (largest[instrumentId.slice(0, 2)] ?? 0n)) return 'order.risk_limit'
  if (side === 'buy') return held - order.held > cashIn(model, order.wallet) ? 'wallet.insufficient' : null
  const lacking = shares - order.shares - freeShares(model, instrumentId)
  return lacking > 0n ? tooFewIn(model, instrumentId, lacking) : null
}

const LOT = 1_000n
const isBetweenLots = (instrumentId: string, shares: bigint): boolean =>
  instrumentId.startsWith('TW:') && shares > LOT && shares % LOT !== 0n
