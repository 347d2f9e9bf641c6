import { Card } from '@rueda/ui/layout/Card.tsx'
import { Donut } from '@rueda/ui/lists/Donut.tsx'
import { SliceDot } from '@rueda/ui/lists/SliceDot.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { PrivacyMask } from '@rueda/ui/money/PrivacyMask.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { formatSeconds } from '@rueda/ui/formats/dates.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useParts } from '../../shared/profile/use-parts.ts'
import { type Overview, useLiveOverview } from '../../shared/wallets/use-overview.ts'

const DONUT_SIZE = 112

/** What the total is made of. */
export function Allocation() {
  const t = useText('home')
  const overview = useLiveOverview()
  return (
    <Card title={t('wallets')}>
      <Loaded query={overview} reason={whyFailed} skeleton={<Skeleton height={180} />}>
        {(data) => <Shares overview={data} pricedAt={overview.pricedAt} />}
      </Loaded>
    </Card>
  )
}

/** Cash by wallet and the shares beside it, and of when their prices are. */
function Shares({ overview, pricedAt }: Readonly<{ overview: Overview; pricedAt: number }>) {
  const t = useText('home')
  const parts = useParts(overview)
  if (parts.length === 0) return <p className="py-4 text-meta text-text3">{t('wallets.empty')}</p>
  return (
    <>
      <div className="flex items-center gap-5 py-2">
        <Donut slices={parts} label={t('wallets')} size={DONUT_SIZE} />
        <ul className="flex min-w-0 flex-1 flex-col divide-y divide-line">
          {parts.map(({ key, label, value, percent }, at) => (
            <ShareRow key={key} at={at} label={label} value={value} percent={percent} currency={overview.currency} />
          ))}
        </ul>
      </div>
      <p className="num text-meta text-text3">{t('parts.when', { time: formatSeconds(pricedAt) })}</p>
    </>
  )
}

type ShareRowProps = Readonly<{ at: number; label: string; value: string; percent: string; currency: string }>

function ShareRow({ at, label, value, percent, currency }: ShareRowProps) {
  const { language } = useUi()
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-2 py-1.5 text-label">
      <SliceDot at={at} />
      <span className="font-normal">{label}</span>
      <span className="num text-right font-normal text-text3">
        <PrivacyMask>{formatPercent(language, percent, 'plain')}</PrivacyMask>
      </span>
      <span className="col-start-2 col-end-4">
        <Money own value={value} currency={currency} withCode />
      </span>
    </li>
  )
}
