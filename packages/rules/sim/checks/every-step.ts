import { walletAccount } from '../../src/ledger/accounts.ts'
import { type Order, isWorking } from '../../src/orders/order.ts'
import { quantityOf } from '../../src/positions/position.ts'
import { type WalletType, walletTypes } from '../../src/wallets/wallet.ts'
import type { Account } from '../brokerage/account.ts'
import { type ModelAccount, type ModelOrder, cashIn, unsettledIn } from '../model/account.ts'
import { lockedShares, soldBy } from '../model/shares.ts'
import { unitOfShares } from '../world/units.ts'
import { type World, listingOf } from '../world/world.ts'
import { type Tally, summed, tallied } from './tally.ts'
import { orderKind } from '../../src/orders/records.ts'
import { positionKind } from '../../src/positions/records.ts'
import { marginPositionKind } from '../../src/margin/records.ts'
import { mandateKind } from '../../src/follow/records.ts'
import { subscriptionKind } from '../../src/subscriptions/records.ts'
import { heldInModel } from '../model/subscriptions.ts'
import { loanKind, pledgesOf } from '../../src/loans/records.ts'
import { owedOf } from '../model/loans.ts'
import { fundOrderKind } from '../../src/funds/records.ts'
import { withdrawalKind } from '../../src/withdrawals/records.ts'
import { rentalKind, slotsOf } from '../../src/robots/records.ts'

/** Checks after every step that the account state agrees with the journal and with the reference model. Each breach is a sentence. */
export function* breaches(world: World, account: Account, model: ModelAccount, tally: Tally): Generator<string> {
  yield* tallied(tally, account)
  const held = { cash: new Map<WalletType, bigint>(), shares: new Map<string, bigint>() }
  for (const order of model.open.values()) yield* orderBreaches(world, orderKind.of(account.state).get(order.id), order, held)
  const { openOrders } = account.state
  if (model.open.size !== openOrders) yield `${openOrders} orders are open, the model says ${model.open.size}`
  yield* walletBreaches(account, model, tally, held.cash)
  yield* holdingBreaches(account, model, held.shares)
  yield* marginBreaches(world, account, model)
  yield* fundBreaches(account, model, tally)
  yield* mandateBreaches(account, model, tally)
  yield* subscriptionBreaches(account, model)
  yield* loanBreaches(account, model, tally)
  yield* robotBreaches(account, model, tally)
  if (tally.realised !== model.realised) yield `INV-26 realised ${tally.realised}, the model says ${model.realised}`
  if (account.state.frozen !== model.frozen) yield `the account is ${account.state.frozen ? '' : 'not '}frozen`
  const { identity, coolingUntil } = account.standing
  if (identity !== model.standing.identity) yield `the identity is ${identity}, the model says ${model.standing.identity}`
  if (coolingUntil !== model.standing.coolingUntil) yield `money stays until ${coolingUntil}, the model says ${model.standing.coolingUntil}`
  const insured = summed(tally, 'H:INSURANCE:USD')
  if (insured !== model.insurance) yield `the insurance has paid ${insured}, the model says ${model.insurance}`
}

type Held = Readonly<{ cash: Map<WalletType, bigint>; shares: Map<string, bigint> }>

