import type { FollowAgency } from '@rueda/contract/follow.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useText } from '../../shared/text/text.ts'
import { takesOrders } from './use-follow.ts'

/** Why an agency takes no orders; nothing where it does. */
export function AgencyStatus({ agency }: Readonly<{ agency: FollowAgency }>) {
  const t = useText('follow')
  const { status, endsOn } = agency
  if (status === 'open') return takesOrders(agency) ? null : <Pill shape="slash">{t('full')}</Pill>
  if (status === 'paused')
    return (
      <Pill tone="warn" shape="clock">
        {t('agency.paused')}
      </Pill>
    )
  if (status === 'closing')
    return (
      <Pill tone="warn" shape="clock">
        {t('agency.closing', { date: formatDate(endsOn ?? '') })}
      </Pill>
    )
  return <Pill shape="slash">{t(`agency.${status}`)}</Pill>
}
