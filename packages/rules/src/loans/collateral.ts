import { SCALE, divide } from '../decimal.ts'
import { type FundId, funds } from '../funds/fund.ts'
import { fundOrderKind } from '../funds/records.ts'
import { walletAccount, securityAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { type Line, transfer } from '../ledger/entry.ts'
import { notional } from '../money.ts'
import { positionKind } from '../positions/records.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { type WalletType, walletCurrencies, walletTypes, withdrawableOf } from '../wallets/wallet.ts'
import type { Loan, Pledge, PledgeKindName } from './loan.ts'
import { LOAN_CURRENCY } from './product.ts'
import { pledgeKind } from './records.ts'

/**
 * Collateral (`docs/rules/loans.md` E.6, O.2): how much is lent on it, at which debt more of it is asked for, and at which it is sold; each
 * in percent of its value.
 */
export type Levels = Readonly<{ start: bigint; call: bigint; fail: bigint }>
export const levelsOf: Readonly<Record<PledgeKindName, Levels>> = {
  cash: { start: 90n, call: 95n, fail: 98n },
  stock: { start: 50n, call: 65n, fail: 75n },
  fund: { start: 70n, call: 80n, fail: 88n },
}
const HUNDRED = 100n

/** Something of the customer's with what one of it is worth, in units of 10^-8; null while nobody knows. */
export type Item = Pick<Pledge, 'kind' | 'ref' | 'quantity'> & Readonly<{ price: bigint | null }>

/** The value in minor units, never rounded up; null without a price. */
export function valueOfItem({ kind, quantity, price }: Omit<Item, 'ref'>): bigint | null {
  if (kind === 'cash') return quantity
  return price === null ? null : notional(price, quantity, LOAN_CURRENCY, 'DOWN')
}

const shareOf = (value: bigint, percent: bigint): bigint => divide(value * percent, HUNDRED, 'DOWN')

/** What is lent on a value of one kind of collateral. */
export const limitOn = (kind: PledgeKindName, value: bigint): bigint => shareOf(value, levelsOf[kind].start)

export type Cover = Readonly<{
  value: bigint
  /** The debts that it begins with at most, that more is asked for above, and that it is sold above. */
  limit: bigint
  callAbove: bigint
  failAbove: bigint
}>

/** What all of it covers together; null while the price of anything is not known, so that nobody is judged by half of it. */
export function coverOf(items: readonly Item[]): Cover | null {
  let cover: Cover = { value: 0n, limit: 0n, callAbove: 0n, failAbove: 0n }
  for (const item of items) {
    const value = valueOfItem(item)
    if (value === null) return null
    const { start, call, fail } = levelsOf[item.kind]
    cover = {
      value: cover.value + value,
      limit: cover.limit + shareOf(value, start),
      callAbove: cover.callAbove + shareOf(value, call),
      failAbove: cover.failAbove + shareOf(value, fail),
    }
  }
  return cover
}

/** The debt as a share of the value, in units of 10^-8; null where nothing is left of the value. */
export const ltvOf = (debt: bigint, value: bigint): bigint | null => (value === 0n ? null : divide(debt * SCALE, value, 'HALF_UP'))

/** Wallets whose cash can be pledged: those in the currency of loans. */
export const pledgeableWallets = walletTypes.filter((type) => walletCurrencies[type] === LOAN_CURRENCY)

/** A fund whose units can be pledged: they can be redeemed on any day, and are worth dollars. */
export const isPledgeable = (fundId: FundId): boolean => funds[fundId].kind === 'current' && funds[fundId].currency === LOAN_CURRENCY

/** Of shares, those that were bought and have not settled, by instrument. */
export type Unsettled = (instrumentId: string) => bigint

/** How much of something is free to be pledged. */
export function freeOf(state: AccountState, { kind, ref }: Pick<Item, 'kind' | 'ref'>, unsettled: Unsettled): bigint {
  if (kind === 'cash') {
    const wallet = pledgeableWallets.find((type) => type === ref)
    const held = wallet === undefined ? undefined : state.wallets.get(wallet)
    return held === undefined ? 0n : withdrawableOf(held)
  }
  if (kind === 'stock') {
    const settled = (positionKind.of(state).get(ref)?.free ?? 0n) - unsettled(ref)
    // Whole shares only: parts of shares have a market of their own.
    return settled > 0n ? settled - (settled % SCALE) : 0n
  }
  const order = fundOrderKind.of(state).get(ref)
  return order === undefined || order.status !== 'holding' || !isPledgeable(order.fundId) ? 0n : order.units - order.pledged
}

type Locking = Readonly<{ loan: Pick<Loan, 'id' | 'steps'>; valueDate: CalendarDate }>

/** J75 locks what is pledged; units are locked in their subscription, which is no movement. */
export const lockAll = (state: AccountState, pledges: readonly Pledge[], locking: Locking, now: Instant): Outcome =>
  moved(state, pledges, 'lock', locking, now)

/** J76 frees what is left of the collateral. */
export const freeAll = (state: AccountState, pledges: readonly Pledge[], locking: Locking, now: Instant): Outcome =>
  moved(
    state,
    pledges.filter(({ quantity }) => quantity > 0n),
    'free',
    locking,
    now,
  )

function moved(state: AccountState, pledges: readonly Pledge[], way: 'lock' | 'free', { loan, valueDate }: Locking, now: Instant): Outcome {
  const sign = way === 'lock' ? 1n : -1n
  const lines = pledges.flatMap((pledge) => linesOf(pledge, way))
  const positions = pledges.flatMap(({ kind, ref, quantity }) => {
    const position = kind === 'stock' ? positionKind.of(state).get(ref) : undefined
    if (position === undefined) return []
    const change = sign * quantity
    return [{ ...position, free: position.free - change, locked: position.locked + change, changedAt: now }]
  })
  const orders = pledges.flatMap(({ kind, ref, quantity }) => {
    const order = kind === 'fund' ? fundOrderKind.of(state).get(ref) : undefined
    return order === undefined ? [] : [{ ...order, pledged: order.pledged + sign * quantity, changedAt: now }]
  })
  const changed = way === 'lock' ? pledges : pledges.map((pledge): Pledge => ({ ...pledge, quantity: 0n, changedAt: now }))
  const journal = way === 'lock' ? 'J75' : 'J76'
  return {
    entries: lines.length === 0 ? [] : [{ journal, cause: { kind: 'loan', id: loan.id, step: loan.steps }, lines, valueDate }],
    records: [...positionKind.changed(...positions), ...fundOrderKind.changed(...orders), ...pledgeKind.changed(...changed)],
  }
}

/** Takes a part of some shares out of their lock, or puts it back. */
export function relock(
  state: AccountState,
  pledge: Pledge,
  { quantity, way, loan, valueDate }: Locking & Readonly<{ quantity: bigint; way: 'lock' | 'free' }>,
  now: Instant,
): Outcome {
  const position = positionKind.of(state).get(pledge.ref)
  if (position === undefined) throw new Error(`pledged shares without a position in ${pledge.ref}`)
  const change = way === 'lock' ? quantity : -quantity
  return {
    entries: [
      {
        journal: way === 'lock' ? 'J75' : 'J76',
        cause: { kind: 'loan', id: loan.id, step: loan.steps },
        lines: linesOf({ ...pledge, quantity }, way),
        valueDate,
      },
    ],
    records: [
      ...positionKind.changed({ ...position, free: position.free - change, locked: position.locked + change, changedAt: now }),
      ...pledgeKind.changed({ ...pledge, quantity: pledge.quantity + change, changedAt: now }),
    ],
  }
}

function linesOf({ kind, ref, quantity }: Pick<Pledge, 'kind' | 'ref' | 'quantity'>, way: 'lock' | 'free'): readonly Line[] {
  if (kind === 'fund') return []
  const [free, locked, asset] =
    kind === 'cash'
      ? [walletAccount(ref as WalletType, 'CASH'), walletAccount(ref as WalletType, 'HOLD'), LOAN_CURRENCY]
      : [securityAccount('SEC', ref), securityAccount('SECLOCK', ref), ref]
  return way === 'lock'
    ? transfer({ from: free, to: locked, asset, amount: quantity })
    : transfer({ from: locked, to: free, asset, amount: quantity })
}
