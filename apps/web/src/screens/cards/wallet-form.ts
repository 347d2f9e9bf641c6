import type { Card } from '@rueda/contract/cards.ts'
import { type AddressCheck, type Network, checkAddress, networks } from '@rueda/rules/cards/networks.ts'
import { z } from 'zod'
import { judgedBy } from '../../shared/forms/faults.ts'

/** An address while it is being written; its network is chosen first. */
export type WalletDraft = Readonly<{ network: Network | ''; address: string; label: string }>

/** The draft of an address that is changed. It is not kept in the open, and is given again. */
export const walletOf = (card: Card | null): WalletDraft => ({ network: card?.network ?? '', address: '', label: card?.label ?? '' })

/** Null while there is nothing to check. */
export const checkOf = ({ network, address }: WalletDraft): AddressCheck | null =>
  network === '' || address.trim() === '' ? null : checkAddress(network, address.trim())

const typed = z.object({ network: z.enum(['', ...networks]), address: z.string(), label: z.string() })

/** An address that can be sent: one that may be right on its network. */
export const wholeWallet = judgedBy<WalletDraft, 'missing' | 'wrong'>(typed, (draft) => {
  if (draft.network === '') return { network: 'missing' }
  const check = checkOf(draft)
  return check === null ? { address: 'missing' } : check === 'wrong' ? { address: 'wrong' } : {}
})

/** The data to send; an address need not have a name. Null without a network. */
export function inputOf({ network, address, label }: WalletDraft) {
  if (network === '') return null
  const name = label.trim()
  return { type: 'vm' as const, network, address: address.trim(), ...(name === '' ? {} : { label: name }) }
}
