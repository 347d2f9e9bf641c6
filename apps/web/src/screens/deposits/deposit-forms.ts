import { z } from 'zod'

/** What is typed and handed in about a deposit. A field that is left out is marked without a word of the schema, a wrong one with it. */
const TX_HASH = /^(0x)?[0-9a-f]{64}$/iu
const amount = z.string().refine((typed) => /[1-9]/u.test(typed))

export const wholePayment = z.object({ amount })

export type BankProof = Readonly<{ amount: string; proof: string | null }>
export const wholeBankProof: z.ZodType<BankProof, BankProof> = z.object({
  amount,
  proof: z
    .string()
    .nullable()
    .refine((picture) => picture !== null),
})

export type CoinProof = Readonly<{ amount: string; txHash: string; proof: string | null }>
/** Coins are shown by their transaction, a picture or both. */
export const wholeCoinProof: z.ZodType<CoinProof, CoinProof> = z.object({ amount }).and(
  z
    .object({
      txHash: z.string().refine((typed) => typed.trim() === '' || TX_HASH.test(typed.trim()), 'wrong'),
      proof: z.string().nullable(),
    })
    .refine(({ txHash, proof }) => txHash.trim() !== '' || proof !== null, { path: ['txHash'], message: 'missing' }),
)
