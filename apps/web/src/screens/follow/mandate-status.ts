import type { FollowOrder } from '@rueda/contract/follow.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import type { Translate } from '../../shared/text/text.ts'

export const WAITING = 0
export const ACTIVE = 1
export const SETTLED = 2

type Words = Readonly<{ t: Translate<'follow'>; status: Translate<'status'> }>

/** Where a mandate stands, in a pill. */
export function statusOf({ t, status: named }: Words, { status, cancelled, ending }: FollowOrder): Status {
  if (status === WAITING) return { tone: 'warn', shape: 'clock', label: named('follow.waiting') }
  if (status === ACTIVE)
    return ending === null
      ? { tone: 'up', shape: 'check', label: named('follow.open') }
      : { tone: 'info', shape: 'clock', label: t('state.ending', { date: formatDate(ending.date) }) }
  if (status === SETTLED) return { tone: 'flat', shape: 'check', label: named('follow.settled') }
  return cancelled === 1
    ? { tone: 'flat', shape: 'slash', label: t('state.cancelled') }
    : { tone: 'danger', shape: 'cross', label: t('state.rejected') }
}
