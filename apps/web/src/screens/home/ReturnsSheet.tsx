import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useText } from '../../shared/text/text.ts'
import { ReturnPercent } from './ReturnPercent.tsx'

type SheetProps = Readonly<{ open: boolean; onClose: () => void; timeWeighted: string; moneyWeighted: string }>

/** What each of the two returns says. */
export function ReturnsSheet({ open, onClose, timeWeighted, moneyWeighted }: SheetProps) {
  const t = useText('home')
  return (
    <Sheet open={open} onClose={onClose} title={t('returns.why')}>
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
    </Sheet>
  )
}
