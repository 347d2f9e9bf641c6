import { toast } from '@rueda/ui/messages/toast.ts'
import { useEffect, useRef } from 'react'
import { useGo, useReturn } from '../shared/pages/go.ts'
import { onSessionEnded } from './queries-session.ts'
import { useText } from '../shared/text/text.ts'

/**
 * Says that the server has ended the session and goes to the login, to come back here after it. A practice account does
 * not come back: nobody can sign in to it again. The shell uses it once.
 */
export function useSessionEnd(): void {
  const t = useText('common')
  const go = useGo()
  const here = useReturn()
  const latest = useRef({ t, go, here })
  useEffect(() => {
    latest.current = { t, go, here }
  })
  useEffect(
    () =>
      onSessionEnded((was) => {
        const now = latest.current
        const isPractice = was === 'practice'
        void toast(now.t(isPractice ? 's.practiceOver' : 's.expired'), 'error')
        now.go('pages/auth/login', isPractice ? { over: 1 } : { return: now.here, expired: 1 }, { replace: true })
      }),
    [],
  )
}
