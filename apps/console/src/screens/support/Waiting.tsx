import type { SupportConversation } from '@rueda/contract/admin/support.ts'
import { useEffect, useState } from 'react'
import { say } from '../../app/words.ts'

const MINUTE_MS = 60_000
const MINUTES_OF_HOUR = 60
const MINUTES_OF_DAY = 1_440

/** How long a customer has waited by now, in red once an answer is overdue. */
export function Waiting({ row: { waitingTimestamp, case: found } }: Readonly<{ row: SupportConversation }>) {
  const now = useMinutes()
  if (waitingTimestamp === null) return <span className="text-text3">—</span>
  const isLate = found.dueTimestamp < now
  const waited = span(Math.max(0, Math.floor((now - waitingTimestamp) / MINUTE_MS)))
  return <span className={`num ${isLate ? 'text-danger' : ''}`}>{isLate ? `${waited} · ${say('cases.late')}` : waited}</span>
}

function span(minutes: number): string {
  if (minutes < MINUTES_OF_HOUR) return say('support.minutes', { num: minutes })
  if (minutes < MINUTES_OF_DAY) return say('support.hours', { num: Math.floor(minutes / MINUTES_OF_HOUR) })
  return say('support.days', { num: Math.floor(minutes / MINUTES_OF_DAY) })
}

function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
