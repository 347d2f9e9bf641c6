import type { DataOf } from '@rueda/contract/endpoint.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { Card } from '@rueda/ui/Card.tsx'
import { Donut, SliceDot, slicesShown } from '@rueda/ui/Donut.tsx'
import { Loaded } from '@rueda/ui/Loaded.tsx'
import { Money } from '@rueda/ui/Money.tsx'
import { Skeleton } from '@rueda/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../app/api.ts'
import { useText } from '../../app/text.ts'
import { whyFailed } from '../../app/why-failed.ts'
import { EquityCurve, Total, useOverview } from './Balance.tsx'

const CURVE_HEIGHT = 240
const DONUT_SIZE = 160

/** Beside the account pages: how the whole has gone, and what it is made of. */
export function AccountFocus() {
  const overview = useOverview()
  const all = useQuery(query(wallets.all, {}))
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
        <Loaded query={all} reason={whyFailed} skeleton={<Skeleton height={180} />}>
          {(data) => <WalletShares all={data} />}
        </Loaded>
      </Card>
    </div>
  )
}

function WalletShares({ all }: { all: DataOf<typeof wallets.all> }) {
  const t = useText('home')
  const words = useText('common')
  const filled = all.wallets.filter(({ valueUsd }) => Number(valueUsd ?? 0) > 0)
  const slices = filled.map(({ walletType, valueUsd }) => ({ label: words(`wallet.${walletType}`), value: valueUsd ?? '0' }))
  if (slices.length === 0) return <p className="py-4 text-meta text-text3">{t('wallets.empty')}</p>
  return (
    <div className="flex items-center gap-8 py-2">
      <Donut slices={slices} label={t('wallets')} size={DONUT_SIZE} />
      <ul className="flex flex-1 flex-col divide-y divide-line">
        {slicesShown(slices).map((slice, at) => (
          <li key={slice.label} className="flex min-h-11 items-center gap-3 text-label">
            <SliceDot at={at} />
            <span className="min-w-0 flex-1 font-normal">{slice.label === '…' ? t('wallets.other') : slice.label}</span>
            <Money own value={slice.value} currency="USD" withCode />
          </li>
        ))}
      </ul>
    </div>
  )
}
