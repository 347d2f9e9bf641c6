import { z } from 'zod'
import { areSame, repeatedPassword } from './password-rules.ts'
import type { NewPassword } from './NewPasswordFields.tsx'
import { useSchemaForm } from './use-schema-form.ts'

const newPassword: z.ZodType<unknown, NewPassword> = z.object(repeatedPassword).refine(areSame, { path: ['confirmPassword'] })

export const useNewPasswordForm = () => useSchemaForm(newPassword, { password: '', confirmPassword: '' })
