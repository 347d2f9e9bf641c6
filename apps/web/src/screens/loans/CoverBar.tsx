import type { Loan } from '@rueda/contract/loans.ts'
import { formatMoney, formatPercent } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useText } from '../../shared/text/text.ts'

const PERCENT = 100

/** The debt beside what covers it: where it stands, where more is asked for, and where the collateral is sold. */
export function CoverBar({ loan }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  const { language } = useUi()
  const { totalDebt, collateralValue, callDebt, defaultDebt, currency, ltv } = loan
  if (collateralValue === null || callDebt === null || defaultDebt === null || ltv === null) return null
  const money = (value: string): string => formatMoney(language, value, currency)
  const at = (value: string): number => Math.min(PERCENT, Math.max(0, (Number(value) / Number(collateralValue)) * PERCENT))
  const isNear = Number(totalDebt) > Number(callDebt)
  const says = t('cover.says', {
    ...{ share: formatPercent(language, ltv, 'plain'), value: money(collateralValue) },
    ...{ call: money(callDebt), sold: money(defaultDebt) },
  })
  return (
    <div>
      <div role="img" aria-label={says} className="relative h-2 overflow-hidden rounded-pill bg-s3">
        <span
          className={`absolute inset-y-0 left-0 rounded-pill ${isNear ? 'bg-danger' : 'bg-accent'}`}
          style={{ width: `${at(totalDebt)}%` }}
        />
        <span className="absolute inset-y-0 w-0.5 bg-warn" style={{ left: `${at(callDebt)}%` }} />
        <span className="absolute inset-y-0 w-0.5 bg-danger" style={{ left: `${at(defaultDebt)}%` }} />
      </div>
      <p className="num mt-1.5 text-meta text-text3">{says}</p>
    </div>
  )
}
