import type { LoanCollateral, LoanProduct } from '@rueda/contract/loans.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { useText } from '../../shared/text/text.ts'
import { DebtChart } from './DebtChart.tsx'
import { PenaltyRate } from './PenaltyRate.tsx'
import { type Pledged, costsOf, levelOf, rateText } from './figures.ts'

type LoanCostsProps = Readonly<{ product: LoanProduct; amount: string; items: readonly LoanCollateral[]; pledged: Pledged; bare?: boolean }>

/** Everything that a loan costs, and what it does to what covers it; with the debt as a line where it is chosen. */
export function LoanCosts({ product, amount, items, pledged, bare = false }: LoanCostsProps) {
  const t = useText('loans')
  const { language } = useUi()
  const now = useServerNow()
  const { currency, apr, effectiveRate, termDays } = product
  const { daily, interest, total, late, dueOn, line } = costsOf(amount, product, now)
  const money = (value: string) => <Money value={value} currency={currency} />
  const hasCover = pledged.size > 0
  const facts = (
    <Facts
      rows={[
        { label: t('cost.daily'), value: money(daily) },
        { label: t('cost.interest'), value: money(interest) },
        { label: t('cost.fee'), value: t('cost.none') },
        { label: t('cost.total'), value: money(total), strong: true },
        { label: t('cost.due'), value: formatDate(dueOn) },
        { label: t('cost.apr'), value: rateText(language, apr), divided: true },
        { label: t('cost.effective'), value: rateText(language, effectiveRate) },
        { label: t('cost.penalty'), value: <PenaltyRate {...product} />, tone: 'warn' },
        { label: t('cost.late'), value: money(late), tone: 'warn' },
        hasCover && { label: t('cost.call'), value: money(levelOf(items, pledged, 'callLevel')), divided: true },
        hasCover && { label: t('cost.sold'), value: money(levelOf(items, pledged, 'defaultLevel')) },
      ]}
    />
  )
  if (bare) return facts
  return (
    <Card title={t('costs')}>
      <DebtChart
        line={line}
        termDays={termDays}
        label={t('chart.says', {
          total: formatMoney(language, total, currency),
          late: formatMoney(language, line.at(-1) ?? total, currency),
        })}
      />
      {facts}
    </Card>
  )
}
