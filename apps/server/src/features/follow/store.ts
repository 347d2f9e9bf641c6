import type { AgencyId } from '@rueda/rules/follow/agency.ts'
import type { Mandate, MandateStatus } from '@rueda/rules/follow/mandate.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type Listed, mapListed, readPage } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type MandateRecord, readMandate } from './records.ts'

export type MandateFilter = Readonly<{ id: string | null; statuses: readonly MandateStatus[]; limit: number; offset: number }>

/** The customer's own mandates, newest first; somebody else's reads as a missing one. */
export async function mandatesOf(
  reader: Reader,
  accountId: string,
  { id, statuses, limit, offset }: MandateFilter,
): Promise<Listed<Mandate>> {
  const where = 'account_id = $1 and ($2::uuid is null or id = $2) and status = any ($3)'
  const values = [accountId, id, statuses]
  const page = { table: 'mandates', where, values, order: 'started_at desc, id desc', limit, offset }
  return mapListed(await readPage<MandateRecord>(reader, page), readMandate)
}

/** The customer's own mandate; somebody else's reads as a missing one. */
export async function ownMandate(reader: Reader, accountId: string, id: string): Promise<Mandate | null> {
  const { rows } = await reader.query<MandateRecord>('select * from mandates where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readMandate(rows[0])
}

/** Every mandate of the customer that began or waits to. */
export async function begunMandatesOf(reader: Reader, accountId: string): Promise<readonly Mandate[]> {
  const { rows } = await reader.query<MandateRecord>(
    `select * from mandates where account_id = $1 and status in ('waiting', 'active', 'settled')`,
    [accountId],
  )
  return rows.map(readMandate)
}

type Wanted = Readonly<{ agencyId: AgencyId; through: CalendarDate; most: number }>

/** Mandates of an agency that wait for a strike up to a date, in the order in which they were asked for; all of one that has ended. */
export async function waitingMandates(
  reader: Reader,
  { agencyId, through, most, isOver }: Wanted & Readonly<{ isOver: boolean }>,
): Promise<readonly Mandate[]> {
  const { rows } = await reader.query<MandateRecord>(
    `select * from mandates where agency_id = $1 and status = 'waiting' and (due_on <= $2 or $3)
     order by deal_on, started_at, id limit $4`,
    [agencyId, through, isOver, most],
  )
  return rows.map(readMandate)
}

/** Active mandates of an agency to which something may happen up to a date: their term, an end that was asked for, their limit. */
export async function activeMandates(
  reader: Reader,
  {
    agencyId,
    through,
    most,
    after,
    everyone,
    withLimits,
  }: Wanted & Readonly<{ after: string | null; everyone: boolean; withLimits: boolean }>,
): Promise<readonly Mandate[]> {
  const { rows } = await reader.query<MandateRecord>(
    `select * from mandates where agency_id = $1 and status = 'active' and ($5 or due_on <= $2 or ($6 and limit_percent is not null))
       and ($3::uuid is null or id > $3)
     order by id limit $4`,
    [agencyId, through, after, most, everyone, withLimits],
  )
  return rows.map(readMandate)
}

/** The units given out of each agency, the amounts that wait to become some, and how many mandates that is. */
export async function takenBy(reader: Reader): Promise<ReadonlyMap<AgencyId, Taken>> {
  const { rows } = await reader.query<Taken & Readonly<{ agency_id: AgencyId }>>(
    `select agency_id, sum(units)::bigint as units, coalesce(sum(amount) filter (where status = 'waiting'), 0)::bigint as waiting,
            count(*)::int as mandates
     from mandates where status in ('waiting', 'active') group by agency_id`,
  )
  return new Map(rows.map(({ agency_id: agencyId, ...taken }) => [agencyId, taken]))
}
export type Taken = Readonly<{ units: bigint; waiting: bigint; mandates: number }>
