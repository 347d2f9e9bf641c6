import { toast } from '@rueda/ui/toast.ts'
import { useEffect, useRef } from 'react'
import { useGo, useReturn } from './go.ts'
import { onSessionEnded } from './queries-session.ts'
import { useText } from './text.ts'

/** When the server ends the session: says so and goes to the login, to come back here after it. The shell uses it once. */
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
      onSessionEnded(() => {
        const now = latest.current
        void toast(now.t('s.expired'), 'error')
        now.go('pages/auth/login', { return: now.here, expired: 1 }, { replace: true })
      }),
    [],
  )
}
