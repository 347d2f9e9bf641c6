import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useText } from '../../shared/text/text.ts'

/** Nobody holds the keys to these addresses: what is sent there for real is lost. */
export function SimulatedNotice() {
  const t = useText('deposits')
  return <InlineMessage tone="warn">{t('simulated')}</InlineMessage>
}
