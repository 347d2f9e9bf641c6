import { patiently } from '@rueda/ui/loading/patiently.ts'
import { Info } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useText, wholeText } from '../../shared/text/text.ts'
import type { Overview } from '../../shared/wallets/use-overview.ts'
import { ReturnPercent } from './ReturnPercent.tsx'

/** With words that home is without. */
const ReturnsSheet = lazy(async () => {
  const load = () => Promise.all([import('./ReturnsSheet.tsx'), wholeText()])
  const [sheet] = await patiently(load)
  return { default: sheet.ReturnsSheet }
})

/** The two returns of the account side by side, and what each of them says. */
export function Returns({ returns }: Pick<Overview, 'returns'>) {
  const t = useText('home')
  /** Null until it is asked for the first time. */
  const [open, setOpen] = useState<boolean | null>(null)
  if (returns.timeWeighted === null || returns.moneyWeighted === null) return null
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="-mx-2 grid w-[calc(100%+1rem)] grid-cols-[1fr_1fr_auto] items-center gap-3 rounded-control px-2 py-1.5 text-left active:bg-s2"
      >
        <Return label={t('returns.time')} percent={returns.timeWeighted} />
        <Return label={t('returns.money')} percent={returns.moneyWeighted} />
        <span className="flex">
          <Info aria-hidden size={16} className="text-text3" />
          <span className="sr-only">{t('returns.why')}</span>
        </span>
      </button>
      {open === null ? null : (
        <Suspense fallback={null}>
          <ReturnsSheet
            open={open}
            onClose={() => setOpen(false)}
            timeWeighted={returns.timeWeighted}
            moneyWeighted={returns.moneyWeighted}
          />
        </Suspense>
      )}
    </>
  )
}

const Return = ({ label, percent }: Readonly<{ label: string; percent: string }>) => (
  <span className="flex min-w-0 flex-col">
    <span className="text-micro font-normal text-text3">{label}</span>
    <span className="text-label">
      <ReturnPercent percent={percent} />
    </span>
  </span>
)
