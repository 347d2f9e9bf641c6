import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useText } from '../text/text.ts'

/** The notice that no new position may be opened in an instrument: the reason, and the times. Nothing where that is not so. */
export function CloseOnlyNotice({ quote: { closeOnly } }: Readonly<{ quote: Pick<Quote, 'closeOnly'> }>) {
  const t = useText('quotes')
  if (closeOnly === undefined) return null
  const { reason, fromTimestamp, untilTimestamp } = closeOnly
  return (
    <InlineMessage tone="warn" title={t('state.closeOnly')}>
      <p>{t(`closeOnly.${reason}`)}</p>
      <p className="num text-text2">{t('closeOnly.span', { from: moment(fromTimestamp), until: moment(untilTimestamp) })}</p>
    </InlineMessage>
  )
}

/** A date is not broken at the end of a line. */
const moment = (at: number): string => formatDateTime(at).replaceAll('-', '\u2011').replaceAll(' ', '\u00a0')
