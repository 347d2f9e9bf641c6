import { z } from 'zod'
import { CODE_LENGTH } from '../accounts/MailCode.tsx'

/** Proof that a destination is saved, or money sent, by its owner. It is never kept. */
export type MoneyOutProof = Readonly<{ payPassword: string; code: string }>
export const NO_PROOF: MoneyOutProof = { payPassword: '', code: '' }

/** The code is asked of customers who want one; while that is not known yet, nothing can be sent. */
export const wholeProof = (asksCode: boolean | null): z.ZodType<MoneyOutProof, MoneyOutProof> =>
  z.object({
    payPassword: z.string().min(1),
    code: z.string().refine((code) => asksCode === false || (asksCode === true && code.length === CODE_LENGTH)),
  })
