import type { IssueKind } from '@rueda/rules/subscriptions/offering.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'

/** An application as the list of a close has it. */
type Listed = Readonly<{ number: string; lots: number; at: Instant }>
type Closing = Readonly<{
  kind: IssueKind
  id: string
  lotSize: bigint
  /** What is published of the list. */
  hashOf: (list: readonly Listed[]) => string
}>

/** What the list of each kind keeps: a draw is by number, an allotment in proportion by the moment too. */
const columns = { ipo: 'number, lots', placing: 'number, lots, at' } as const

/** Publishes the list of those that wait: from here on nothing is added to it and nothing leaves it. */
export async function publishList(client: PoolClient, { kind, id, lotSize, hashOf }: Closing, now: Instant): Promise<true> {
  const { rows } = await client.query<Readonly<{ number: string; lots: number; at: bigint }>>(
    `with waiting as (
       select number, (quantity / $2)::integer as lots, started_at as at from subscriptions where offering_id = $1 and status = 'waiting'
     ), listed as (insert into ${kind}_applications (${kind}_id, ${columns[kind]}) select $1, ${columns[kind]} from waiting)
     select * from waiting`,
    [id, lotSize],
  )
  const listHash = hashOf(rows.map((row) => ({ ...row, at: Number(row.at) })))
  await client.query(`update ${kind}s set status = 'closed', list_hash = $2, closed_at = $3 where id = $1`, [id, listHash, now])
  return true
}
