import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../vault/vault.ts'

/** What the house gives away to be shown again: readable by anybody, made by nobody else, and of one kind only. */
export function sign(vault: Vault, kind: string, text: string): string {
  return `${Buffer.from(text).toString('base64url')}.${vault.fingerprint(kind, text).toString('base64url')}`
}

/** The text again; null unless the house signed exactly this for exactly this kind. */
export function readSigned(vault: Vault, kind: string, token: string): string | null {
  const [said = '', signature = '', ...more] = token.split('.')
  const text = Buffer.from(said, 'base64url').toString()
  const right = vault.fingerprint(kind, text)
  const given = Buffer.from(signature, 'base64url')
  return more.length === 0 && given.length === right.length && timingSafeEqual(given, right) ? text : null
}
