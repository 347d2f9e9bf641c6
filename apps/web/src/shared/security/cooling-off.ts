import { accounts } from '@rueda/contract/accounts.ts'
import type { Blocker } from '@rueda/ui/actions/BlockerButton.tsx'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useServerNow } from '../live/live-clock.ts'
import { query } from '../server/api.ts'
import { spanText } from '../text/span-text.ts'
import { useText } from '../text/text.ts'

/** The server's pause of money after a change of what protects it or of its destinations; `isNone` where there is no pause. */
export function useCoolingOff(): Readonly<{ span: string; isNone: boolean }> {
  const t = useText('withdrawals')
  const { data } = useQuery(query(accounts.me, {}))
  const ms = data?.coolingOffMs
  return { span: ms === undefined ? '…' : spanText(t, ms), isNone: ms === 0 }
}

/** For the button of what a running pause refuses: it says until when before anything is typed. */
export function usePause(): Blocker {
  const t = useText('cards')
  const now = useServerNow()
  const { data } = useQuery(query(accounts.me, {}))
  const until = data?.coolingEndTimestamp ?? null
  return { when: until !== null && until > now, label: until === null ? '' : t('gate.until', { until: formatDeadline(until) }) }
}
