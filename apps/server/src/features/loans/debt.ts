import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'

/** Everything a customer owes, in minor units of dollars. */
export async function debtsOf(reader: Reader, accountId: string): Promise<bigint> {
  const { rows } = await reader.query<{ debt: bigint }>('select coalesce(sum(debt), 0)::bigint as debt from loans where account_id = $1', [
    accountId,
  ])
  return rows[0]?.debt ?? 0n
}

/** Interest and penalties that have come up since a moment, which is the result of owing. */
export async function interestSince(reader: Reader, accountId: string, since: Instant): Promise<bigint> {
  const { rows } = await reader.query<{ interest: bigint }>(
    `select coalesce(-sum(amount), 0)::bigint as interest from postings
     where account_id = $1 and at >= $2 and account like 'U:LOAN:%' and journal in ('J71', 'J73')`,
    [accountId, since],
  )
  return rows[0]?.interest ?? 0n
}
