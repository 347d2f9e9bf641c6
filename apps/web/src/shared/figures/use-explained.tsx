import { IntoView } from '@rueda/ui/layout/IntoView.tsx'
import type { Fact } from '@rueda/ui/lists/Facts.tsx'
import { patiently } from '@rueda/ui/loading/patiently.ts'
import { Suspense, lazy, useState } from 'react'
import { FigureButton } from './FigureButton.tsx'
import type { DerivationRead } from './derivation-read.ts'

const Derivation = lazy(() => patiently(async () => ({ default: (await import('./Derivation.tsx')).Derivation })))

/** Rows whose figure says how it came about: pressed, it unfolds below its row, one row at a time. */
export function useExplained(): (name: string, read: DerivationRead, row: Fact) => Fact {
  const [open, setOpen] = useState<string | null>(null)
  return (name, read, row) => ({
    ...row,
    opens: true,
    value: (
      <FigureButton expanded={open === name} onPress={() => setOpen(open === name ? null : name)}>
        {row.value}
      </FigureButton>
    ),
    below:
      open === name ? (
        <Suspense fallback={null}>
          <IntoView>
            <Derivation read={read} />
          </IntoView>
        </Suspense>
      ) : undefined,
  })
}
