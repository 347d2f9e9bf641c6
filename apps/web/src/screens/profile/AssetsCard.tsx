import { wallets } from '@rueda/contract/wallets.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Donut } from '@rueda/ui/lists/Donut.tsx'
import { SliceDot } from '@rueda/ui/lists/SliceDot.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { PrivacyMask } from '@rueda/ui/money/PrivacyMask.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { OpenWithdrawals } from '../../shared/wallets/OpenWithdrawals.tsx'
import { type NamedPart, useParts } from '../../shared/profile/use-parts.ts'
import { Explained } from '../../shared/figures/Explained.tsx'
import { query } from '../../shared/server/api.ts'
import { type Overview, useLiveOverview } from '../../shared/wallets/use-overview.ts'

/** The total assets, today's result, and the parts of the total. */
export function AssetsCard() {
  const t = useText('profile')
  const overview = useLiveOverview()
  return (
    <Card label={t('total')}>
      <Loaded query={overview} reason={whyFailed} skeleton={<AssetsSkeleton />}>
        {(read) => <Assets overview={read} />}
      </Loaded>
    </Card>
  )
}

const SKELETON_PX = 197

const AssetsSkeleton = () => <Skeleton height={SKELETON_PX} />

function Assets({ overview }: Readonly<{ overview: Overview }>) {
  const t = useText('profile')
  const parts = useParts(overview)
  return (
    <>
      <div className="flex items-center gap-4 max-[349px]:flex-col max-[349px]:items-start large:flex-col large:items-start">
        <Donut slices={parts} label={`${t('share')}: ${parts.map(({ label, percent }) => `${label} ${percent}%`).join(', ')}`} />
        <div className="min-w-0 flex-1">
          <p className="text-meta text-text3">{t('total')}</p>
          <p className="text-total">
            <Explained className="-my-[7px]" read={query(wallets.explainOverview, { figure: 'total' })}>
              <Money value={overview.totalAssets} currency={overview.currency} own withCode />
            </Explained>
          </p>
          <p className="flex flex-wrap items-center gap-x-1.5 text-meta">
            <Change own absolute={overview.todayProfit} percent={overview.todayProfitRatio} currency={overview.currency} />
            <span className="text-text3">{t('today')}</span>
          </p>
          <OpenWithdrawals openWithdrawals={overview.openWithdrawals} currency={overview.currency} />
        </div>
      </div>
      <Legend slices={parts} currency={overview.currency} />
    </>
  )
}

function Legend({ slices, currency }: Readonly<{ slices: readonly NamedPart[]; currency: string }>) {
  const { language } = useUi()
  if (slices.length === 0) return null
  return (
    <ul className="mt-3 min-h-[93px] border-t border-line pt-2">
      {slices.map(({ key, label, value, percent }, at) => (
        <li key={key} className="flex min-h-7 items-center gap-2 text-meta large:flex-wrap">
          <SliceDot at={at} />
          <span className="min-w-0 flex-1 text-text2 large:basis-2/3">{label}</span>
          <Money value={value} currency={currency} own />
          <span className="num w-16 flex-none text-right text-text3">
            <PrivacyMask>{formatPercent(language, percent, 'plain')}</PrivacyMask>
          </span>
        </li>
      ))}
    </ul>
  )
}
