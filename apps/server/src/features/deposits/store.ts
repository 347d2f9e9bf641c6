import type { ChannelId } from '@rueda/rules/deposits/channel.ts'
import { ANNOUNCED_FOR_MS, type Deposit, type DepositStatus } from '@rueda/rules/deposits/deposit.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { type Listed, mapListed, readPage } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type DepositRecord, readDeposit } from './records.ts'

/** The customer's own deposit; somebody else's reads as a missing one. */
export async function ownDeposit(reader: Reader, accountId: string, id: string): Promise<Deposit | null> {
  const { rows } = await reader.query<DepositRecord>('select * from deposits where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readDeposit(rows[0])
}

export type DepositFilter = Readonly<{ id: string | null; statuses: readonly DepositStatus[] | null; limit: number; offset: number }>

export async function depositsOf(
  reader: Reader,
  accountId: string,
  { id, statuses, limit, offset }: DepositFilter,
): Promise<Listed<Deposit>> {
  const where = 'account_id = $1 and ($2::uuid is null or id = $2) and ($3::text[] is null or status = any($3))'
  const values = [accountId, id, statuses]
  const page = { table: 'deposits', where, values, order: 'started_at desc, id desc', limit, offset }
  return mapListed(await readPage<DepositRecord>(reader, page), readDeposit)
}

/** Amounts that wait on each channel because they were too little. */
export async function waitingOf(reader: Reader, accountId: string): Promise<ReadonlyMap<ChannelId, bigint>> {
  const { rows } = await reader.query<{ channel: ChannelId; waiting: bigint }>(
    `select channel, sum(arrived)::bigint as waiting from deposits
     where account_id = $1 and status in ('announced', 'arrived', 'waiting') and status = 'waiting' group by channel`,
    [accountId],
  )
  return new Map(rows.map(({ channel, waiting }) => [channel, waiting]))
}

/** Deposits with enough confirmations on the chain, the oldest first. */
export const confirmedDeposits = (reader: Reader, block: number, most: number): Promise<readonly Deposit[]> =>
  dueDeposits(reader, `status = 'arrived' and arrival_block <= $1 order by arrived_at, account_id, id`, block, most)

/** Bank lines whose time has come to be matched; those in the staff's queue are no longer looked at. */
export const matchableDeposits = (reader: Reader, now: Instant, most: number): Promise<readonly Deposit[]> =>
  dueDeposits(reader, `status = 'arrived' and review_at <= $1 and not ${IN_QUEUE} order by arrived_at, account_id, id`, now, most)

const IN_QUEUE = `exists (
  select from review_cases c where c.account_id = deposits.account_id and c.kind = 'deposit' and c.subject_id = deposits.id::text and c.closed_at is null)`

/** Deposits taken back after their money was spent, whose case no person has ended. */
export async function shortDeposits(reader: Reader, settled: string): Promise<readonly Deposit[]> {
  const { rows } = await reader.query<DepositRecord>(
    `select * from deposits where shortfall > 0 and not exists (
       select from review_cases c where c.account_id = deposits.account_id and c.kind = 'deposit' and c.subject_id = deposits.id::text and (c.closed_at is null or c.outcome = $1))`,
    [settled],
  )
  return rows.map(readDeposit)
}

/** Announced transfers whose time has come. */
export const dueTransfers = (reader: Reader, now: Instant, most: number): Promise<readonly Deposit[]> =>
  dueDeposits(reader, `status = 'announced' and review_at <= $1 order by started_at, account_id, id`, now, most)

/** Deposits announced so long ago that no payment is expected any more. */
export const overdueDeposits = (reader: Reader, now: Instant, most: number): Promise<readonly Deposit[]> =>
  dueDeposits(reader, `status = 'announced' and started_at <= $1 order by started_at, account_id, id`, now - ANNOUNCED_FOR_MS, most)

async function dueDeposits(reader: Reader, which: string, until: number, most: number): Promise<readonly Deposit[]> {
  const { rows } = await reader.query<DepositRecord>(`select * from deposits where ${which} limit $2`, [until, most])
  return rows.map(readDeposit)
}

/** Pictures whose outlines differ in at most this many of 256 bits count as the same one, copied or photographed twice. */
const SAME_PICTURE = 12

/** True when a picture like this one was handed in for something else, by any customer. */
export async function isSeenBefore(reader: Reader, accountId: string, fileId: string): Promise<boolean> {
  const { rowCount } = await reader.query(
    `select from files own join files other on other.file_id <> own.file_id and other.is_used
     where own.account_id = $1 and own.file_id = $2 and bit_count(own.print # other.print) <= ${SAME_PICTURE} limit 1`,
    [accountId, fileId],
  )
  return rowCount === 1
}
