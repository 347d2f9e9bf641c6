import type { Instant } from '@rueda/rules/time.ts'
import type { Booked } from './compare.ts'
import type { InputRecord } from './input-record.ts'
import type { Rerun } from './rerun.ts'

/**
 * One order of an owner on a day: what the tape has of it, what the rerun gives, and what its account shows, side by side
 * (`docs/rules/proof.md` P.43).
 */

/** An execution without the order it is of. */
export type OwnExecution = Omit<Booked, 'orderId'>
/** The sources that an execution is told by. */
type Told = Readonly<{ shown: readonly OwnExecution[]; taped: readonly OwnExecution[]; rerun: readonly OwnExecution[] | null }>
/** What each source has in one place; null where it has nothing there, or there is no rerun. */
export type ComparedExecution = Readonly<{
  shown: OwnExecution | null
  taped: OwnExecution | null
  rerun: OwnExecution | null
  /** How the account differs from the tape, and the tape from the rerun. */
  fromTape: OwnDifference | null
  fromRerun: OwnDifference | null
}>
export type OwnDifference = 'missing' | 'unfounded' | 'price' | 'quantity' | 'time' | 'resting'

/** The names of an owner's orders in a chain, in the order of their first records. */
export function ordersOfOwner(records: readonly InputRecord[], owner: string): readonly string[] {
  const names = records.flatMap((record) => ('owner' in record && record.owner === owner ? [record.order] : []))
  return [...new Set(names)]
}

/** Where an order is over within its day by an input alone; null where the chain does not take it off, or puts it in again: an amended one. */
export function cancelledAt(records: readonly InputRecord[], order: string): Instant | null {
  const last = records.findLast((record) => 'order' in record && record.order === order && TAKES_OR_PUTS.has(record.kind))
  return last?.kind === 'cancel' ? last.at : null
}
const TAKES_OR_PUTS: ReadonlySet<InputRecord['kind']> = new Set(['cancel', 'arrive', 'restore'])

export const executionsOf = (executions: readonly (Booked | Rerun)[], order: string): readonly OwnExecution[] =>
  executions.filter(({ orderId }) => orderId === order).map(({ at, price, quantity, resting }) => ({ at, price, quantity, resting }))

/** Each in its own order, place by place: the first of one stands beside the first of the others. */
export function compareOwn({ shown, taped, rerun }: Told): readonly ComparedExecution[] {
  const places = Math.max(shown.length, taped.length, rerun?.length ?? 0)
  return Array.from({ length: places }, (_, place) => {
    const [account, tape, again] = [shown[place] ?? null, taped[place] ?? null, rerun?.[place] ?? null]
    return {
      ...{ shown: account, taped: tape, rerun: again },
      fromTape: differenceOf(account, tape),
      fromRerun: rerun === null ? null : differenceOf(tape, again),
    }
  })
}

function differenceOf(told: OwnExecution | null, founded: OwnExecution | null): OwnDifference | null {
  if (told === null) return founded === null ? null : 'missing'
  if (founded === null) return 'unfounded'
  if (told.price !== founded.price) return 'price'
  if (told.quantity !== founded.quantity) return 'quantity'
  if (told.at !== founded.at) return 'time'
  return told.resting === founded.resting ? null : 'resting'
}
