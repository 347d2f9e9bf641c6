import { z } from 'zod'

/** What somebody who registers adds to the password: who invited them, where they live, and that they accept the terms. */
export type Invitation = Readonly<{ inviteCode: string; country: string; agrees: boolean }>

const INVITE_CODE = /^[0-9A-Z]{8}$/u

/** The code as it is sent; empty without one. */
const codeOf = (inviteCode: string): string => inviteCode.trim().toUpperCase()

export const isInviteCode = (typed: string): boolean => codeOf(typed) === '' || INVITE_CODE.test(codeOf(typed))

export const invitation: z.ZodType<Invitation, Invitation> = z.object({
  inviteCode: z.string().refine(isInviteCode),
  country: z.string(),
  agrees: z.boolean().refine(Boolean),
})

/** The data to send: what was filled in of it. */
export function inputOf({ inviteCode, country }: Pick<Invitation, 'inviteCode' | 'country'>) {
  const code = codeOf(inviteCode)
  return { ...(code === '' ? {} : { inviteCode: code }), ...(country === '' ? {} : { countryCode: country }) }
}
