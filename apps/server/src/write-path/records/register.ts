import type { EventKind, Identified, LoadedKind, RecordKind } from '../record-kind.ts'
import { cards } from './cards.ts'
import { arrivals, deposits } from './deposits.ts'
import { fills } from './fills.ts'
import { marginPositions } from './margin-positions.ts'
import { orderEvents } from './order-events.ts'
import { orders } from './orders.ts'
import { positions } from './positions.ts'
import { transfers } from './transfers.ts'
import { withdrawalEvents, withdrawals } from './withdrawals.ts'

/** Every kind of record that the books of a customer hold and that decisions change. */
export const recordKinds: readonly RecordKind<Identified>[] = [positions, marginPositions, orders, transfers, withdrawals, deposits]

/** Everything that decisions read. */
export const loadedKinds: readonly LoadedKind[] = [...recordKinds, cards]

/** What happened beside entries. Events name records, so they are written after them. */
export const eventKinds: readonly EventKind<unknown>[] = [withdrawalEvents, arrivals, fills, orderEvents]
