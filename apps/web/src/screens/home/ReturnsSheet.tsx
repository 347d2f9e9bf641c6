import { wallets } from '@rueda/contract/wallets.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useExplained } from '../../shared/figures/use-explained.tsx'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { ReturnPercent } from './ReturnPercent.tsx'

type SheetProps = Readonly<{ open: boolean; onClose: () => void; timeWeighted: string; moneyWeighted: string }>

/** What each of the two returns says. */
export function ReturnsSheet({ open, onClose, timeWeighted, moneyWeighted }: SheetProps) {
  const t = useText('home')
  const figures = useText('figures')
  const explained = useExplained()
  const row = (figure: 'timeWeighted' | 'moneyWeighted', label: string, percent: string) =>
    explained(figure, query(wallets.explainOverview, { figure }), { label, value: <ReturnPercent percent={percent} />, strong: true })
  return (
    <Sheet open={open} onClose={onClose} title={t('returns.why')}>
      <div className="flex flex-col gap-3 text-row font-normal text-text2">
        <Facts rows={[row('timeWeighted', t('returns.time'), timeWeighted), row('moneyWeighted', t('returns.money'), moneyWeighted)]} />
        <p>{figures('returns.timeWhy')}</p>
        <p>{figures('returns.moneyWhy')}</p>
        <p className="text-meta text-text3">{figures('returns.how')}</p>
      </div>
    </Sheet>
  )
}
