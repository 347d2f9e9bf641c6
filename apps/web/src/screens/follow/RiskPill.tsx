import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useText } from '../../shared/text/text.ts'

const MODERATE = 3

/** How much an agency moves, from 1 to 5; more than moderate stands out. */
export function RiskPill({ level }: Readonly<{ level: number }>) {
  const t = useText('follow')
  return <Pill tone={level > MODERATE ? 'warn' : 'flat'}>{t('risk', { level: String(level) })}</Pill>
}
