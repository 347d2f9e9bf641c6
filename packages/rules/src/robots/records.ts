import type { CustomerAccount } from '../ledger/accounts.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { recordKind } from '../ledger/record.ts'
import type { Rental, RobotSlot } from './rental.ts'

/** Rentals, held by their ids. */
export const rentalKind = recordKind<Rental>({ name: 'rental' })

/** The parts of rentals. The cash of each is an account of the ledger, which alone moves it. */
export const robotSlotKind = recordKind<RobotSlot>({
  name: 'robot slot',
  prepare: (state, slot) => {
    const held = robotSlotKind.of(state)
    if (!held.has(slot.id)) held.set(slot.id, { ...slot, cash: 0n })
  },
  keep: (_state, slot, held) => {
    const posted = held.get(slot.id)
    if (posted !== undefined && posted.cash !== slot.cash) throw new Error(`the cash of ${slot.id} differs from its postings`)
    held.set(slot.id, slot)
  },
  move,
})

function move(state: AccountState, account: CustomerAccount, amount: bigint): bigint | null {
  if (account.kind !== 'robot') return null
  const held = robotSlotKind.of(state)
  const slot = held.get(account.slotId)
  if (slot === undefined) throw new Error(`no part of a robot ${account.slotId} to post to`)
  const cash = slot.cash + amount
  held.set(slot.id, { ...slot, cash })
  return cash
}

/** The parts of a rental that were read, in the order of its instruments. */
export const slotsOf = (state: AccountState, { id, instrumentIds }: Pick<Rental, 'id' | 'instrumentIds'>): readonly RobotSlot[] =>
  [...robotSlotKind.of(state).values()]
    .filter(({ rentalId }) => rentalId === id)
    .toSorted((a, b) => instrumentIds.indexOf(a.instrumentId) - instrumentIds.indexOf(b.instrumentId))

/** Robots' shares of an instrument. */
export const slotsIn = (state: AccountState, instrumentId: string): readonly RobotSlot[] =>
  [...robotSlotKind.of(state).values()].filter((slot) => slot.instrumentId === instrumentId && slot.quantity > 0n)
