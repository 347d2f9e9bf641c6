import { RotateCw } from 'lucide-react'
import { Spinner } from './Spinner.tsx'
import { useUi } from '../provider/context.tsx'

type RetryProps = Readonly<{
  /** A time-out, a lost connection, or what the server said. */
  reason?: 'timeout' | 'network' | Readonly<{ message: string }> | undefined
  onRetry: () => void
  busy?: boolean | undefined
}>

/** Something did not load: the whole block is the button that tries again. Only this part fails. */
export function Retry({ reason = 'network', onRetry, busy = false }: RetryProps) {
  const { text } = useUi()
  const why = reason === 'timeout' ? text.timedOut : reason === 'network' ? text.networkError : reason.message
  return (
    <div role="alert" data-failed>
      <button
        type="button"
        aria-busy={busy}
        onClick={() => (busy ? undefined : onRetry())}
        className="flex min-h-22 w-full flex-col items-center justify-center gap-1.5 rounded-card px-4 py-4 text-center active:bg-s2"
      >
        {busy ? <Spinner className="text-text3" /> : <RotateCw aria-hidden size={20} className="text-text3" />}
        <span className="text-label font-normal text-text2">
          {why} <b className="font-semibold text-accent">{text.retry}</b>
        </span>
      </button>
    </div>
  )
}
