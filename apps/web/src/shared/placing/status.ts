import type { PlacingItem } from '@rueda/contract/placing.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { Translate } from '../text/text.ts'

/** How placings stand, as pills. The states of applications are those of new shares. */
export const UPCOMING = 0
export const OPEN = 1
const CLOSED = 2
export const ALLOTTED = 3

const looks = {
  0: { tone: 'flat', shape: 'clock' },
  1: { tone: 'up', shape: 'dot' },
  2: { tone: 'info', shape: 'clock' },
  3: { tone: 'info', shape: 'check' },
  5: { tone: 'flat', shape: 'slash' },
} as const
type Code = keyof typeof looks

/** The clock closes a window between two reads; it opens once the server has fixed the price. */
export const codeAt = ({ status, saleEndTimestamp }: PlacingItem, now: number): number =>
  status === OPEN && now >= saleEndTimestamp ? CLOSED : status

/** True while the server takes a step that the clock has called for: it fixes the price, or shares out, within seconds. */
export const isDue = ({ status, saleStartTimestamp, saleEndTimestamp }: PlacingItem, now: number): boolean =>
  (status === UPCOMING && now >= saleStartTimestamp) || ((status === OPEN || status === CLOSED) && now >= saleEndTimestamp)

export function statusOfPlacing(t: Translate<'placing'>, placing: PlacingItem, now: number): Status {
  const code = codeAt(placing, now) as Code
  return { ...looks[code], label: t(`state.${code}`) }
}
