import { z } from 'zod'
import { type SchemaForm, useSchemaForm } from '../forms/use-schema-form.ts'
import type { NewPassword } from './NewPasswordFields.tsx'
import { type PasswordLength, hasRightLength, usePasswordLength } from './password-rules.ts'

/** Other fields of the same form, such as the proof of who makes the change. */
type Beside<Fields> = Readonly<{ schema: z.ZodType<Fields, Fields>; first: Fields }>

/** Two fields that must match, the first with the length this server requires. */
const newPassword = (length: PasswordLength | null): z.ZodType<NewPassword, NewPassword> =>
  z
    .object({ password: z.string().refine((password) => hasRightLength(password, length)), confirmPassword: z.string() })
    .refine(({ password, confirmPassword }) => password === confirmPassword, { path: ['confirmPassword'] })

const none = { password: '', confirmPassword: '' }

export const useNewPasswordForm = (): SchemaForm<NewPassword> => useSchemaForm(newPassword(usePasswordLength()), none)

export const useNewPasswordFormWith = <Fields extends object>({ schema, first }: Beside<Fields>): SchemaForm<NewPassword & Fields> =>
  useSchemaForm<NewPassword & Fields>(newPassword(usePasswordLength()).and(schema), { ...none, ...first })
