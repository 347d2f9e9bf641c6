import type { Entry } from '@rueda/rules/ledger/entry.ts'
import { monthAfter, monthOf, startOfMonth } from '@rueda/rules/months.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { answerTable, accountStateTable, entryColumns, walletTable } from './account-rows.ts'
import { type ChangedRows, type Changes, eventsOf, rowsOf } from './changes.ts'
import type { KeptState } from './kept-states.ts'
import type { InputChains } from '../venue/input-chains.ts'
import { type InputRow, writeInputs } from '../venue/input-store.ts'
import type { Kinds } from './record-kind.ts'
import { allDone } from './pipelined.ts'
import { inserting, updating, updatingVersions } from './statements.ts'

/** Changes of a batch, the versions that it was decided on, its time, and the id under which it is found again. */
type SavedBatch = Readonly<{ changes: Changes; kept: ReadonlyMap<string, KeptState>; now: Instant; id: string }>

/**
 * Writes a batch set by set and commits it. All statements go out together and PostgreSQL works through them while nobody waits; when one
 * fails, the commit behind it undoes the batch.
 */
export const saveBatch = (client: PoolClient, batch: SavedBatch, kinds: Kinds, inputs: readonly InputRow[]): Promise<void> =>
  allDone([writeBatch(client, batch, kinds), commitWith(client, inputs)])

/** Where a batch gets what reached the market's engines before it, and writes it last: whoever writes the same waits for the first. */
export type WritesInputs = Pick<InputChains, 'write'>

/** Commits a batch with what reached the market's engines before it. */
export const commitWith = (client: PoolClient, inputs: readonly InputRow[]): Promise<void> =>
  allDone([writeInputs(client, inputs), commitBatch(client)])

/** Writes the rows of a batch: new ones by COPY, changed ones by one update a table. */
export async function writeBatch(client: PoolClient, { changes, kept, now, id }: SavedBatch, kinds: Kinds): Promise<void> {
  const { answers } = changes
  await allDone([
    updateAccountStates(
      client,
      [...changes.states.values()].map((state) => ({ ...state, batch: id, version: kept.get(state.accountId)?.version ?? 0n })),
    ),
    updateWallets(client, [...changes.wallets.values()]),
    // A position that closes makes room for the next one in its instrument, so changes come before what is new.
    ...kinds.records.map(({ kind, update }) => update(client, changedOf(rowsOf(changes, kind)))),
    freezeAccounts(client, changes.frozen, now),
    updateAnswers(client, changedOf(answers)),
    insertEntries(client, changes.entries),
    expectNewCauses(client, changes.entries, now),
    ...kinds.records.map(({ kind, insert }) => insert(client, addedOf(rowsOf(changes, kind)))),
    ...kinds.events.map(({ kind, insert }) => insert(client, eventsOf(changes, kind))),
    insertAnswers(client, addedOf(answers)),
  ])
}

async function commitBatch(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error(`the batch ended with ${command}`)
}

/** True when no account changes and no answer is kept; a refusal may be remembered without any change. */
export const isWithoutChanges = ({ states, answers }: Changes): boolean => states.size === 0 && answers.all.size === 0

const addedOf = <Row>({ all, added }: ChangedRows<Row>): Row[] => [...all].flatMap(([key, row]) => (added.has(key) ? [row] : []))
const changedOf = <Row>({ all, added }: ChangedRows<Row>): Row[] => [...all].flatMap(([key, row]) => (added.has(key) ? [] : [row]))

const updateAccountStates = updatingVersions('account_states', accountStateTable, 'expect_versions')
const updateWallets = updating('wallets', walletTable)
// Only a body without a key may be answered anew, after the two seconds of a double tap.
const updateAnswers = updating('idempotency', answerTable)
const insertEntries = inserting('entries', entryColumns)

const EARLY_IN_MONTH_MS = 7 * DAY_MS
const EXPECT_NEW_CAUSES = `
  select expect_new_causes($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6, $7)`

/** A cause is booked once: its index holds within a month, and this in the first days of one beside the month before. */
function expectNewCauses(client: PoolClient, entries: readonly Entry[], now: Instant): Promise<unknown> {
  const month = monthOf(now)
  const begun = startOfMonth(month)
  if (entries.length === 0 || now - begun > EARLY_IN_MONTH_MS) return Promise.resolve()
  const causes = [
    entries.map(({ accountId }) => accountId),
    entries.map(({ cause }) => cause.id),
    entries.map(({ cause }) => cause.step),
    entries.map(({ journal }) => journal),
    entries.map(({ cause }) => cause.kind),
  ]
  return client.query({
    name: 'expect-new-causes',
    text: EXPECT_NEW_CAUSES,
    values: [...causes, startOfMonth(monthAfter(month, -1)), begun],
  })
}
const insertAnswers = inserting('idempotency', [...answerTable.key, ...answerTable.fixed, ...answerTable.changing])

/** Freezes accounts; one that is frozen already keeps its earlier moment. */
const freezeAccounts = (client: PoolClient, accounts: ReadonlySet<string>, now: Instant): Promise<unknown> =>
  accounts.size === 0 ? Promise.resolve() : client.query({ name: 'freeze-accounts', text: FREEZE_ACCOUNTS, values: [[...accounts], now] })
const FREEZE_ACCOUNTS = 'update account_states set frozen_at = coalesce(frozen_at, $2) where account_id = any($1::bigint[])'
