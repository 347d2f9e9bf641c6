import { accounts } from '@rueda/contract/accounts.ts'
import { HIDES_BELOW_MS, useAfter } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useHoldings } from '../../shared/positions/use-holdings.ts'
import { query } from '../../shared/server/api.ts'
import { useOverview } from '../../shared/wallets/use-overview.ts'

/**
 * True once it is known how tall the cards of one's own money are: five holdings or the way to the first, one part or
 * several. What stands below them loads meanwhile and is shown then, so that nothing seen ever moves down. A visitor has
 * none of them, and nobody waits longer than three seconds.
 */
export function useTopIsThere(signedIn: boolean): boolean {
  const waitedLong = useAfter(HIDES_BELOW_MS)
  const pending = useTopPending(signedIn)
  return waitedLong || !pending
}

function useTopPending(signedIn: boolean): boolean {
  const reads = [useOverview(signedIn), useHoldings(signedIn), useQuery({ ...query(accounts.me, {}), enabled: signedIn })]
  return signedIn && reads.some(({ isPending }) => isPending)
}
