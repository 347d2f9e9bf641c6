import { type AgencyId, agencies } from '@rueda/rules/follow/agency.ts'
import { valueOfUnits } from '@rueda/rules/follow/mandate.ts'
import { greatest } from '@rueda/rules/decimal.ts'
import { publishedNav } from '@rueda/rules/funds/nav.ts'
import type { App } from '../../app.ts'
import { takenBy } from './store.ts'

export type Room = Readonly<{ worth: bigint; waiting: bigint; mandates: number; left: bigint }>

/**
 * What follows each agency, and what it can still take, in cents: its capacity less what all mandates are worth and, where they are asked for,
 * the amounts that wait. Never below zero.
 */
export async function roomOf(
  { pool, agencies: book }: Pick<App, 'pool' | 'agencies'>,
  beside: 'active' | 'waiting',
): Promise<(agencyId: AgencyId) => Room> {
  const taken = await takenBy(pool)
  return (agencyId) => {
    const { units, waiting, mandates } = taken.get(agencyId) ?? { units: 0n, waiting: 0n, mandates: 0 }
    const worth = valueOfUnits(units, publishedNav(book.latest(agencyId)?.nav ?? 0n))
    const left = agencies[agencyId].capacity - worth - (beside === 'waiting' ? waiting : 0n)
    return { worth, waiting, mandates, left: greatest(left, 0n) }
  }
}
