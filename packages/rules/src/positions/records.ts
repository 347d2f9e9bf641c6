import type { CustomerAccount } from '../ledger/accounts.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { recordKind } from '../ledger/record.ts'
import { type Position, emptyPosition } from './position.ts'

/** Open positions, held by instrument. Their quantities are accounts of the ledger, which alone moves them. */
export const positionKind = recordKind<Position>({
  name: 'position',
  keyOf: ({ instrumentId }) => instrumentId,
  prepare: (state, position) => {
    const held = positionKind.of(state)
    if (!held.has(position.instrumentId)) held.set(position.instrumentId, emptyPosition(position))
  },
  keep: (_state, position, held) => {
    const posted = held.get(position.instrumentId)
    if (posted !== undefined && (posted.free !== position.free || posted.held !== position.held || posted.locked !== position.locked))
      throw new Error(`position in ${position.instrumentId} differs from its postings`)
    if (position.closedAt === null) held.set(position.instrumentId, position)
    else held.delete(position.instrumentId)
  },
  move,
})

const partOf = { SEC: 'free', SECHOLD: 'held', SECLOCK: 'locked' } as const

function move(state: AccountState, account: CustomerAccount, amount: bigint): bigint | null {
  if (account.kind !== 'security') return null
  const held = positionKind.of(state)
  const position = held.get(account.instrumentId)
  if (position === undefined) throw new Error(`no position in ${account.instrumentId} to post to`)
  const part = partOf[account.part]
  const balance = position[part] + amount
  held.set(account.instrumentId, { ...position, [part]: balance })
  return balance
}
