import { z } from 'zod'
import { type SchemaForm, useSchemaForm } from '../forms/use-schema-form.ts'
import type { NewPassword } from './NewPasswordFields.tsx'
import { type PasswordLength, hasRightLength, usePasswordLength } from './password-rules.ts'

/** Proof of who makes the change: a field of its own beside the new password, which may not be left empty. */
type Beside<Proof> = Readonly<{ proof: z.ZodType<Proof, Proof>; first: Proof }>
type Values<Proof> = NewPassword & { proof: Proof }

/** Two fields that must match, the first with the length this server requires. */
const newPassword = <Proof>(length: PasswordLength | null, proof: z.ZodType<Proof, Proof>): z.ZodType<Values<Proof>, Values<Proof>> =>
  z
    .object({ proof, password: z.string().refine((password) => hasRightLength(password, length)), confirmPassword: z.string() })
    .refine(({ password, confirmPassword }) => password === confirmPassword, { path: ['confirmPassword'] })

const nothingBeside: Beside<null> = { proof: z.null(), first: null }

export const useNewPasswordForm = (): SchemaForm<Values<null>> => useProvenPasswordForm(nothingBeside)

export const useProvenPasswordForm = <Proof>({ proof, first }: Beside<Proof>): SchemaForm<Values<Proof>> =>
  useSchemaForm<Values<Proof>>(newPassword(usePasswordLength(), proof), { password: '', confirmPassword: '', proof: first })
