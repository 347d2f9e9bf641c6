import { type ReactNode, Suspense, lazy, useState } from 'react'
import { patiently } from '../loading/patiently.ts'

const loadPanel = () => import('./SheetPanel.tsx')
const SheetPanel = lazy(() => patiently(loadPanel))

/** Fetches the sheet's code before the first one opens; the app calls it when idle. */
export const prepareSheets = (): void => void loadPanel().catch(() => undefined)

export type SheetProps = Readonly<{
  open: boolean
  onClose: () => void
  title: string
  /** A second step replaces the content and brings a back arrow. */
  onBack?: (() => void) | undefined
  footer?: ReactNode | undefined
  /** While something is being sent the sheet stays. */
  pending?: boolean | undefined
  children: ReactNode
}>

/** A panel from the bottom, over the page: one at a time. Esc, the scrim, a swipe and "back" close it. */
export function Sheet(props: SheetProps) {
  const [used, setUsed] = useState(props.open)
  if (props.open && !used) setUsed(true)
  return used ? (
    <Suspense fallback={null}>
      <SheetPanel {...props} />
    </Suspense>
  ) : null
}