/** INV-18: every open order is the same in the account state and in the model; INV-10, INV-12: what it holds is held. */
function* orderBreaches(world: World, order: Order | undefined, expected: ModelOrder, held: Held): Generator<string> {
  const { id, instrumentId, shares, worst, stop } = expected
  if (order === undefined) return yield `order ${id} is not in the books`
  const { unit, lot } = listingOf(world, instrumentId)
  if (!isWorking(order)) yield `order ${id} is ${order.status}, the model says it is open`
  if (order.quantity !== shares * lot) yield `order ${id} is of ${order.quantity}, the model says ${shares}`
  if (order.filledQuantity !== expected.filled * lot) yield `INV-22 order ${id} has filled ${order.filledQuantity}`
  if (order.worstPrice !== worst * unit) yield `order ${id} may fill at ${order.worstPrice}, the model says ${worst}`
  if (order.heldCash !== expected.held) yield `order ${id} holds ${order.heldCash}, the model says ${expected.held}`
  if ((order.status === 'held') !== expected.waiting) yield `order ${id} is ${order.status}`
  if (expected.waiting && order.stopPrice !== (stop ?? 0n) * unit) yield `order ${id} stops at ${order.stopPrice}, the model says ${stop}`
  add(held.cash, order.wallet, order.heldCash)
  if (order.margin === null) add(held.shares, instrumentId, order.heldQuantity)
}

/** Written out once, because these are looked up after every step. */
const postedTo = Object.fromEntries(
  walletTypes.map((type) => [type, { cash: walletAccount(type, 'CASH'), hold: walletAccount(type, 'HOLD') }]),
) as Readonly<Record<WalletType, Readonly<{ cash: string; hold: string }>>>

function* walletBreaches(
  { state: books }: Account,
  model: ModelAccount,
  tally: Tally,
  held: ReadonlyMap<WalletType, bigint>,
): Generator<string> {
  const pending = new Map<WalletType, bigint>()
  for (const { from, amount } of model.pending.values()) add(pending, from, amount)
  for (const { amount, state } of model.funds.values()) if (state === 'confirming') add(pending, 'US_WALLET', amount)
  for (const { amount, state } of model.mandates.values()) if (state === 'waiting') add(pending, 'FOLLOW', amount)
  for (const subscription of model.subscriptions.values()) add(pending, 'SUBSCRIPTION', heldInModel(subscription))
  for (const { pledged, repayment } of model.loans.values()) add(pending, 'US_WALLET', pledged + (repayment?.amount ?? 0n))
  for (const { id, wallet, amount, state } of model.leaving.values()) {
    add(pending, wallet, amount)
    const status = withdrawalKind.of(books).get(id)?.status
    if (status !== state) yield `withdrawal ${id} is ${status}, the model says ${state}`
  }
  for (const { type, cash, hold, unsettled } of books.wallets.values()) {
    if (cash < 0n || hold < 0n || unsettled < 0n) yield `INV-11 something of ${type} is below zero`
    if (cash !== cashIn(model, type)) yield `${type} has ${cash}, the model says ${cashIn(model, type)}`
    if (unsettled !== unsettledIn(model, type)) yield `${type} waits for ${unsettled}, the model says ${unsettledIn(model, type)}`
    const expected = (held.get(type) ?? 0n) + (pending.get(type) ?? 0n)
    if (hold !== expected)
      yield `INV-10 ${type} holds ${hold}, its orders, transfers, withdrawals, subscriptions, mandates and loans ${expected}`
    const posted = postedTo[type]
    if (summed(tally, posted.cash) !== cash || summed(tally, posted.hold) !== hold) yield `INV-09 ${type} is not the sum of its postings`
  }
}

function* holdingBreaches({ state }: Account, model: ModelAccount, held: ReadonlyMap<string, bigint>): Generator<string> {
  const sold = new Map<string, bigint>()
  for (const order of model.open.values()) add(sold, order.instrumentId, soldBy(model, order))
  for (const [instrumentId, { shares, cost }] of model.holdings) {
    const position = positionKind.of(state).get(instrumentId)
    const quantity = position === undefined ? 0n : quantityOf(position)
    if (quantity !== shares * unitOfShares(instrumentId)) yield `INV-25 ${instrumentId}: ${quantity} held, the model says ${shares}`
    const locked = lockedShares(model, instrumentId)
    if ((position?.locked ?? 0n) !== locked * unitOfShares(instrumentId))
      yield `BLOCK-1 ${position?.locked} of ${instrumentId} are locked, the model says ${locked}`
    const free = (shares - locked - (sold.get(instrumentId) ?? 0n)) * unitOfShares(instrumentId)
    if ((position?.free ?? 0n) !== free) yield `free of ${instrumentId} is ${position?.free}, the model says ${free}`
    if ((position?.held ?? 0n) !== (held.get(instrumentId) ?? 0n)) yield `INV-12 shares held in ${instrumentId}`
    if ((position?.cost ?? 0n) !== cost) yield `INV-26 cost of ${instrumentId} is ${position?.cost}, the model says ${cost}`
  }
}

