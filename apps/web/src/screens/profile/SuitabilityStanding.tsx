import { suitability } from '@rueda/contract/suitability.ts'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

/** How the account stands with the questions on leverage, in a line; nothing while it is read. */
export function SuitabilityStanding() {
  const t = useText('suitability')
  const { data } = useQuery(query(suitability.state, {}))
  if (data === undefined) return null
  const { status, validUntilTimestamp, pausedUntilTimestamp } = data
  if (status === 'passed') return t('state.passedUntil', { date: formatDate(validUntilTimestamp) })
  return status === 'paused' ? t('state.pausedUntil', { date: formatDeadline(pausedUntilTimestamp) }) : t('state.open')
}
