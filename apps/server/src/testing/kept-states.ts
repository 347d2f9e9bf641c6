import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { Identified, RecordKind } from '@rueda/rules/ledger/record.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import { planKind } from '@rueda/rules/plans/records.ts'
import { positionKind } from '@rueda/rules/positions/records.ts'
import { rentalKind } from '@rueda/rules/robots/records.ts'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { inSnapshot } from '../db/snapshot.ts'
import { allLoans } from '../features/loans/records.ts'
import { ordersById } from '../features/orders/records.ts'
import { openPlansOf, plansById } from '../features/plans/records.ts'
import { marginPositionsById, openMarginPositionsOf } from '../features/positions/margin-records.ts'
import { openPositionsIn, openPositionsOf } from '../features/positions/records.ts'
import { openRentalsOf, rentalsById } from '../features/robots/records.ts'
import { suitabilityAttemptsOf } from '../features/suitability/records.ts'
import type { Reads } from '../write-path/command.ts'
import type { KeptStates } from '../write-path/kept-states.ts'
import { loadAccountStates } from '../write-path/load.ts'

/** Expects every state that is kept in its database's version to be what the database has. */
export async function expectTrueStates(pool: Pool, keptStates: KeptStates): Promise<void> {
  await inSnapshot(pool, async (client) => {
    const all = keptStates.all()
    const asking = all.map(({ state, whole }) => ({ accountId: state.accountId, idempotency: null, reads: readsOf(state, whole) }))
    const { kept: stored } = await loadAccountStates(client, asking)
    for (const { state, version } of all) {
      const read = stored.get(state.accountId)
      if (read !== undefined && read.version === version) expect(comparable(state)).toEqual(comparable(withKeptOrders(read.state, state)))
    }
  })
}

/** An order is read with the other one of its pair, which may have ended and is then not kept. */
const withKeptOrders = (read: AccountState, kept: AccountState): AccountState => {
  const orders = new Map([...orderKind.of(read)].filter(([id]) => orderKind.of(kept).has(id)))
  return { ...read, records: new Map([...read.records, [orderKind, orders]]) as AccountState['records'] }
}

function readsOf(state: AccountState, whole: ReadonlySet<string>): Reads {
  const keysOf = (kind: RecordKind<Identified>): readonly string[] => [...(state.records.get(kind)?.keys() ?? [])]
  const records = [
    openPositionsIn(keysOf(positionKind as RecordKind<Identified>)),
    ordersById(keysOf(orderKind as RecordKind<Identified>)),
    marginPositionsById(keysOf(marginPositionKind as RecordKind<Identified>)),
    plansById(keysOf(planKind as RecordKind<Identified>)),
    rentalsById(keysOf(rentalKind as RecordKind<Identified>)),
    ...[openPlansOf, openPositionsOf, openMarginPositionsOf, openRentalsOf, suitabilityAttemptsOf, ...allLoans].filter(({ lookup }) =>
      whole.has(lookup.name),
    ),
  ]
  return { wallets: [...state.wallets.keys()], records }
}

/** Without empty kinds, and with the charges of an order that were never made left out, as a decision leaves them out and a row does not. */
const comparable = (state: AccountState): unknown => ({
  ...state,
  records: Object.fromEntries(
    [...state.records].flatMap(([{ name }, rows]) =>
      rows.size === 0 ? [] : [[name, new Map([...rows].map(([key, row]) => [key, withoutEmptyCharges(row)]))]],
    ),
  ),
})

const withoutEmptyCharges = (row: Identified & Readonly<{ charged?: Readonly<Record<string, bigint>> }>): unknown =>
  row.charged === undefined
    ? row
    : { ...row, charged: Object.fromEntries(Object.entries(row.charged).filter(([, amount]) => amount !== 0n)) }