/** INV-28: a position keeps its own margin, and a wallet keeps the margin of its positions. */
function* marginBreaches(world: World, { state }: Account, model: ModelAccount): Generator<string> {
  const kept = new Map<WalletType, bigint>()
  for (const [id, expected] of model.live) {
    const position = marginPositionKind.of(state).get(id)
    if (position === undefined) return yield `position ${id} is not in the books`
    const { lot } = listingOf(world, position.instrumentId)
    if (position.margin !== expected.margin) yield `the margin of ${id} is ${position.margin}, the model says ${expected.margin}`
    if (position.quantity !== expected.steps * lot) yield `${id} is of ${position.quantity}, the model says ${expected.steps}`
    if (position.held !== expected.held * lot) yield `INV-28 ${id} has ${position.held} on orders, the model says ${expected.held}`
    if (position.topUpLeft !== expected.topUpLeft) yield `${id} may still take ${position.topUpLeft}, the model says ${expected.topUpLeft}`
    const { initial, maintenance } = position.requirement
    if (initial !== expected.initial || maintenance !== expected.maintenance) yield `what ${id} asks for is ${initial} and ${maintenance}`
    add(kept, position.wallet, position.margin)
  }
  for (const { type, margin } of state.wallets.values())
    if (margin !== (kept.get(type) ?? 0n)) yield `INV-28 ${type} keeps ${margin}, its positions ${kept.get(type)}`
}

/** Units, states and payments of funds are the model's, and units are the sum of their postings. */
function* fundBreaches({ state }: Account, model: ModelAccount, tally: Tally): Generator<string> {
  for (const [id, expected] of model.funds) {
    const order = fundOrderKind.of(state).get(id)
    if (order === undefined) return yield `subscription ${id} is not in the books`
    const status = expected.state === 'struck' ? 'redeeming' : expected.state
    if (order.status !== status) yield `subscription ${id} is ${order.status}, the model says ${status}`
    if (order.units !== expected.units * SCALE_OF_UNITS) yield `subscription ${id} has ${order.units}, the model says ${expected.units}`
    if (order.paid !== expected.paid) yield `subscription ${id} was paid ${order.paid}, the model says ${expected.paid}`
    if (summed(tally, `U:FUND:${id}`) !== order.units) yield `the units of ${id} are not the sum of their postings`
  }
}
/** INV-31: an application is in the model's state, and has paid for what it was allotted. */
function* subscriptionBreaches({ state }: Account, model: ModelAccount): Generator<string> {
  for (const [id, expected] of model.subscriptions) {
    const known = subscriptionKind.of(state).get(id)
    if (known === undefined) return yield `application ${id} is not in the books`
    if (known.status !== expected.state) yield `INV-31 application ${id} is ${known.status}, the model says ${expected.state}`
    if (known.paid !== expected.paid) yield `INV-31 application ${id} has paid ${known.paid}, the model says ${expected.paid}`
  }
}

const SCALE_OF_UNITS = 10_000n

