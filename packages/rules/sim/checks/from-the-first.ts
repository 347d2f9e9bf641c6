import { type EndReason, isWorking } from '../../src/orders/order.ts'
import { channelOf } from '../../src/deposits/channel.ts'
import { quantityOf } from '../../src/positions/position.ts'
import { type WalletType, walletCurrencies } from '../../src/wallets/wallet.ts'
import { chargedTotal } from '../../src/fees/schedule.ts'
import type { Fill } from '../../src/orders/fill.ts'
import type { Lot, LotChoice } from '../../src/positions/lots.ts'
import type { Account } from '../brokerage/account.ts'
import type { BrokerageRules } from '../brokerage/rules.ts'
import type { ModelAccount } from '../model/account.ts'
import type { World } from '../world/world.ts'
import { leavingBreaches } from './leaving.ts'
import { type Tally, newTally, summed, tallied } from './tally.ts'
import { orderKind } from '../../src/orders/records.ts'
import { positionKind } from '../../src/positions/records.ts'
import { marginPositionKind } from '../../src/margin/records.ts'
import { transferKind } from '../../src/transfers/records.ts'
import { depositKind } from '../../src/deposits/records.ts'
import { withdrawalKind } from '../../src/withdrawals/records.ts'

/** INV-40: everything derived is worked out again from the first entry, fill and message, and must come out the same. */
export function* fullBreaches(world: World, account: Account, model: ModelAccount): Generator<string> {
  const tally = newTally()
  yield* tallied(tally, account)
  yield* assetBreaches(world, account, tally)
  yield* postingBreaches(account, tally)
  yield* endedBreaches(account)
  yield* messageBreaches(account)
  yield* historyBreaches(world, account)
  yield* leavingBreaches(account, model)
}

/** INV-02: per asset everything adds up to zero; INV-14: the exchange desk holds the money it received less the money it gave. */
function* assetBreaches({ shares }: World, { state }: Account, tally: Tally): Generator<string> {
  const assets = [...new Set(Object.values(walletCurrencies)), ...shares.map(({ instrument }) => instrument.id)]
  for (const asset of assets) if (summed(tally, asset) !== 0n) yield `INV-02 ${asset} adds up to ${summed(tally, asset)}`
  for (const [currency, desk] of exchangedByDesk(state))
    if (summed(tally, `H:FX:${currency}`) !== desk) yield `INV-14 the exchange desk does not hold ${desk} of ${currency}`
}

/** INV-25: holdings and margins are the sums of their postings. */
function* postingBreaches({ state }: Account, tally: Tally): Generator<string> {
  for (const { instrumentId, free, held, locked } of positionKind.of(state).values()) {
    const posted = ['SEC', 'SECHOLD', 'SECLOCK'].map((part) => summed(tally, `U:${part}:${instrumentId}`))
    if (posted[0] !== free || posted[1] !== held || posted[2] !== locked) yield `INV-25 ${instrumentId} is not the sum of its postings`
  }
  for (const { id, wallet, margin } of marginPositionKind.of(state).values())
    if (summed(tally, `U:${wallet}:MARGIN:${id}`) !== margin) yield `INV-28 the margin of ${id} is not the sum of its postings`
}

function* endedBreaches({ state }: Account): Generator<string> {
  for (const order of orderKind.of(state).values()) {
    if (order.filledQuantity > order.quantity) yield `INV-22 order ${order.id} is overfilled`
    if (!isWorking(order) && (order.heldCash !== 0n || order.heldQuantity !== 0n)) yield `INV-12 ended order ${order.id} still holds`
  }
}

function exchangedByDesk(state: Account['state']): ReadonlyMap<string, bigint> {
  const desk = new Map<string, bigint>()
  const add = (wallet: WalletType, amount: bigint): void => {
    const currency = walletCurrencies[wallet]
    desk.set(currency, (desk.get(currency) ?? 0n) + amount)
  }
  for (const { channel, credited, status } of depositKind.of(state).values()) {
    const { currency, wallet } = channelOf(channel)
    if (currency !== walletCurrencies[wallet] && status === 'credited') add(wallet, -(credited ?? 0n))
  }
  for (const { wallet, pays, amount, fee, status } of withdrawalKind.of(state).values())
    if (pays !== walletCurrencies[wallet] && status === 'sent') add(wallet, amount - fee)
  for (const { from, to, amount, received, exchange, status, returned } of transferKind.of(state).values()) {
    if (returned !== null) add(from, amount - returned.amount)
    if (exchange === null || status !== 'done') continue
    add(from, amount)
    add(to, -received)
  }
  return desk
}

