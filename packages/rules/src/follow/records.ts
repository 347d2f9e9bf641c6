import type { CustomerAccount } from '../ledger/accounts.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { recordKind } from '../ledger/record.ts'
import type { Mandate } from './mandate.ts'

/** Mandates, held by their ids. The units of each are an account of the ledger, which alone moves them. */
export const mandateKind = recordKind<Mandate>({
  name: 'mandate',
  prepare: (state, mandate) => {
    const held = mandateKind.of(state)
    if (!held.has(mandate.id)) held.set(mandate.id, { ...mandate, units: 0n })
  },
  keep: (_state, mandate, held) => {
    const posted = held.get(mandate.id)
    if (posted !== undefined && posted.units !== mandate.units) throw new Error(`the units of ${mandate.id} differ from its postings`)
    held.set(mandate.id, mandate)
  },
  move,
})

function move(state: AccountState, account: CustomerAccount, amount: bigint): bigint | null {
  if (account.kind !== 'mandate') return null
  const held = mandateKind.of(state)
  const mandate = held.get(account.mandateId)
  if (mandate === undefined) throw new Error(`no mandate ${account.mandateId} to post to`)
  const units = mandate.units + amount
  held.set(mandate.id, { ...mandate, units })
  return units
}
