import { z } from 'zod'

/** What somebody who registers may add to the password: who invited them, and where they live. */
export type Invitation = Readonly<{ inviteCode: string; country: string }>

const INVITE_CODE = /^[0-9A-Z]{8}$/u

/** The code as it is sent; empty without one. */
const codeOf = (inviteCode: string): string => inviteCode.trim().toUpperCase()

export const isInviteCode = (typed: string): boolean => codeOf(typed) === '' || INVITE_CODE.test(codeOf(typed))

export const invitation: z.ZodType<Invitation, Invitation> = z.object({
  inviteCode: z.string().refine(isInviteCode),
  country: z.string(),
})

/** The data to send: what was filled in of it. */
export function inputOf({ inviteCode, country }: Invitation) {
  const code = codeOf(inviteCode)
  return { ...(code === '' ? {} : { inviteCode: code }), ...(country === '' ? {} : { countryCode: country }) }
}
