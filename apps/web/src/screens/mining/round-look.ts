import type { MiningRound } from '@rueda/contract/mining.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { Translate } from '../../shared/text/text.ts'

/** The state of a round in a word, with its colour and its sign. */
const looks = {
  searching: { tone: 'info', shape: 'clock' },
  working: { tone: 'info', shape: 'clock' },
  noEnergy: { tone: 'warn', shape: 'clock' },
  success: { tone: 'up', shape: 'check' },
  failed: { tone: 'flat', shape: 'cross' },
  stopped: { tone: 'flat', shape: 'slash' },
  lapsed: { tone: 'flat', shape: 'slash' },
} as const

export const statusOf = (t: Translate<'status'>, { status }: Pick<MiningRound, 'status'>): Status => ({
  ...looks[status],
  label: t(`mining.${status}`),
})

/** True while it can be stopped. */
export const isUnderWay = ({ status }: Pick<MiningRound, 'status'>): boolean => ['searching', 'working', 'noEnergy'].includes(status)
