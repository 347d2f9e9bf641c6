import { useSyncExternalStore } from 'react'
import { keptNow, onKept } from './kept.ts'

/** What the bar over every screen says: red for a contradiction, amber for a head that waits for too long. Read before anything is fetched. */
export type Alarm = 'red' | 'amber' | null

const alarmNow = (): Alarm => {
  const { contradiction, overdueSince } = keptNow()
  if (contradiction !== null) return 'red'
  return overdueSince === null ? null : 'amber'
}

export const useAlarm = (): Alarm => useSyncExternalStore(onKept, alarmNow)
