import type { PasswordRule } from '@rueda/ui/fields/PasswordField.tsx'
import { usePublished } from '../server/published.ts'
import type { Translate } from '../text/text.ts'

/** The length of a new password on this server. It knows further rules, such as common passwords, and says so itself. */
export type PasswordLength = Readonly<{ min: number; max: number }>

/** Null until read from the server; until then only the server checks the length. */
export function usePasswordLength(): PasswordLength | null {
  const data = usePublished()
  return data === undefined ? null : { min: data.passwordMinLength, max: data.passwordMaxLength }
}

export function hasRightLength(password: string, length: PasswordLength | null): boolean {
  const characters = [...password].length
  return length === null ? characters > 0 : characters >= length.min && characters <= length.max
}

export const lengthText = (t: Translate<'accounts'>, { min, max }: PasswordLength): string =>
  t('password.length', { low: String(min), high: String(max) })

/** The rules a person can see while typing. */
export const passwordRules = (t: Translate<'accounts'>, password: string, length: PasswordLength | null): PasswordRule[] =>
  length === null ? [] : [{ label: lengthText(t, length), met: hasRightLength(password, length) }]
