import { z } from 'zod'
import { CODE_LENGTH } from '../../shared/accounts/MailCode.tsx'

/** Proof that a destination is saved by its owner. It is never kept. */
export type CardProof = Readonly<{ payPassword: string; code: string }>
export const NO_PROOF: CardProof = { payPassword: '', code: '' }

/** The code is asked of customers who want one for every destination; while that is not known yet, nothing can be sent. */
export const wholeProof = (asksCode: boolean | null): z.ZodType<CardProof, CardProof> =>
  z.object({
    payPassword: z.string().min(1),
    code: z.string().refine((code) => asksCode === false || (asksCode === true && code.length === CODE_LENGTH)),
  })
