import type { Identified } from '@rueda/rules/ledger/record.ts'
import { type Classification, ownTables } from '../db/classification.ts'
import type { Kinds, StoredEvents, StoredKind } from '../write-path/record-kind.ts'
import { arrivals, deposits } from './deposits/records.ts'
import { mandates } from './follow/records.ts'
import { fundOrders } from './funds/records.ts'
import { loanPledges, loanRepayments, loans } from './loans/records.ts'
import { messages } from './messages/records.ts'
import { orderEvents } from './orders/event-records.ts'
import { fills } from './orders/fill-records.ts'
import { orders } from './orders/records.ts'
import { planRuns, plans } from './plans/records.ts'
import { marginPositions } from './positions/margin-records.ts'
import { shareLocks } from './positions/lock-records.ts'
import { positions } from './positions/records.ts'
import { rentalValues, rentals, robotSlots } from './robots/records.ts'
import { subscriptions } from './subscriptions/records.ts'
import { suitabilityAttempts } from './suitability/records.ts'
import { transfers } from './transfers/records.ts'
import { withdrawalEvents, withdrawals } from './withdrawals/records.ts'

/**
 * The register of kinds: every record of an account that decisions change, and every event they bring. Events name records and
 * are therefore written after them.
 */
const records: readonly StoredKind<Identified>[] = [
  positions,
  marginPositions,
  orders,
  transfers,
  withdrawals,
  deposits,
  fundOrders,
  mandates,
  suitabilityAttempts,
  shareLocks,
  plans,
  planRuns,
  rentals,
  robotSlots,
  subscriptions,
  loans,
  loanRepayments,
  loanPledges,
]
const events: readonly StoredEvents<unknown>[] = [withdrawalEvents, arrivals, fills, orderEvents, rentalValues, messages]
export const kinds: Kinds = { records, events }

/** Content of every column of the database. */
export const classification: Classification = classificationWith(kinds)

/** The classification of a database with the tables of these kinds. */
export function classificationWith({ records: recorded, events: happened }: Kinds): Classification {
  return { ...ownTables, ...Object.fromEntries([...recorded, ...happened].map(({ table, classes }) => [table, classes])) }
}
