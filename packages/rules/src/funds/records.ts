import type { CustomerAccount } from '../ledger/accounts.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { recordKind } from '../ledger/record.ts'
import type { FundOrder } from './fund-order.ts'

/** Subscriptions, held by their ids. The units of each are an account of the ledger, which alone moves them. */
export const fundOrderKind = recordKind<FundOrder>({
  name: 'fund order',
  prepare: (state, order) => {
    const held = fundOrderKind.of(state)
    if (!held.has(order.id)) held.set(order.id, { ...order, units: 0n })
  },
  keep: (_state, order, held) => {
    const posted = held.get(order.id)
    if (posted !== undefined && posted.units !== order.units) throw new Error(`the units of ${order.id} differ from its postings`)
    held.set(order.id, order)
  },
  move,
})

function move(state: AccountState, account: CustomerAccount, amount: bigint): bigint | null {
  if (account.kind !== 'fund') return null
  const held = fundOrderKind.of(state)
  const order = held.get(account.orderId)
  if (order === undefined) throw new Error(`no subscription ${account.orderId} to post to`)
  const units = order.units + amount
  held.set(order.id, { ...order, units })
  return units
}
