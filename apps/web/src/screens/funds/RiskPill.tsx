import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useText } from '../../shared/text/text.ts'

const MODERATE = 3

/** How much a fund moves, from 1 to 5; more than moderate stands out. */
export function RiskPill({ level }: Readonly<{ level: number }>) {
  const t = useText('funds')
  return <Pill tone={level > MODERATE ? 'warn' : 'flat'}>{t('risk', { level: String(level) })}</Pill>
}
