import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { BUILD_GONE } from '@rueda/ui/loading/patiently.ts'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Component, type ReactNode, useEffect, useEffectEvent } from 'react'
import { type RoutePath, entryOf } from '../routes.ts'
import { useText } from '../shared/text/text.ts'

type BoundaryProps = Readonly<{ path: RoutePath; onRetry: () => void; children: ReactNode }>
type BoundaryState = Readonly<{ error: unknown }>

/** Confines a failure to its page: the bars stay, and a tap tries again. */
export class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error ?? new Error('The page failed.') }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return <FailedPage error={this.state.error} path={this.props.path} onRetry={this.props.onRetry} />
  }
}

function FailedPage({ error, path, onRetry }: Readonly<{ error: unknown; path: RoutePath; onRetry: () => void }>) {
  const titles = useText('titles')
  const t = useText('common')
  const reason = whyFailed(error, t('pageFailed'))
  const isGone = isBuildGone(error)
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    if (isGone) loadTheNewBuild()
    if (reason !== 'network') return undefined
    const back = () => again()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [isGone, reason])
  return (
    <Screen title={titles(entryOf(path).title)}>
      <div className="flex flex-1 flex-col justify-center">
        <Retry reason={reason} onRetry={isGone ? () => location.reload() : onRetry} />
      </div>
    </Screen>
  )
}

const isBuildGone = (error: unknown): boolean => error instanceof Error && error.name === BUILD_GONE

const LOADED_ANEW = 'rueda.loaded-anew'
const NOT_AGAIN_WITHIN_MS = 60_000

/** Loads the app anew at the same page, because the server has another build; once, in case that does not help. */
function loadTheNewBuild(): void {
  if (Date.now() - Number(sessionStorage.getItem(LOADED_ANEW)) < NOT_AGAIN_WITHIN_MS) return
  sessionStorage.setItem(LOADED_ANEW, String(Date.now()))
  location.reload()
}

/** Code that could not be fetched is the network's fault; anything else is ours. */
function whyFailed(error: unknown, ours: string): 'timeout' | 'network' | Readonly<{ message: string }> {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  const fetching = error instanceof TypeError && /import|fetch|module|load/i.test(error.message)
  return fetching ? 'network' : { message: ours }
}
