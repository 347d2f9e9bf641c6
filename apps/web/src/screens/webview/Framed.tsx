import { SECOND_MS } from '@rueda/rules/time.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../shared/text/text.ts'

/** A page that has not come by then is taken for one that cannot be shown here. */
const PATIENCE_MS = 10 * SECOND_MS

type FramedProps = Readonly<{ address: URL; title: string; blocked: ReactNode }>

/**
 * A page in a frame that can run its own scripts and nothing else: it cannot move the app, open windows or send forms, and it is a
 * stranger even to its own host. The server's policy keeps it on the allowed hosts, also where it redirects.
 */
export function Framed({ address, title, blocked }: FramedProps) {
  const t = useText('webview')
  const [state, setState] = useState<'loading' | 'shown' | 'blocked'>('loading')
  useEffect(() => {
    if (state !== 'loading') return undefined
    const timer = setTimeout(() => setState('blocked'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [state])
  useEffect(() => {
    const refuse = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective === 'frame-src') setState('blocked')
    }
    document.addEventListener('securitypolicyviolation', refuse)
    return () => document.removeEventListener('securitypolicyviolation', refuse)
  }, [])
  if (state === 'blocked') return blocked
  return (
    <div className="relative -mx-edge -my-edge flex min-h-[60dvh] flex-1 flex-col">
      {state === 'loading' ? (
        <div role="progressbar" aria-label={t('loading')} className="absolute inset-x-0 top-0 h-0.5 animate-pulse bg-accent-fill" />
      ) : null}
      <iframe
        src={address.href}
        title={title}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        onLoad={() => setState((before) => (before === 'blocked' ? before : 'shown'))}
        className="w-full flex-1 border-0 bg-white"
      />
    </div>
  )
}
