import { createRequire } from 'node:module'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Settings } from '../../config.ts'
import { isBreached } from './breached-passwords.ts'

/**
 * Passwords (`docs/rules/accounts.md`): by default 6 to 20 characters, 8 to 64 on a server with a public name, with `strong` 12 to 128, for
 * staff 15 to 128; in all of them nothing from lists that people guess from or that has leaked, and nothing made of the brokerage's words
 * or of the customer's own address or name. Checked when a password is set, and never when somebody signs in with an older one.
 */
export const policies = {
  spec: { shortest: 6, longest: 20 },
  public: { shortest: 8, longest: 64 },
  strong: { shortest: 12, longest: 128 },
  staff: { shortest: 15, longest: 128 },
} as const
export type PasswordPolicy = keyof typeof policies

/** The policy of the customers' passwords on this server. */
export const policyOf = ({ PASSWORD_POLICY, PUBLIC_URL }: Pick<Settings, 'PASSWORD_POLICY' | 'PUBLIC_URL'>): PasswordPolicy =>
  PASSWORD_POLICY ?? (PUBLIC_URL === undefined ? 'spec' : 'public')

type Candidate = Readonly<{ password: string; policy: PasswordPolicy; own: readonly (string | null | undefined)[]; field?: string }>

export function checkPassword({ password, policy, own, field = 'password' }: Candidate): Result<true> {
  const { shortest, longest } = policies[policy]
  const length = [...password].length
  const reason = length < shortest || length > longest ? 'length' : weakness(password, own)
  return reason === null ? ok(true) : refuse('password.format', { field, reason, low: shortest, high: longest })
}

function weakness(typed: string, own: Candidate['own']): 'common' | 'breached' | 'personal' | null {
  const password = typed.toLowerCase()
  if (isOneCharacter(password) || commonPasswords().has(password)) return 'common'
  if (CONTEXT.some((word) => isMadeOf(password, word))) return 'common'
  if (own.some((name) => isMadeOf(password, name))) return 'personal'
  return isBreached(typed) ? 'breached' : null
}

/** The brokerage's own subject, guessed first here, with a year or a mark around it. */
const CONTEXT = ['rueda', 'bolsa', 'broker', 'acciones', 'inversion', 'inversiones', 'invertir', 'mercado', 'trading', 'stocks', 'invest']

const isOneCharacter = (password: string): boolean => new Set(password).size === 1

const MIN_NAME = 4
const DIGITS_AROUND = /^[\d\W_]+|[\d\W_]+$/gu

/** "ana.perez", "Ana.Perez1990" for ana.perez@example.org; a long pass phrase may hold a name. */
function isMadeOf(password: string, name: string | null | undefined): boolean {
  if (!name) return false
  const whole = name.toLowerCase()
  const local = whole.split('@')[0] ?? ''
  return [whole, local].some(
    (part) => part.length >= MIN_NAME && (password === part || password.replace(DIGITS_AROUND, '') === part.replace(DIGITS_AROUND, '')),
  )
}

let common: ReadonlySet<string> | null = null

/** Read at the first use: fifty thousand words that a server without registrations does not need. */
function commonPasswords(): ReadonlySet<string> {
  if (common === null) {
    const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
    common = new Set(dictionary['passwords-common'])
  }
  return common
}
