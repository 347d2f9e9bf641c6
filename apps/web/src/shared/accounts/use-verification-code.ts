import { accounts } from '@rueda/contract/accounts.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { useState } from 'react'
import { useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { useKept } from '../device/kept.ts'

const SECONDS_PER_MINUTE = 60
type Purpose = InputOf<typeof accounts.sendCode>['type']

const MS_PER_SECOND = 1_000

/** The address of the last code, and the time from when the server sends it another. */
type Sent = Readonly<{ email: string; resendAt: number }>

/**
 * Sends a code by mail. Where no mail is sent, the code comes with the answer and is filled in. Whoever leaves the page or
 * the step and comes back still sees how long to wait, instead of a button that the server refuses.
 */
export function useVerificationCode(purpose: Purpose, onCode: (code: string) => void) {
  const t = useText('accounts')
  const [minutes, setMinutes] = useState<string | null>(null)
  const [filledIn, setFilledIn] = useState(false)
  const [last, keepLast] = useKept<Sent | null>(`code.${purpose}`, null)
  const request = useCall(accounts.sendCode)
  const send = async (email: string): Promise<boolean> => {
    const sent = await request.run({ email, type: purpose })
    if (sent === null) return false
    keepLast({ email, resendAt: Date.now() + sent.resendSeconds * MS_PER_SECOND })
    setMinutes(String(Math.round(sent.expireSeconds / SECONDS_PER_MINUTE)))
    setFilledIn(sent.devCode !== undefined)
    if (sent.devCode !== undefined) onCode(sent.devCode)
    return true
  }
  const resendAt = (email: string): number | null => (last?.email === email ? last.resendAt : null)
  /** What has become of the code, in one sentence: it was sent, or stands in the field already. Nothing before it is asked for. */
  const said = (sent: (minutes: string) => string): string | undefined =>
    minutes === null ? undefined : filledIn ? t('register.devCode', { minutes }) : sent(minutes)
  return { send, said, resendAt, error: request.error }
}
