import { type FundProduct, funds } from '@rueda/contract/funds.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { Sparkline } from '@rueda/ui/quotes/Sparkline.tsx'
import { StatGrid } from '@rueda/ui/lists/StatGrid.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatNumber, formatPercent } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { RiskPill } from './RiskPill.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { VALUE_DIGITS, shareText } from './figures.ts'
import { useNameOfId } from '../../shared/quotes/instrument-name.ts'

const CHART_HEIGHT = 140
const CHART_WIDTH = 340

/** What a fund did, holds and costs, and when a request is dealt. */
export function FundFacts({ fund }: Readonly<{ fund: FundProduct }>) {
  const t = useText('funds')
  const { language } = useUi()
  const { returns, nav, navDate, riskLevel, termDays, currency, suspended } = fund
  return (
    <>
      <div>
        <p className="flex flex-wrap items-center gap-2 text-meta text-text3">
          <RiskPill level={riskLevel} />
          {termDays === null ? t('noTerm') : t('term', { days: String(termDays) })}
        </p>
        <p className="num mt-1 text-total">{formatNumber(language, nav, VALUE_DIGITS)}</p>
        <p className="num text-meta text-text3">
          {t('chart')} · {currency} · {formatDate(navDate)}
        </p>
      </div>
      {suspended === 1 ? <InlineMessage tone="warn">{t('suspended')}</InlineMessage> : null}
      <History fund={fund} />
      <StatGrid
        stats={[
          { label: t('week'), value: <Change percent={returns.d7} /> },
          { label: t('month'), value: <Change percent={returns.m1} /> },
          { label: t('year'), value: <Change percent={returns.y1} /> },
          { label: t('fall'), value: formatPercent(language, returns.maxDrawdown, 'change') },
        ]}
      />
      <InlineMessage tone="info">{t('noPromise')}</InlineMessage>
      <Costs fund={fund} />
      <Dates fund={fund} />
    </>
  )
}

/** All values of a unit as a line, and what the fund holds now. */
function History({ fund }: Readonly<{ fund: FundProduct }>) {
  const t = useText('funds')
  const { language } = useUi()
  const read = useQuery(query(funds.history, { productId: fund.id }))
  const spanOf = (navs: readonly Readonly<{ nav: string }>[]): string => {
    const values = navs.map(({ nav }) => Number(nav))
    const text = (value: number) => formatNumber(language, String(value), VALUE_DIGITS)
    return t('chart.span', { low: text(Math.min(...values)), high: text(Math.max(...values)) })
  }
  return (
    <Loaded query={read} reason={whyFailed} skeleton={<Skeleton height={CHART_HEIGHT} />} hidesBelow>
      {({ navs, holdings }) => (
        <>
          <div>
            <Sparkline
              area
              width={CHART_WIDTH}
              height={CHART_HEIGHT}
              closes={navs.map(({ nav }) => nav)}
              base={navs[0]?.nav}
              label={`${t('chart')}. ${spanOf(navs)}`}
            />
            <p className="num mt-1 text-meta text-text3">
              {t('chart.since', { from: formatDate(navs[0]?.date ?? fund.navDate), to: formatDate(fund.navDate) })}. {spanOf(navs)}
            </p>
          </div>
          <Holdings fund={fund} holdings={holdings} />
        </>
      )}
    </Loaded>
  )
}

function Holdings({ fund, holdings }: Readonly<{ fund: FundProduct; holdings: FundProduct['holdingsTop'] }>) {
  const t = useText('funds')
  const nameOf = useNameOfId()
  const { language } = useUi()
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('holdings')} />
      <Facts
        rows={holdings.map(({ instrumentId, name, weight }) => ({
          label: instrumentId === null ? t(name === 'ARS' ? 'bills.ARS' : 'bills.USD') : nameOf({ instrumentId, name }),
          value: formatPercent(language, weight, 'plain'),
        }))}
      />
      <p className="text-meta text-text3">
        {t(`rule.${fund.rule}`)}
        {fund.billRate === null ? null : ` ${t('bills.rate', { rate: shareText(language, fund.billRate) })}`}
      </p>
    </section>
  )
}

function Costs({ fund: { mgmtFeeRate, subscribeFeeRate, earlyRedeemFeeRate, termDays } }: Readonly<{ fund: FundProduct }>) {
  const t = useText('funds')
  const { language } = useUi()
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('costs')} />
      <Facts
        rows={[
          { label: t('cost.management'), value: shareText(language, mgmtFeeRate) },
          { label: t('cost.subscription'), value: shareText(language, subscribeFeeRate) },
          termDays === null ? null : { label: t('cost.early'), value: shareText(language, earlyRedeemFeeRate) },
        ]}
      />
    </section>
  )
}

function Dates({ fund: { cutOffTimestamp, dealDate, payDate, remain, currency } }: Readonly<{ fund: FundProduct }>) {
  const t = useText('funds')
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('dates')} />
      <Facts
        rows={[
          { label: t('date.cutOff'), value: formatDeadline(cutOffTimestamp) },
          { label: t('date.deal'), value: formatDate(dealDate) },
          { label: t('date.pay'), value: formatDate(payDate) },
          { label: t('room'), value: <Money value={remain} currency={currency} /> },
        ]}
      />
    </section>
  )
}
