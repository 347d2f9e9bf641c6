import type { CustomerAccount } from '../ledger/accounts.ts'
import { type AccountState, walletOf } from '../ledger/account-state.ts'
import { recordKind } from '../ledger/record.ts'
import { type MarginPosition, emptyMarginPosition } from './position.ts'

/** Positions on isolated margin, held by their id. The margin of each is an account of the ledger, which alone moves it. */
export const marginPositionKind = recordKind<MarginPosition>({
  name: 'margin position',
  prepare: (state, position) => {
    const held = marginPositionKind.of(state)
    if (!held.has(position.id)) held.set(position.id, emptyMarginPosition(position, position.openedAt))
  },
  keep: (_state, position, held) => {
    if (held.get(position.id)?.margin !== position.margin)
      throw new Error(`the margin of position ${position.id} differs from its postings`)
    held.set(position.id, position)
  },
  move,
})

/** A position's margin is a part of its wallet's; the returned balance is the position's own. */
function move(state: AccountState, account: CustomerAccount, amount: bigint): bigint | null {
  if (account.kind !== 'margin') return null
  const { wallet: type, positionId } = account
  const wallet = walletOf(state, type)
  const held = marginPositionKind.of(state)
  const position = held.get(positionId)
  if (position === undefined) throw new Error(`no position ${positionId} to post margin to`)
  const balance = position.margin + amount
  held.set(positionId, { ...position, margin: balance })
  state.wallets.set(type, { ...wallet, margin: wallet.margin + amount })
  return balance
}
