import { Card } from '@rueda/ui/layout/Card.tsx'
import { Donut, SliceDot } from '@rueda/ui/lists/Donut.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { PrivacyMask } from '@rueda/ui/money/PrivacyMask.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { formatSeconds } from '@rueda/ui/formats/dates.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { serverTimeOf } from '../../shared/live/live-clock.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useParts } from '../../shared/profile/use-parts.ts'
import { type Overview, useOverview } from '../../shared/wallets/use-overview.ts'
import { EquityCurve, Total } from './Balance.tsx'

const CURVE_HEIGHT = 240
const DONUT_SIZE = 160

/** Beside the account pages: the course of the total, and its parts. */
export function AccountFocus() {
  const overview = useOverview()
  return (
    <div className="flex flex-col gap-3 p-6">
      <Card>
        <Loaded query={overview} reason={whyFailed} skeleton={<Skeleton height={320} />}>
          {(data) => (
            <>
              <Total overview={data} />
              <EquityCurve overview={data} height={CURVE_HEIGHT} />
            </>
          )}
        </Loaded>
      </Card>
      <Card>
        <Loaded query={overview} reason={whyFailed} skeleton={<Skeleton height={180} />}>
          {(data) => <Shares overview={data} readAt={overview.dataUpdatedAt} />}
        </Loaded>
      </Card>
    </div>
  )
}

/** Cash by wallet and the shares beside it, and of when they are: what stands beside them may follow every price. */
function Shares({ overview, readAt }: Readonly<{ overview: Overview; readAt: number }>) {
  const t = useText('home')
  const parts = useParts(overview)
  if (parts.length === 0) return <p className="py-4 text-meta text-text3">{t('wallets.empty')}</p>
  return (
    <>
      <div className="flex items-center gap-8 py-2">
        <Donut slices={parts} label={t('wallets')} size={DONUT_SIZE} />
        <ul className="flex min-w-0 flex-1 flex-col divide-y divide-line">
          {parts.map(({ key, label, value, percent }, at) => (
            <ShareRow key={key} at={at} label={label} value={value} percent={percent} currency={overview.currency} />
          ))}
        </ul>
      </div>
      <p className="num text-meta text-text3">{t('parts.when', { time: formatSeconds(serverTimeOf(readAt)) })}</p>
    </>
  )
}

type ShareRowProps = Readonly<{ at: number; label: string; value: string; percent: string; currency: string }>

function ShareRow({ at, label, value, percent, currency }: ShareRowProps) {
  const { language } = useUi()
  return (
    <li className="flex min-h-11 items-center gap-3 text-label">
      <SliceDot at={at} />
      <span className="min-w-0 flex-1 truncate font-normal">{label}</span>
      <Money own value={value} currency={currency} withCode />
      <span className="num w-18 flex-none text-right font-normal text-text3">
        <PrivacyMask>{formatPercent(language, percent, 'plain')}</PrivacyMask>
      </span>
    </li>
  )
}
