import type { FundProduct } from '@rueda/contract/funds.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { Sparkline } from '@rueda/ui/quotes/Sparkline.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatPercent } from '@rueda/ui/formats/format.ts'
import { NotOfferedPill } from '../../shared/offerings/NotOfferedPill.tsx'
import { useText } from '../../shared/text/text.ts'
import { RiskPill } from './RiskPill.tsx'

/** One fund of the list: what its value did over a month beside its deepest fall, its risk, term and least amount. */
export function FundRow({ fund, onPress }: Readonly<{ fund: FundProduct; onPress: () => void }>) {
  const t = useText('funds')
  const { language } = useUi()
  const { id, returns, termDays, minAmount, currency, riskLevel, navHistory30, remain, suspended } = fund
  return (
    <button
      type="button"
      onClick={onPress}
      className="-mx-edge flex min-h-[88px] w-[calc(100%+2*var(--edge))] flex-col gap-1 px-edge py-3 text-left active:bg-s2"
    >
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-row font-semibold">{t(`name.${id}`)}</span>
        <span className="flex flex-none items-center gap-2.5">
          <Sparkline closes={navHistory30.map(({ nav }) => nav)} />
          <span className="flex min-w-[76px] flex-col items-end">
            <Change percent={returns.m1} />
            <span className="text-micro font-normal text-text3">{t('month')}</span>
          </span>
        </span>
      </span>
      <span className="num flex flex-wrap items-center gap-x-2.5 gap-y-1 text-meta text-text3">
        <RiskPill level={riskLevel} />
        <span>{termDays === null ? t('noTerm') : t('term', { days: String(termDays) })}</span>
        <span>{t('min', { amount: formatMoney(language, minAmount, currency) })}</span>
        <span>
          {t('fall')} {formatPercent(language, returns.maxDrawdown, 'change')}
        </span>
        {suspended === 1 ? (
          <Pill tone="warn" shape="clock">
            {t('suspended')}
          </Pill>
        ) : null}
        <NotOfferedPill kind="fund" id={id} />
        {Number(remain) < Number(minAmount) ? <Pill shape="slash">{t('full')}</Pill> : null}
      </span>
    </button>
  )
}
