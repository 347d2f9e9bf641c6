import type { OddLotCalls } from '@rueda/contract/quote-shapes.ts'
import { formatDate, formatDateTime, formatTime } from '@rueda/ui/formats/dates.ts'
import { useServerNow } from '../live/live-clock.ts'
import { awaitedCall } from './odd-lots.ts'

/** The time of the next call, on the reader's clock; null while calls follow each other. */
export function useAwaitedCall(calls: OddLotCalls): string | null {
  const now = useServerNow()
  const call = awaitedCall(calls, now)
  if (call === null) return null
  return formatDate(call) === formatDate(now) ? formatTime(call) : formatDateTime(call)
}
