import { useState } from 'react'
import { useSession } from '../../shared/security/session.ts'
import { useKept } from '../../shared/trust/use-kept.ts'
import { useWatch } from '../../shared/trust/watch.ts'
import { type ClaimName, checks, foundByWatch, isOfAccount } from './claims.ts'
import { type Finding, found, keepFinding, useFindings } from '../../shared/findings/findings.ts'

export type Claim = Readonly<{
  finding: Finding | null
  isBusy: boolean
  progress: Readonly<{ done: number; of: number }> | null
  run: () => void
}>

/** A claim with its last finding on this device, and its check. */
export function useClaim(name: ClaimName): Claim {
  const accountId = useSession(({ user }) => user?.id ?? null)
  const [progress, setProgress] = useState<Claim['progress']>(null)
  const [isRunning, setRunning] = useState(false)
  const key = isOfAccount(name) ? `${name}.${accountId}` : name
  const kept = useFindings((findings) => findings[key] ?? null)
  const watched = useWatched(accountId)
  const run = async (): Promise<void> => {
    setRunning(true)
    const finding = await checks[name]((done, of) => setProgress({ done, of }), accountId).catch(() => found('open', 'found.unanswered'))
    keepFinding(key, finding)
    setProgress(null)
    setRunning(false)
  }
  return { finding: name === 'history' ? watched : kept, isBusy: isRunning, progress, run: () => void run() }
}

/** The history is watched without being asked: its finding is the watch's newest, or the one that the device keeps. */
function useWatched(accountId: string | null): Finding | null {
  const last = useWatch((watch) => watch.last)
  const { fineAt, contradiction } = useKept()
  if (last !== null) return { ...foundByWatch(last.outcome, accountId), foundAt: last.at }
  if (contradiction !== null) return { ...foundByWatch('contradiction', accountId), foundAt: contradiction.at }
  return fineAt === null ? null : { ...foundByWatch('fine', accountId), foundAt: fineAt }
}
