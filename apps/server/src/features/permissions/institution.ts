import type { Vault } from '../../vault/vault.ts'

/** An institution's details of itself, sealed under the customer's account. */
export type Institution = Readonly<{ name: string; registrationNumber: string }>

const FIELD = 'permission.answers'

export const sealInstitution = (vault: Vault, accountId: string, institution: Institution): Buffer =>
  vault.seal({ accountId, field: FIELD }, Buffer.from(JSON.stringify(institution)))

export const openInstitution = (vault: Vault, accountId: string, sealed: Uint8Array): Institution =>
  JSON.parse(vault.open({ accountId, field: FIELD }, sealed).toString()) as Institution
