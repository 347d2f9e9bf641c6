import { Toaster as Sonner } from 'sonner'
import { TOAST_MS } from './toast.ts'

const style = {
  '--normal-bg': 'var(--toast-bg)',
  '--normal-text': 'var(--toast-text)',
  '--normal-border': 'transparent',
  '--width': 'min(100vw - 30px, 450px)',
  // Toasts have the app's own words, in the app's own font.
  'fontFamily': 'inherit',
  'position': 'absolute',
  'bottom': 'calc(var(--sticky-bar) + var(--safe-bottom) + 12px)',
} as const

/** Shows toasts above the bars, inside the shell. */
export default function Toaster() {
  return (
    <Sonner
      position="bottom-center"
      visibleToasts={1}
      duration={TOAST_MS}
      offset={0}
      style={style as Record<string, string>}
      icons={{ error: null }}
      toastOptions={{ classNames: { title: 'line-clamp-2 text-label', toast: 'rounded-control!' } }}
    />
  )
}
