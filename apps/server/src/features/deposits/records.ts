import type { ChannelId } from '@rueda/rules/deposits/channel.ts'
import type { Arrival, Deposit, DepositStatus, FailureReason } from '@rueda/rules/deposits/deposit.ts'
import type { OwnArrival } from '@rueda/rules/deposits/records.ts'
import type { Column } from '../../write-path/columns.ts'
import { type TableParts, loadingOf, lookup, storedEvents, storedKind } from '../../write-path/record-kind.ts'
import { arrivalKind, depositKind } from '@rueda/rules/deposits/records.ts'

type ArrivalRow =
  | Readonly<{ arrival_id: string; arrived: bigint; arrival_reference: string; arrival_block: bigint | null; arrived_at: bigint }>
  | Readonly<{ arrival_id: null; arrived: null; arrival_reference: null; arrival_block: null; arrived_at: null }>

export type DepositRecord = ArrivalRow &
  Readonly<{
    account_id: bigint
    id: string
    number: string
    channel: ChannelId
    announced: bigint | null
    proof: string | null
    tx_hash: string | null
    credited: bigint | null
    rate: bigint | null
    shortfall: bigint
    status: DepositStatus
    reason: FailureReason | null
    started_at: bigint
    review_at: bigint | null
    changed_at: bigint
  }>

export const readDeposit = (row: DepositRecord): Deposit => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  channel: row.channel,
  announced: row.announced,
  proof: row.proof,
  txHash: row.tx_hash,
  arrival: readArrival(row),
  credited: row.credited,
  rate: row.rate,
  shortfall: row.shortfall,
  status: row.status,
  reason: row.reason,
  startedAt: Number(row.started_at),
  reviewAt: row.review_at === null ? null : Number(row.review_at),
  changedAt: Number(row.changed_at),
})

function readArrival(row: ArrivalRow): Arrival | null {
  if (row.arrival_id === null) return null
  const block = row.arrival_block === null ? null : Number(row.arrival_block)
  return { id: row.arrival_id, amount: row.arrived, reference: row.arrival_reference, block, at: Number(row.arrived_at) }
}

// Written as two lookups, each in an index of its own.
const READ_DEPOSITS = `
  select d.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (
    (select * from deposits where account_id = asked.account_id and id = asked.id limit 1)
    union
    (select * from deposits where account_id = asked.account_id and arrival_id = asked.id limit 1)) d`
const READ_OPEN_DEPOSITS = `
  select d.* from unnest($1::bigint[], $2::text[]) as asked (account_id, channel)
  cross join lateral (
    select * from deposits where account_id = asked.account_id and channel = asked.channel and status in ('announced', 'arrived', 'waiting')) d`

const depositTable: TableParts<Deposit> = {
  key: [
    ['account_id', 'bigint', (deposit) => deposit.accountId],
    ['id', 'uuid', (deposit) => deposit.id],
  ],
  fixed: [
    ['number', 'text', (deposit) => deposit.number],
    ['channel', 'text', (deposit) => deposit.channel],
    ['announced', 'bigint', (deposit) => deposit.announced],
    ['proof', 'text', (deposit) => deposit.proof],
    ['tx_hash', 'text', (deposit) => deposit.txHash],
    ['started_at', 'bigint', (deposit) => deposit.startedAt],
  ],
  changing: [
    ['arrival_id', 'uuid', ({ arrival }) => arrival?.id ?? null],
    ['arrived', 'bigint', ({ arrival }) => arrival?.amount ?? null],
    ['arrival_reference', 'text', ({ arrival }) => arrival?.reference ?? null],
    ['arrival_block', 'bigint', ({ arrival }) => arrival?.block ?? null],
    ['arrived_at', 'bigint', ({ arrival }) => arrival?.at ?? null],
    ['credited', 'bigint', (deposit) => deposit.credited],
    ['rate', 'bigint', (deposit) => deposit.rate],
    ['shortfall', 'bigint', (deposit) => deposit.shortfall],
    ['status', 'text', (deposit) => deposit.status],
    ['reason', 'text', (deposit) => deposit.reason],
    ['review_at', 'bigint', (deposit) => deposit.reviewAt],
    ['changed_at', 'bigint', (deposit) => deposit.changedAt],
  ],
}

const arrivalColumns: readonly Column<OwnArrival>[] = [
  ['account_id', 'bigint', (arrival) => arrival.accountId],
  ['id', 'uuid', (arrival) => arrival.id],
  ['channel', 'text', (arrival) => arrival.channel],
  ['amount', 'bigint', (arrival) => arrival.amount],
  ['reference', 'text', (arrival) => arrival.reference],
  ['block', 'bigint', (arrival) => arrival.block],
  ['at', 'bigint', (arrival) => arrival.at],
]

const loading = loadingOf(depositKind, readDeposit)
/** By their own id or by that of their arrival. */
export const depositsById = lookup('read-deposits', READ_DEPOSITS, loading)
/** Every deposit of a channel that has not ended. */
export const openDepositsOver = lookup('read-open-deposits', READ_OPEN_DEPOSITS, loading)

export const deposits = storedKind(depositKind, {
  table: 'deposits',
  parts: depositTable,
  classes: {
    internal: 'review_at',
    personal:
      'account_id id number channel announced proof tx_hash arrival_id arrived arrival_reference arrival_block arrived_at credited rate shortfall status reason started_at changed_at',
  },
})

/** The lines of chain and bank. */
export const arrivals = storedEvents(arrivalKind, {
  table: 'deposit_arrivals',
  columns: arrivalColumns,
  classes: { personal: 'account_id id channel amount reference block at' },
})
