import { z } from 'zod'
import type { NewPassword } from './NewPasswordFields.tsx'
import { type PasswordLength, hasRightLength, usePasswordLength } from './password-rules.ts'
import { useSchemaForm } from '../forms/use-schema-form.ts'

/** Two fields that must say the same, the first of them as long as this server wants it. */
const newPassword = (length: PasswordLength | null): z.ZodType<unknown, NewPassword> =>
  z
    .object({ password: z.string().refine((password) => hasRightLength(password, length)), confirmPassword: z.string() })
    .refine(({ password, confirmPassword }) => password === confirmPassword, { path: ['confirmPassword'] })

export const useNewPasswordForm = () => useSchemaForm(newPassword(usePasswordLength()), { password: '', confirmPassword: '' })
