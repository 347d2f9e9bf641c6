import { fees } from '@rueda/contract/fees.ts'
import { tradedMarkets, marketFacts } from '@rueda/rules/markets/markets.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useQueryValue } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { CommissionVersions, PastCommissions, pastOf } from './CommissionVersions.tsx'
import { DividendTax } from './DividendTax.tsx'
import { ExchangeCosts } from './ExchangeCosts.tsx'
import { FeeExamples } from './FeeExamples.tsx'
import { FeeRows } from './FeeRows.tsx'
import { LiquidationFee, OvernightRates } from './MarginCosts.tsx'
import { ProductCosts } from './ProductCosts.tsx'
import { TradingRules } from './TradingRules.tsx'
import { WithdrawalFees } from './WithdrawalFees.tsx'

const tabs = [...tradedMarkets, 'exchange', 'withdrawals', 'products'] as const

/** Route `pages/fees/index`: everything that costs something, from the tables the server itself charges by. */
export function Fees() {
  const t = useText('fees')
  const [tab, choose] = useQueryValue('market', tabs, 'US')
  const read = useQuery(query(fees.all, {}))
  return (
    <Screen title={t('title')}>
      <div className="sticky top-0 z-10 -mx-edge -mt-1 bg-bg px-edge">
        <ScrollTabs
          label={t('markets')}
          tabs={tabs.map((value) => ({ value, label: t(`market.${value}`) }))}
          value={tab}
          onChange={choose}
        />
      </div>
      <Loaded query={read} reason={whyFailed} hidesBelow>
        {({ markets, versions, today, exchange, overnight, withdrawals, products }) => {
          if (tab === 'withdrawals') return <WithdrawalFees withdrawals={withdrawals} />
          if (tab === 'products') return <ProductCosts products={products} />
          const shown = markets.find(({ market }) => market === tab)
          if (shown === undefined) return <ExchangeCosts exchange={exchange} />
          const past = pastOf(shown, versions)
          return (
            <>
              <FeeRows market={shown} today={today} past={past.length === 0 ? null : <PastCommissions market={shown} versions={past} />} />
              <CommissionVersions market={shown} versions={versions} />
              <FeeExamples market={shown} />
              <DividendTax market={shown} />
              {marketFacts[shown.market].lists === 'pairs' ? <OvernightRates overnight={overnight} /> : null}
              <LiquidationFee market={shown} />
              <TradingRules market={shown} />
            </>
          )
        }}
      </Loaded>
      <Card title={t('operator.title')}>
        <p className="text-label font-normal text-text2">{t('operator.why')}</p>
      </Card>
    </Screen>
  )
}
