import type { FundOrder } from '@rueda/contract/funds.ts'
import type { Status } from '@rueda/ui/pills/Pill.tsx'
import type { Translate } from '../../shared/text/text.ts'

const HELD = 1
const REDEEMING = 2
const looks = [
  { tone: 'warn', shape: 'clock' },
  { tone: 'up', shape: 'check' },
  { tone: 'info', shape: 'clock' },
  { tone: 'flat', shape: 'check' },
  { tone: 'danger', shape: 'cross' },
  { tone: 'warn', shape: 'clock' },
] as const
type Code = 0 | 1 | 2 | 3 | 4 | 5

export function statusOf(t: Translate<'funds'>, { status, cancelled }: Pick<FundOrder, 'status' | 'cancelled'>): Status {
  if (cancelled === 1) return { tone: 'flat', shape: 'slash', label: t('state.cancelled') }
  const code = status as Code
  return { ...looks[code], label: t(`state.${code}`) }
}

/** Units that can be given back now. */
export const canRedeem = ({ status }: Pick<FundOrder, 'status'>): boolean => status === HELD
/** Worth something already. */
export const isHeld = ({ nav, units }: Pick<FundOrder, 'nav' | 'units'>): boolean => nav !== null && Number(units) > 0
export const isRedeeming = ({ status }: Pick<FundOrder, 'status'>): boolean => status === REDEEMING
