import { accounts } from '@rueda/contract/accounts.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { useState } from 'react'
import { useCall } from '../../app/api.ts'

const SECONDS_PER_MINUTE = 60
type Purpose = InputOf<typeof accounts.sendCode>['type']

/** Sends a code by mail. Where no mail is sent, the code comes with the answer and is filled in. */
export function useVerificationCode(purpose: Purpose, onCode: (code: string) => void) {
  const [minutes, setMinutes] = useState<string | null>(null)
  const [filledIn, setFilledIn] = useState(false)
  const request = useCall(accounts.sendCode)
  const send = async (email: string): Promise<boolean> => {
    const sent = await request.run({ email, type: purpose })
    if (sent === null) return false
    setMinutes(String(Math.round(sent.expireSeconds / SECONDS_PER_MINUTE)))
    setFilledIn(sent.devCode !== undefined)
    if (sent.devCode !== undefined) onCode(sent.devCode)
    return true
  }
  return { send, minutes, filledIn, error: request.error }
}
