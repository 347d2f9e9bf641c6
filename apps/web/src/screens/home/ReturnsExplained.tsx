import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { useText } from '../../shared/text/text.ts'
import { ReturnPercent } from './ReturnPercent.tsx'

/** What each of the two returns says. Inside a sheet. */
export function ReturnsExplained({ timeWeighted, moneyWeighted }: Readonly<{ timeWeighted: string; moneyWeighted: string }>) {
  const t = useText('home')
  return (
    <div className="flex flex-col gap-3 text-row font-normal text-text2">
      <Facts
        rows={[
          { label: t('returns.time'), value: <ReturnPercent percent={timeWeighted} />, strong: true },
          { label: t('returns.money'), value: <ReturnPercent percent={moneyWeighted} />, strong: true },
        ]}
      />
      <p>{t('returns.timeWhy')}</p>
      <p>{t('returns.moneyWhy')}</p>
      <p className="text-meta text-text3">{t('returns.how')}</p>
    </div>
  )
}
