import type { OfferingKind } from '@rueda/rules/offerings/offering.ts'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useText } from '../text/text.ts'
import { useNotOffered } from './use-not-offered.ts'

/** Says of a product that it is paused or closed: why, since when, and that what one has of it goes on. Nothing while it is offered. */
export function NotOfferedNotice({ kind, id }: Readonly<{ kind: OfferingKind; id: string }>) {
  const t = useText('offerings')
  const switches = useText('switches')
  const standing = useNotOffered(kind, id)
  if (standing === null) return null
  return (
    <InlineMessage tone="warn" title={t(standing.status)}>
      <p>{switches(`cause.${standing.cause}`)}</p>
      <p>{t('goesOn')}</p>
      <p className="num text-text2">{switches('since', { at: formatDateTime(standing.sinceTimestamp) })}</p>
    </InlineMessage>
  )
}
