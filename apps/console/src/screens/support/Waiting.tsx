import type { SupportConversation } from '@rueda/contract/admin/support.ts'
import { age } from '../../app/moments.ts'
import { useMinutes } from '../../app/use-minutes.ts'
import { say } from '../../app/words.ts'

/** Shows the time a customer has waited, in red once an answer is overdue. */
export function Waiting({ row: { waitingTimestamp, case: found } }: Readonly<{ row: SupportConversation }>) {
  const now = useMinutes()
  if (waitingTimestamp === null) return <span className="text-text3">—</span>
  const isLate = found.dueTimestamp < now
  const waited = age(Math.max(0, now - waitingTimestamp))
  return <span className={`num ${isLate ? 'text-danger' : ''}`}>{isLate ? `${waited} · ${say('cases.late')}` : waited}</span>
}
