import type { FollowRecord } from '@rueda/contract/follow.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Sparkline } from '@rueda/ui/quotes/Sparkline.tsx'
import { StatGrid } from '@rueda/ui/lists/StatGrid.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber, formatPercent } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { FOUR_DIGITS } from './figures.ts'

const CHART_WIDTH = 340
const CHART_HEIGHT = 120
const FALL_HEIGHT = 56

/** A record as two charts, the value and beneath it how far it was below its highest, and the figures of both side by side. */
export function RecordView({ record }: Readonly<{ record: FollowRecord }>) {
  const t = useText('follow')
  const { language } = useUi()
  const { nav, totalReturn, maxDrawdown, annualised, volatility, months, winMonths, buyAndHold, costs, return12m } = record
  const values = nav.map((point) => Number(point.nav))
  const text = (value: number) => formatNumber(language, String(value), FOUR_DIGITS)
  const span = t('chart.span', { low: text(Math.min(...values)), high: text(Math.max(...values)) })
  const falls = nav.map(({ drawdown }) => drawdown)
  const plain = (percent: string | null) => (percent === null ? null : formatPercent(language, percent, 'plain'))
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Sparkline
          area
          width={CHART_WIDTH}
          height={CHART_HEIGHT}
          closes={nav.map((point) => point.nav)}
          base={nav[0]?.nav}
          label={`${t('chart')}. ${span}`}
        />
        <p className="num mt-1 text-meta text-text3">
          {t('chart')}. {span}
        </p>
      </div>
      <div>
        <Sparkline
          area
          width={CHART_WIDTH}
          height={FALL_HEIGHT}
          closes={falls}
          base="0"
          label={`${t('drawdown')}. ${t('fall')} ${formatPercent(language, maxDrawdown, 'change')}`}
        />
        <p className="num mt-1 text-meta text-text3">
          {t('drawdown')}. {t('fall')} {formatPercent(language, maxDrawdown, 'change')}
        </p>
      </div>
      <StatGrid
        stats={[
          { label: t('stat.total'), value: <Change percent={totalReturn} /> },
          { label: t('fall'), value: formatPercent(language, maxDrawdown, 'change') },
          return12m === null ? null : { label: t('stat.return12m'), value: <Change percent={return12m} /> },
          annualised === null ? null : { label: t('stat.yearly'), value: <Change percent={annualised} /> },
          volatility === null ? null : { label: t('stat.volatility'), value: plain(volatility) },
          months === 0 ? null : { label: t('stat.months'), value: t('stat.monthsOf', { won: String(winMonths), num: String(months) }) },
          buyAndHold === null ? null : { label: t('stat.index'), value: <Change percent={buyAndHold} /> },
          { label: t('stat.costs'), value: plain(costs) },
        ]}
      />
    </div>
  )
}