/** Units, states and shares of mandates are the model's, and units are the sum of their postings. */
function* mandateBreaches({ state }: Account, model: ModelAccount, tally: Tally): Generator<string> {
  for (const [id, expected] of model.mandates) {
    const mandate = mandateKind.of(state).get(id)
    if (mandate === undefined) return yield `mandate ${id} is not in the books`
    if (mandate.status !== expected.state) yield `mandate ${id} is ${mandate.status}, the model says ${expected.state}`
    if (mandate.units !== expected.units) yield `mandate ${id} has ${mandate.units}, the model says ${expected.units}`
    if (mandate.sharePaid !== expected.shared) yield `mandate ${id} shared ${mandate.sharePaid}, the model says ${expected.shared}`
    if (mandate.renews !== expected.renews) yield `mandate ${id} ${mandate.renews ? 'renews' : 'ends'}, the model says otherwise`
    if ((mandate.ending?.dealDate ?? null) !== (expected.ending?.date ?? null)) yield `mandate ${id} ends on ${mandate.ending?.dealDate}`
    if (summed(tally, `U:MANDATE:${id}`) !== mandate.units) yield `the units of ${id} are not the sum of their postings`
  }
}

/** INV-33: states, debts and collateral of loans are the model's, and a debt is the sum of its postings. */
function* loanBreaches({ state }: Account, model: ModelAccount, tally: Tally): Generator<string> {
  for (const [id, expected] of model.loans) {
    const loan = loanKind.of(state).get(id)
    if (loan === undefined) return yield `loan ${id} is not in the books`
    if (loan.status !== expected.state) yield `loan ${id} is ${loan.status}, the model says ${expected.state}`
    if (loan.debt !== owedOf(expected)) yield `INV-33 ${loan.debt} is owed of ${id}, the model says ${owedOf(expected)}`
    if (loan.principal !== expected.principal) yield `INV-33 ${loan.principal} is left of ${id}, the model says ${expected.principal}`
    const pledged = pledgesOf(state, id).reduce((sum, { quantity }) => sum + quantity, 0n)
    if (pledged !== expected.pledged) yield `${pledged} covers ${id}, the model says ${expected.pledged}`
    if (summed(tally, `U:LOAN:${id}`) !== -loan.debt) yield `the debt of ${id} is not the sum of its postings`
  }
}

/** INV-34, ROBOT-1 to 4: states, limits, money and shares of robots are the model's, and their money is the sum of its postings. */
function* robotBreaches({ state }: Account, model: ModelAccount, tally: Tally): Generator<string> {
  for (const [id, expected] of model.robots) {
    const rental = rentalKind.of(state).get(id)
    const [slot] = rental === undefined ? [] : slotsOf(state, rental)
    if (rental === undefined || slot === undefined) return yield `robot ${id} is not in the books`
    if (rental.status !== expected.state) yield `robot ${id} is ${rental.status}, the model says ${expected.state}`
    if (rental.pauseReason !== expected.pause) yield `robot ${id} is paused by ${rental.pauseReason}, the model says ${expected.pause}`
    const [value, peak] = [expected.value, expected.peak]
    if (rental.value !== value || rental.peak !== peak) yield `ROBOT-4 ${id} is worth ${rental.value}, the model says ${value} and ${peak}`
    if (rental.returned !== expected.returned) yield `INV-34 ${id} gave back ${rental.returned}, the model says ${expected.returned}`
    if (slot.cash !== expected.cash) yield `ROBOT-1 ${id} has ${slot.cash}, the model says ${expected.cash}`
    if (summed(tally, `U:ROBOT:${slot.id}`) !== slot.cash) yield `ROBOT-1 the money of ${id} is not the sum of its postings`
    const shares = expected.shares * unitOfShares(expected.instrumentId)
    if (slot.quantity !== shares) yield `ROBOT-2 ${id} has ${slot.quantity} shares, the model says ${shares}`
    if (slot.orderId !== expected.orderId) yield `ROBOT-3 ${id} works by ${slot.orderId}, the model says ${expected.orderId}`
  }
}

const add = <Key>(sums: Map<Key, bigint>, key: Key, amount: bigint): void => void sums.set(key, (sums.get(key) ?? 0n) + amount)
