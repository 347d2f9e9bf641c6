import type { CardDetails } from '@rueda/rules/cards/card.ts'
import type { Vault } from '../../vault/vault.ts'

/** Details of a card's destination, also copied to a withdrawal: sealed under the customer's account. */
const FIELD = 'card.details'

export const sealDetails = (vault: Vault, accountId: string, details: CardDetails): Buffer =>
  vault.seal({ accountId, field: FIELD }, Buffer.from(JSON.stringify(details)))

export const openDetails = (vault: Vault, accountId: string, sealed: Uint8Array): CardDetails =>
  JSON.parse(vault.open({ accountId, field: FIELD }, sealed).toString()) as CardDetails
