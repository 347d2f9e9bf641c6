import { patiently } from '@rueda/ui/loading/patiently.ts'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { FigureButton } from './FigureButton.tsx'
import type { DerivationRead } from './derivation-read.ts'

const DerivationSheet = lazy(() => patiently(async () => ({ default: (await import('./DerivationSheet.tsx')).DerivationSheet })))

type ExplainedProps = Readonly<{ read: DerivationRead; className?: string | undefined; children: ReactNode }>

/** A figure on a page that opens how it came about in a sheet. In a sheet `useExplained` unfolds it under its row instead. */
export function Explained({ read, className, children }: ExplainedProps) {
  /** Null until it is asked for the first time. */
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <FigureButton onPress={() => setOpen(true)} className={className}>
        {children}
      </FigureButton>
      {open === null ? null : (
        <Suspense fallback={null}>
          <DerivationSheet open={open} onClose={() => setOpen(false)} read={read} />
        </Suspense>
      )}
    </>
  )
}
