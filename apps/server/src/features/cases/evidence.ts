import type { Posting, SignIn } from '@rueda/contract/admin/evidence.ts'
import type { EntryDraft } from '@rueda/rules/ledger/entry.ts'
import type { Reader } from '../../db/snapshot.ts'
import { amountOf } from '../ledger/entry-rows.ts'

/** Parts of a staff case that several kinds show beside a decision. */

/** Ledger entries as they will be posted; the amounts are exact. */
export const presentPostings = (entries: readonly EntryDraft[]): Posting[] =>
  entries
    .filter(({ lines }) => lines.length > 0)
    .map(({ journal, lines }) => ({
      journal,
      lines: lines.map(({ account, asset, amount }) => ({ account, asset, amount: amountOf(amount, asset) })),
    }))

const NEWEST = 5

/** The last times the customer signed in, the newest first. */
export async function signInsOf(reader: Reader, accountId: string): Promise<SignIn[]> {
  const { rows } = await reader.query<{ device: string; created_at: bigint; ended_reason: string | null }>(
    `select device, created_at, ended_reason from sessions where account_id = $1 order by created_at desc, session_id limit ${NEWEST}`,
    [accountId],
  )
  return rows.map(({ device, created_at, ended_reason }) => ({ device, timestamp: Number(created_at), ended: ended_reason }))
}
