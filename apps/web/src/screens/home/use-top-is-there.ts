import { accounts } from '@rueda/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useHoldings } from '../../shared/positions/use-holdings.ts'
import { query } from '../../shared/server/api.ts'
import { useOverview } from '../../shared/wallets/use-overview.ts'

const MAX_WAIT_MS = 3000

/**
 * True once it is known how tall the cards of one's own money are: five holdings or the way to the first, one part or
 * several. What stands below them loads meanwhile and is shown then, so that nothing seen ever moves down. A visitor has
 * none of them, and nobody waits longer than three seconds.
 */
export function useTopIsThere(signedIn: boolean): boolean {
  const waitedLong = useWaitedLong()
  const pending = useTopPending(signedIn)
  return waitedLong || !pending
}

function useTopPending(signedIn: boolean): boolean {
  const reads = [useOverview(signedIn), useHoldings(signedIn), useQuery({ ...query(accounts.me, {}), enabled: signedIn })]
  return signedIn && reads.some(({ isPending }) => isPending)
}

function useWaitedLong(): boolean {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return waited
}
