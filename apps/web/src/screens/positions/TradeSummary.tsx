import type { DataOf } from '@rueda/contract/endpoint.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Explained } from '../../shared/figures/Explained.tsx'
import { query } from '../../shared/server/api.ts'
import { useLiveQuotes } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { floatingOf, totalOf } from '../../shared/positions/floating.ts'
import { useHoldings } from '../../shared/positions/use-holdings.ts'

/** The value and profit of the holdings, to the last tick, and the money left to use. */
export function TradeSummary() {
  const holdings = useHoldings()
  return (
    <Card>
      <Loaded query={holdings} reason={whyFailed} skeleton={<Skeleton height={116} />}>
        {(whole) => <Figures whole={whole} />}
      </Loaded>
    </Card>
  )
}

function Figures({ whole }: Readonly<{ whole: DataOf<typeof positions.holding> }>) {
  const t = useText('positions')
  const { currency } = whole
  const totals = useTotals(whole)
  return (
    <>
      <div className="flex items-start justify-between gap-x-4 gap-y-2 large:flex-wrap">
        <div className="min-w-0">
          <p className="text-meta text-text3">{t('marketValue')}</p>
          <p className="text-total">
            <Explained read={query(positions.explainHoldings, { figure: 'value' })}>
              <Money value={totals?.value ?? null} currency={currency} own withCode />
            </Explained>
          </p>
        </div>
        <div className="text-right">
          <p className="text-meta text-text3">{t('floating')}</p>
          <Explained read={query(positions.explainHoldings, { figure: 'floating' })}>
            <Change own absolute={totals?.profit ?? null} currency={currency} className="text-nav" />
          </Explained>
        </div>
      </div>
      <Available />
    </>
  )
}

/** Totals to the last tick where all is in one currency; else as the server computed them at its rates. */
function useTotals({ list, currency, totalMarketValue, totalProfit }: DataOf<typeof positions.holding>) {
  const live = useLiveQuotes(list.map(({ code }) => code))
  if (list.some((position) => position.currency !== currency)) return { value: totalMarketValue, profit: totalProfit }
  return totalOf(list.map((position) => floatingOf(position, live.get(position.code)?.price_nominal ?? null)))
}

const TRADING_WALLET = 'STOCK' as const

function Available() {
  const t = useText('positions')
  const common = useText('common')
  const { data } = useQuery(query(wallets.all, {}))
  const trading = data?.wallets.find(({ walletType }) => walletType === TRADING_WALLET)
  return (
    <p className="mt-1.5 flex items-center justify-between gap-4 large:flex-wrap border-t border-line pt-2.5 text-label">
      <span className="font-normal text-text3">{t('availableIn', { wallet: common(`wallet.${TRADING_WALLET}`) })}</span>
      <span className="flex-none">
        <Explained read={query(wallets.explain, { walletType: TRADING_WALLET, figure: 'available' })}>
          <Money value={trading?.available ?? null} currency={trading?.currency ?? 'USD'} rounding="cut" own withCode />
        </Explained>
      </span>
    </p>
  )
}
