import type { Vault } from '../../vault/vault.ts'

/** Support messages, sealed in the vault under the customer's account. */
const FIELD = 'support.message'
const NOTE_FIELD = 'support.note'

export const sealText = (vault: Vault, accountId: string, text: string): Buffer =>
  vault.seal({ accountId, field: FIELD }, Buffer.from(JSON.stringify(text)))

export const openText = (vault: Vault, accountId: string, sealed: Uint8Array): string =>
  JSON.parse(vault.open({ accountId, field: FIELD }, sealed).toString()) as string

/** A note sealed for colleagues does not open as a message, wherever it is put. */
export const sealNote = (vault: Vault, accountId: string, text: string): Buffer =>
  vault.seal({ accountId, field: NOTE_FIELD }, Buffer.from(text))

export const openNote = (vault: Vault, accountId: string, sealed: Uint8Array): string =>
  vault.open({ accountId, field: NOTE_FIELD }, sealed).toString()
