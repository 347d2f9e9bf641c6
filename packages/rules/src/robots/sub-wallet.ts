import { robotAccount, securityAccount, walletAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { type Cause, type EntryDraft, type Line, transfer } from '../ledger/entry.ts'
import { fillKind, orderKind } from '../orders/records.ts'
import { type Order, isWorking } from '../orders/order.ts'
import { positionKind } from '../positions/records.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { robotSlotKind } from './records.ts'
import type { RobotSlot } from './rental.ts'

/**
 * A robot's orders are ordinary orders of the market's wallet (`docs/rules/robots.md` E.8). What such an order may use is moved there from
 * the robot's part (J86) in the commit that accepts it, and what it leaves or brings is moved back in the commit that books it. So the
 * wallet has never more or less than the customer's own money in it, and the position's free shares are never a robot's.
 */
type Lent = Readonly<{ slotId: string; instrumentId: string; wallet: Order['wallet']; cash: bigint; quantity: bigint }>
type Booking = Readonly<{ orderId: string; step: number; valueDate: CalendarDate; now: Instant }>

const ACCEPTED_STEP = 0

/** J86 before an order of a robot is accepted: the cash it may use, or the shares it sells. */
export function lendToOrder(state: AccountState, lent: Lent, { orderId, valueDate, now }: Omit<Booking, 'step'>): Outcome {
  const slot = slotFor(state, lent.slotId)
  return moved(state, slot, { ...lent, cash: -lent.cash, quantity: -lent.quantity }, { orderId, step: ACCEPTED_STEP, valueDate, now })
}

/** The booking of an order of a robot, and J86 for what it has left on the wallet and among the free shares; any other booking as it is. */
export function takenBack(state: AccountState, booked: Outcome, booking: Booking): Outcome {
  const before = orderKind.of(state).get(booking.orderId)
  const after = orderKind.in(booked).findLast(({ id }) => id === booking.orderId) ?? before
  if (before === undefined || after === undefined || before.robot === null) return booked
  const { instrumentId, wallet } = before
  const lines = booked.entries.flatMap((entry) => (entry.cause.kind === 'order' && entry.cause.id === before.id ? entry.lines : []))
  const sumOf = (account: string): bigint => lines.reduce((sum, line) => (line.account === account ? sum + line.amount : sum), 0n)
  const back = { instrumentId, wallet, cash: sumOf(walletAccount(wallet, 'CASH')), quantity: sumOf(securityAccount('SEC', instrumentId)) }
  const slot = slotFor(state, before.robot.slotId)
  const settlesOn = latestOf(slot.settlesOn, fillKind.in(booked))
  const kept = { ...slot, settlesOn, orderId: isWorking(after) ? after.id : null, changedAt: booking.now }
  const position = positionKind.in(booked).findLast((each) => each.instrumentId === instrumentId)
  return compose(booked, moved(state, kept, back, booking, position))
}

/** The later settlement of sales that settle after their own day. */
const latestOf = (known: CalendarDate | null, fills: ReturnType<typeof fillKind.in>): CalendarDate | null =>
  fills.reduce(
    (last, { side, tradeDate, settlementDate }) =>
      side === 'sell' && settlementDate > tradeDate && (last === null || settlementDate > last) ? settlementDate : last,
    known,
  )

function slotFor(state: AccountState, slotId: string): RobotSlot {
  const slot = robotSlotKind.of(state).get(slotId)
  if (slot === undefined) throw new Error(`the part ${slotId} of a robot was not read`)
  return slot
}

/** Moves cash and shares into a robot's part, or out of it where an amount is below zero. */
function moved(
  state: AccountState,
  slot: RobotSlot,
  { wallet, instrumentId, cash, quantity }: Omit<Lent, 'slotId'>,
  { orderId, step, valueDate, now }: Booking,
  position = positionKind.of(state).get(instrumentId),
): Outcome {
  const lines: readonly Line[] = [
    ...either(walletAccount(wallet, 'CASH'), robotAccount(slot.id), walletCurrencies[wallet], cash),
    ...either(securityAccount('SEC', instrumentId), securityAccount('SECLOCK', instrumentId), instrumentId, quantity),
  ]
  const changed = { ...slot, cash: slot.cash + cash, quantity: slot.quantity + quantity, changedAt: now }
  const cause: Cause = { kind: 'robot', id: orderId, step }
  const entries: readonly EntryDraft[] = lines.length === 0 ? [] : [{ journal: 'J86', cause, lines, valueDate }]
  if (quantity === 0n) return { entries, records: robotSlotKind.changed(changed) }
  if (position === undefined) throw new Error(`a robot's shares without a position in ${instrumentId}`)
  const locked = { ...position, free: position.free - quantity, locked: position.locked + quantity, changedAt: now }
  return { entries, records: [...robotSlotKind.changed(changed), ...positionKind.changed(locked)] }
}

const either = (from: string, to: string, asset: string, amount: bigint): readonly Line[] =>
  amount >= 0n ? transfer({ from, to, asset, amount }) : transfer({ from: to, to: from, asset, amount: -amount })
