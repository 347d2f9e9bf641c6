import type { RobotBars, RobotRow } from '@rueda/contract/robots.ts'
import { percentText } from '@rueda/rules/decimal.ts'
import { formatMinor, moneyOf } from '@rueda/rules/money.ts'
import { type Backtest, deepestFall, lessRent } from '@rueda/rules/robots/backtest.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { StatGrid } from '@rueda/ui/lists/StatGrid.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatNumber, formatPercent } from '@rueda/ui/formats/format.ts'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useText } from '../../shared/text/text.ts'
import { BacktestChart } from './BacktestChart.tsx'
import type { RobotTerms } from './RobotDetail.tsx'
import { StockChips } from './StockChips.tsx'
import { hashHere, runBacktest } from './run-backtest.ts'
import { useBars } from './use-robots.ts'

/** The capital of backtests, in cents. */
const CAPITAL = 100_000n
const CHART_HEIGHT = 200

type BacktestCardProps = Readonly<{
  robot: RobotRow
  terms: RobotTerms
  stocks: readonly string[]
  onStocks: (codes: readonly string[]) => void
}>

/** What the rule would have done in a year with the chosen shares, less its rent: hypothetical, worked out here from published bars. */
export function BacktestCard({ robot, terms, stocks, onStocks }: BacktestCardProps) {
  const t = useText('robots')
  const read = useBars(stocks)
  return (
    <Card title={t('backtest')} action={<Pill tone="warn">{t('backtest.pill')}</Pill>}>
      <p className="pb-2 text-meta text-text3">{t('backtest.text')}</p>
      <StockChips terms={terms} chosen={stocks} onChoose={onStocks} />
      <Loaded query={read} reason={whyFailed} skeleton={<Skeleton height={CHART_HEIGHT} />}>
        {({ stocks: bars }) => (
          <Tested robot={robot} terms={terms} bars={bars} onAgain={async () => (await read.refetch()).data?.stocks ?? bars} />
        )}
      </Loaded>
    </Card>
  )
}

type TestedProps = Readonly<{
  robot: RobotRow
  terms: RobotTerms
  bars: readonly RobotBars[]
  onAgain: () => Promise<readonly RobotBars[]>
}>

function Tested({ robot, terms, bars, onAgain }: TestedProps) {
  const t = useText('robots')
  const { language } = useUi()
  const test = lessRent(runBacktest(robot.id, bars, CAPITAL), moneyOf(terms.rent, 'USD').minor)
  const [first, last] = [test.values[0], test.values.at(-1)]
  if (first === undefined || last === undefined) return <InlineMessage tone="info">{t('backtest.short')}</InlineMessage>
  const percent = (part: bigint): string => formatPercent(language, percentText(part), 'plain')
  const isFree = test.rentals === 0
  const [fall, heldFall] = [percent(deepestFall(test.values)), percent(deepestFall(test.held))]
  return (
    <div className="flex flex-col gap-2.5 pt-2.5">
      <BacktestChart
        test={test}
        label={t('chart.label', { robot: resultText(test.values), held: resultText(test.held) })}
        fallLabel={t('chart.fall', { num: fall })}
      />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-text3">
        <Key colour="var(--series-1)">{t('legend.robot')}</Key>
        <Key colour="var(--series-8)" dashed>
          {t('legend.held')}
        </Key>
        <Key colour="var(--warn)">{t('legend.fall')}</Key>
      </p>
      <p className="num text-meta text-text3">{t('chart.span', { from: formatDate(first.date), to: formatDate(last.date) })}</p>
      <StatGrid
        stats={[
          { label: t('stat.result'), value: <Change percent={resultText(test.values)} /> },
          { label: t('stat.held'), value: <Change percent={resultText(test.held)} /> },
          isFree ? null : { label: t('stat.beforeRent'), value: <Change percent={resultText(test.before)} /> },
          isFree
            ? null
            : {
                label: t('stat.rents', { num: String(test.rentals), days: String(terms.termDays) }),
                value: <Money value={formatMinor(test.rents, 'USD')} currency="USD" />,
              },
          { label: t('stat.fall'), value: fall },
          { label: t('stat.heldFall'), value: heldFall },
          { label: t('stat.trades'), value: formatNumber(language, String(test.trades.length)) },
          { label: t('stat.charges'), value: <Money value={formatMinor(test.charges, 'USD')} currency="USD" /> },
        ]}
      />
      <Again robot={robot} shown={test.before} onAgain={onAgain} />
    </div>
  )
}

const resultText = (points: Backtest['values']): string => percentText((points.at(-1)?.value ?? CAPITAL) - CAPITAL, CAPITAL)

function Key({ colour, dashed = false, children }: Readonly<{ colour: string; dashed?: boolean; children: string }>) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className="w-5 border-t-2" style={{ borderColor: colour, borderStyle: dashed ? 'dashed' : 'solid' }} />
      {children}
    </span>
  )
}

type Checked = 'same' | 'different' | null

/** Reads the bars anew, hashes the rule and works everything out again in this browser. */
function Again({ robot, shown, onAgain }: Readonly<{ robot: RobotRow; shown: Backtest['values']; onAgain: TestedProps['onAgain'] }>) {
  const t = useText('robots')
  const { language } = useUi()
  const [checked, setChecked] = useState<Checked>(null)
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    const again = runBacktest(robot.id, await onAgain(), CAPITAL)
    const isSame = (await hashHere(robot.id)) === robot.hash && again.values.at(-1)?.value === shown.at(-1)?.value
    setChecked(isSame ? 'same' : 'different')
    setBusy(false)
  }
  return (
    <>
      <Button tone="secondary" wide busy={busy} onPress={() => void check()}>
        {t('again')}
      </Button>
      {checked === null ? null : (
        <InlineMessage tone={checked === 'same' ? 'up' : 'warn'}>
          {t(`again.${checked}`, { num: formatNumber(language, String(shown.length)) })}
        </InlineMessage>
      )}
    </>
  )
}