/** The customer ended it, or reads of it in the message of the other order for the same shares. */
const isOwnWord: ReadonlySet<EndReason | null> = new Set(['CANCELLED', 'POSITION_CLOSED', 'SIBLING_FILLED'])

/** Every order and exchange that ended by more than its customer's own doing was notified exactly once. */
function* messageBreaches({ state, messages }: Account): Generator<string> {
  const told = new Map<string, number>()
  for (const { template, link } of messages) if (template !== 'order.triggered') told.set(link ?? '', (told.get(link ?? '') ?? 0) + 1)
  for (const order of orderKind.of(state).values()) {
    const isNews = !isWorking(order) && (order.filledQuantity > 0n || !isOwnWord.has(order.endReason))
    const times = told.get(`order:${order.id}`) ?? 0
    if (times !== (isNews ? 1 : 0)) yield `MESSAGE the end of order ${order.id} (${order.status}) was told ${times} times`
  }
  for (const transfer of transferKind.of(state).values()) {
    const isNews = transfer.exchange !== null && (transfer.status === 'done' || transfer.status === 'failed')
    const times = told.get(`transfer:${transfer.id}`) ?? 0
    if (times !== (isNews ? 1 : 0)) yield `MESSAGE the end of transfer ${transfer.id} (${transfer.status}) was told ${times} times`
  }
}

/** Every position comes out of the fills and splits again, and its lots add up to it. */
function* historyBreaches({ shares, brokerage }: World, { state, fillsOf, splits }: Account): Generator<string> {
  const { holdingHistory }: BrokerageRules = brokerage.rules
  for (const { instrument } of shares) {
    const { id, currency } = instrument
    const own = splits.filter(({ instrumentId }) => instrumentId === id)
    const last = holdingHistory({ fills: fillsOf.get(id) ?? [], splits: own, currency }).holdings.at(-1)
    const rebuilt = last === undefined || last.position.closedAt !== null ? null : last
    const position = positionKind.of(state).get(id)
    if (position?.cost !== rebuilt?.position.cost) yield `INV-40 ${id} costs ${position?.cost}, its history ${rebuilt?.position.cost}`
    if (position === undefined || rebuilt === null) continue
    const inLots = rebuilt.lots.lots.reduce((sum, { quantity }) => sum + quantity, 0n)
    if (own.length === 0) yield* choiceBreaches(fillsOf.get(id) ?? [], rebuilt.lots.lots)
    if (inLots !== quantityOf(position)) yield `INV-40 the lots of ${id} hold ${inLots}, the position ${quantityOf(position)}`
  }
}

type Held = { readonly id: number; quantity: bigint; cost: bigint }

/** The lots once more, share by share of each sale: the one that its order says is next is looked for anew each time. */
function* choiceBreaches(fills: readonly Fill[], lots: readonly Lot[]): Generator<string> {
  let held: Held[] = []
  for (const { side, sequence: id, quantity, notional, charges, lots: choice } of fills) {
    if (side === 'buy') {
      held.push({ id, quantity, cost: notional + chargedTotal(charges) })
      continue
    }
    for (let left = quantity; left > 0n;) {
      const next = nextOf(held, choice)
      if (next === undefined) return yield `more was sold than the lots hold`
      const used = next.quantity < left ? next.quantity : left
      next.cost -= used === next.quantity ? next.cost : (next.cost * used) / next.quantity
      next.quantity -= used
      left -= used
      held = held.filter((each) => each.quantity > 0n)
    }
  }
  const text = (all: readonly Readonly<{ id: number; quantity: bigint; cost: bigint }>[]): string =>
    all.map(({ id, quantity, cost }) => `${id}:${quantity}:${cost}`).join(' ')
  if (text(held) !== text(lots)) yield `LOTS are ${text(lots)}, one by one ${text(held)}`
}

function nextOf(held: readonly Held[], choice: LotChoice | null): Held | undefined {
  if (choice?.method === 'LIFO') return held.at(-1)
  if (choice?.method === 'HIGHEST')
    return held.toSorted((a, b) => Number(b.cost * a.quantity > a.cost * b.quantity) - Number(b.cost * a.quantity < a.cost * b.quantity))[0]
  return choice?.chosen.flatMap((id) => held.find((lot) => lot.id === id) ?? [])[0] ?? held[0]
}
