import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useText } from '../text/text.ts'
import { Derivation } from './Derivation.tsx'
import type { DerivationRead } from './derivation-read.ts'

type DerivationSheetProps = Readonly<{ open: boolean; onClose: () => void; read: DerivationRead }>

/** How a figure came about, over the page that shows it. */
export function DerivationSheet({ open, onClose, read }: DerivationSheetProps) {
  const t = useText('figures')
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <Derivation read={read} />
    </Sheet>
  )
}
