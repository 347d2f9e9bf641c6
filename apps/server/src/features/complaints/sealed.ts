import type { Vault } from '../../vault/vault.ts'

/** What a complaint says, how it is answered and what its answer might become: each sealed under the customer's account, in a place of its own. */
type Said = 'text' | 'answer' | 'draft'

export const seal = (vault: Vault, accountId: string, said: Said, text: string): Buffer =>
  vault.seal({ accountId, field: `complaint.${said}` }, Buffer.from(JSON.stringify(text)))

export const unseal = (vault: Vault, accountId: string, said: Said, sealed: Uint8Array): string =>
  JSON.parse(vault.open({ accountId, field: `complaint.${said}` }, sealed).toString()) as string
