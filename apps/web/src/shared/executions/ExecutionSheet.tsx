import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useText } from '../text/text.ts'
import type { AskedExecution } from './check-execution.ts'
import { ExecutionCheck } from './ExecutionCheck.tsx'

type ExecutionSheetProps = Readonly<{ asked: AskedExecution; open: boolean; onClose: () => void }>

/** The check of an execution over the page that shows it; each opening is one check. */
export function ExecutionSheet({ asked, open, onClose }: ExecutionSheetProps) {
  const t = useText('executions')
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      {open ? <ExecutionCheck asked={asked} /> : null}
    </Sheet>
  )
}
