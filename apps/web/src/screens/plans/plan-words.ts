import type { Plan } from '@rueda/contract/plans.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { Translate } from '../../shared/text/text.ts'

type Words = Translate<'plans'>
type Weekday = 1 | 2 | 3 | 4 | 5

/** "Every week, on Thursday". */
export function rhythmText(t: Words, { rhythm, day }: Pick<Plan, 'rhythm' | 'day'>): string {
  if (rhythm === null || day === null) return t('reinvests')
  return rhythm === 'week' ? t('each.week', { day: t(`weekday.${day as Weekday}`) }) : t('each.month', { day: String(day) })
}

const looks = {
  active: { tone: 'up', shape: 'check' },
  paused: { tone: 'warn', shape: 'clock' },
  ended: { tone: 'flat', shape: 'slash' },
} as const

export const statusOf = (t: Words, { status }: Pick<Plan, 'status'>): Status => ({ ...looks[status], label: t(`state.${status}`) })
