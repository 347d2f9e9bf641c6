import type { RentalRow } from '@rueda/contract/robots.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { Translate } from '../../shared/text/text.ts'

const RUNNING = 1
const PAUSED = 2
const ENDED = 3

export function statusOf(t: Translate<'robots'>, { status, expired, pauseReason }: RentalRow): Status {
  if (status === RUNNING) return { tone: 'up', shape: 'check', label: t('state.running') }
  if (status === PAUSED && pauseReason !== null)
    return { tone: pauseReason === 'dailyLoss' ? 'warn' : 'danger', shape: 'clock', label: t(`state.paused.${pauseReason}`) }
  if (status === ENDED) return { tone: 'flat', shape: 'check', label: t(expired === 1 ? 'state.expired' : 'state.stopped') }
  return { tone: 'info', shape: 'clock', label: t('state.ending') }
}

export const isEnded = ({ status }: Pick<RentalRow, 'status'>): boolean => status === ENDED
/** It can still be ended by its customer. */
export const canStop = ({ status }: Pick<RentalRow, 'status'>): boolean => status === RUNNING || status === PAUSED
