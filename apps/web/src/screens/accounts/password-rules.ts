import { z } from 'zod'
import type { PasswordRule } from '@rueda/ui/PasswordField.tsx'
import type { Translate } from '../../app/text.ts'

/** The rules a person can see while typing. The server knows further ones, such as common passwords, and says so. */
export const MIN_PASSWORD = 6
export const MAX_PASSWORD = 20

const lengthOf = (password: string): number => [...password].length

export const hasRightLength = (password: string): boolean => lengthOf(password) >= MIN_PASSWORD && lengthOf(password) <= MAX_PASSWORD

export const passwordRules = (t: Translate<'accounts'>, password: string): PasswordRule[] => [
  { label: t('password.length'), met: hasRightLength(password) },
]

/** Two fields that must say the same. The longest allowed is the house's to say: a stricter policy takes longer ones. */
export const repeatedPassword = {
  password: z.string().refine((password) => lengthOf(password) >= MIN_PASSWORD),
  confirmPassword: z.string(),
}
export const areSame = (values: { password: string; confirmPassword?: string | undefined }): boolean =>
  values.password === values.confirmPassword
