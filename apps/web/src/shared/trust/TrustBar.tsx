import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { Hourglass, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { ContradictionSheet } from './ContradictionSheet.tsx'
import { useSaveEvidence } from './SaveEvidence.tsx'
import { useKept } from './use-kept.ts'

/** Over every screen while what is shown does not match what was shown, or a head waits for too long. Nothing puts it away but its reason. */
export function TrustBar() {
  const { contradiction, overdueSince } = useKept()
  if (contradiction !== null) return <RedBar />
  return overdueSince === null ? null : <AmberLine since={overdueSince} />
}

const ACTION = 'flex min-h-11 items-center px-1 text-left text-label font-semibold underline underline-offset-4'

function RedBar() {
  const t = useText('trust')
  const saveEvidence = useSaveEvidence()
  const [isOpen, setOpen] = useState(false)
  const { contradiction } = useKept()
  const shown = useLastShown(contradiction)
  if (shown === null) return null
  return (
    <>
      <section
        role="alert"
        aria-label={t('bar.label')}
        className="z-40 flex flex-none flex-wrap items-center gap-x-5 bg-danger px-edge pt-2 text-on-danger panes:py-1"
      >
        <p className="flex min-w-0 flex-1 basis-72 items-start gap-2.5 text-label font-semibold">
          <ShieldAlert aria-hidden size={20} className="flex-none" />
          {t('bar.red')}
        </p>
        <span className="flex flex-wrap gap-x-5">
          <button type="button" className={ACTION} onClick={() => saveEvidence(shown)}>
            {t('bar.save')}
          </button>
          <button type="button" className={ACTION} onClick={() => setOpen(true)}>
            {t('bar.why')}
          </button>
        </span>
      </section>
      <ContradictionSheet contradiction={shown} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function AmberLine({ since }: Readonly<{ since: number }>) {
  const t = useText('trust')
  return (
    <p role="status" className="z-40 flex flex-none flex-wrap items-center gap-x-3 bg-warn-fill px-edge py-1 text-label text-on-warn">
      <Hourglass aria-hidden size={18} className="flex-none" />
      <span className="min-w-0 flex-1 basis-60">{t('bar.amber', { at: formatDateTime(since) })}</span>
      <a className="flex min-h-11 items-center font-semibold underline underline-offset-4" href={hrefTo('pages/trust/index')}>
        {t('bar.why')}
      </a>
    </p>
  )
}
