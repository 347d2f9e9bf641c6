import type { FollowAgency } from '@rueda/contract/follow.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { AgencyStatus } from './AgencyStatus.tsx'
import { RiskPill } from './RiskPill.tsx'

/** The agency of an order: its risk, what its record did, and how deep it fell. */
export function AgencyStrip({ agency }: Readonly<{ agency: FollowAgency }>) {
  const t = useText('follow')
  const { language } = useUi()
  const { id, riskLevel, record } = agency
  // The first strike says nothing yet about what a strategy can do.
  const isNew = record.nav.length < 2
  return (
    <Card label={t(`name.${id}`)}>
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 text-row font-semibold">{t(`name.${id}`)}</h2>
        {isNew ? null : (
          <span className="flex flex-none flex-col items-end">
            <Change percent={record.totalReturn} />
            <span className="text-micro font-normal text-text3">{t('stat.total')}</span>
          </span>
        )}
      </div>
      <p className="num mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-meta text-text3">
        <RiskPill level={riskLevel} />
        <AgencyStatus agency={agency} />
        {isNew ? null : (
          <span>
            {t('fall')} {formatPercent(language, record.maxDrawdown, 'change')}
          </span>
        )}
        {record.return12m === null ? <span>{t('record.young')}</span> : null}
      </p>
    </Card>
  )
}
