import { Button } from '@rueda/ui/actions/Button.tsx'
import { patiently } from '@rueda/ui/loading/patiently.ts'
import { useIsInSheet } from '@rueda/ui/sheets/sheet-open.ts'
import { Suspense, lazy, useState } from 'react'
import { useSession } from '../security/session.ts'
import { useText } from '../text/text.ts'

const ExecutionCheck = lazy(() => patiently(async () => ({ default: (await import('./ExecutionCheck.tsx')).ExecutionCheck })))
const ExecutionSheet = lazy(() => patiently(async () => ({ default: (await import('./ExecutionSheet.tsx')).ExecutionSheet })))

type CheckExecutionProps = Readonly<{ orderId: string; instrument: string; tradeDate: string; label: string }>

/** Opens the check of an execution, in a sheet over a page and in place in a sheet. `label` says which one, for whoever hears it. */
export function CheckExecution({ label, ...execution }: CheckExecutionProps) {
  const t = useText('orders')
  const accountId = useSession(({ user }) => user?.id ?? null)
  const isInSheet = useIsInSheet()
  /** Null until it is asked for the first time. */
  const [open, setOpen] = useState<boolean | null>(null)
  if (accountId === null) return null
  const asked = { accountId, ...execution }
  return (
    <>
      <Button tone="ghost" flush label={`${t('fills.check')}: ${label}`} onPress={() => setOpen(!isInSheet || open !== true)}>
        {t('fills.check')}
      </Button>
      {open === null ? null : (
        <Suspense fallback={null}>
          {isInSheet ? (
            open && <ExecutionCheck asked={asked} />
          ) : (
            <ExecutionSheet asked={asked} open={open} onClose={() => setOpen(false)} />
          )}
        </Suspense>
      )}
    </>
  )
}
