import type { SwitchName } from '@rueda/rules/switches/switch.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useText } from '../text/text.ts'
import { useSwitchedOff } from './use-switched-off.ts'

/** The notice that something is switched off: why, since when, and which of the customer's own requests go on. Nothing where it is on. */
export function SwitchedOff({ name }: Readonly<{ name: SwitchName }>) {
  const t = useText('switches')
  const off = useSwitchedOff(name)
  if (off === null) return null
  const kind = kindOf(name)
  const rest = kind === 'deposits' ? t('arrives') : isMoneyOut(kind) ? t('goesOn') : null
  return (
    <InlineMessage tone="warn" title={t(`off.${kind}`)}>
      <p>{t(`cause.${off.cause}`)}</p>
      {rest === null ? null : <p>{rest}</p>}
      <p className="num text-text2">{t('since', { at: formatDateTime(off.sinceTimestamp) })}</p>
    </InlineMessage>
  )
}

/** All channels share one text, and so do all rails. */
type Kind = Exclude<SwitchName, `deposits.${string}` | `withdrawals.${string}`> | 'deposits' | 'withdrawals'
const kindOf = (name: SwitchName): Kind => (name.includes('.') ? (name.split('.')[0] as Kind) : (name as Kind))
const isMoneyOut = (kind: Kind): boolean => kind === 'withdrawals' || kind === 'transfers' || kind === 'exchanges'
