import type { FollowAgency } from '@rueda/contract/follow.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Sparkline } from '@rueda/ui/quotes/Sparkline.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatPercent } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { AgencyStatus } from './AgencyStatus.tsx'
import { CURRENCY } from './figures.ts'
import { RiskPill } from './RiskPill.tsx'

/** One agency of the list: its rule, and what its record did beside the deepest fall. */
export function AgencyRow({ agency, onPress }: Readonly<{ agency: FollowAgency; onPress: () => void }>) {
  const t = useText('follow')
  const { language } = useUi()
  const { id, record, riskLevel, remain } = agency
  const isYoung = record.return12m === null
  // The first strike says nothing yet about what a strategy can do.
  const isNew = record.nav.length < 2
  const shown = record.return12m ?? record.totalReturn
  return (
    <button
      type="button"
      onClick={onPress}
      className="-mx-edge flex min-h-[96px] w-[calc(100%+2*var(--edge))] flex-col gap-1.5 px-edge py-3 text-left active:bg-s2"
    >
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-row font-semibold">{t(`name.${id}`)}</span>
        {isNew ? null : (
          <span className="flex flex-none items-center gap-2.5">
            <Sparkline closes={record.nav.map(({ nav }) => nav)} />
            <span className="flex min-w-[76px] flex-col items-end">
              <Change percent={shown} />
              <span className="text-micro font-normal text-text3">{t(isYoung ? 'stat.total' : 'stat.return12m')}</span>
            </span>
          </span>
        )}
      </span>
      <span className="text-meta text-text2">{t(`rule.${id}`)}</span>
      <span className="num flex flex-wrap items-center gap-x-2.5 gap-y-1 text-meta text-text3">
        <RiskPill level={riskLevel} />
        <AgencyStatus agency={agency} />
        {isNew ? null : (
          <span>
            {t('fall')} {formatPercent(language, record.maxDrawdown, 'change')}
          </span>
        )}
        {isYoung ? <span>{t('record.young')}</span> : null}
        <span>
          {t('room')} {formatMoney(language, remain, CURRENCY)}
        </span>
      </span>
    </button>
  )
}
