import type { Currency } from '@rueda/rules/money.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { RailId } from '@rueda/rules/withdrawals/rails.ts'
import type { Withdrawal, WithdrawalEvent, WithdrawalReason, WithdrawalStatus } from '@rueda/rules/withdrawals/withdrawal.ts'
import { type Column, arrayLiteral, bytes } from '../../write-path/columns.ts'
import { type Read, type TableParts, loadingOf, lookup, storedEvents, storedKind } from '../../write-path/record-kind.ts'
import { withdrawalEventKind, withdrawalKind } from '@rueda/rules/withdrawals/records.ts'

export type WithdrawalRecord = Readonly<{
  account_id: bigint
  id: string
  number: string
  rail: RailId
  wallet: WalletType
  card_id: string | null
  label: string
  sealed: Buffer
  fingerprint: Buffer
  amount: bigint
  fee: bigint
  payout: bigint
  pays: Currency
  rate: bigint | null
  mid: bigint | null
  value: bigint
  status: WithdrawalStatus
  reason: WithdrawalReason | null
  reference: string | null
  paid_sequence: bigint | null
  started_at: bigint
  review_at: bigint
  queued_at: bigint | null
  examined_at: bigint | null
  sent_at: bigint | null
  changed_at: bigint
}>

export const readWithdrawal = (row: WithdrawalRecord): Withdrawal => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  rail: row.rail,
  wallet: row.wallet,
  destination: { cardId: row.card_id, label: row.label, sealed: row.sealed.toString('hex'), fingerprint: row.fingerprint.toString('hex') },
  amount: row.amount,
  fee: row.fee,
  payout: row.payout,
  pays: row.pays,
  rate: row.rate,
  mid: row.mid,
  value: row.value,
  status: row.status,
  reason: row.reason,
  reference: row.reference,
  paidSequence: numberOf(row.paid_sequence),
  startedAt: Number(row.started_at),
  reviewAt: Number(row.review_at),
  queuedAt: numberOf(row.queued_at),
  examinedAt: numberOf(row.examined_at),
  sentAt: numberOf(row.sent_at),
  changedAt: Number(row.changed_at),
})

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

const withdrawalTable: TableParts<Withdrawal> = {
  key: [
    ['account_id', 'bigint', (withdrawal) => withdrawal.accountId],
    ['id', 'uuid', (withdrawal) => withdrawal.id],
  ],
  fixed: [
    ['number', 'text', (withdrawal) => withdrawal.number],
    ['rail', 'text', (withdrawal) => withdrawal.rail],
    ['wallet', 'text', (withdrawal) => withdrawal.wallet],
    ['card_id', 'uuid', ({ destination }) => destination.cardId],
    ['label', 'text', ({ destination }) => destination.label],
    ['sealed', 'bytea', ({ destination }) => bytes(destination.sealed)],
    ['fingerprint', 'bytea', ({ destination }) => bytes(destination.fingerprint)],
    ['amount', 'bigint', (withdrawal) => withdrawal.amount],
    ['fee', 'bigint', (withdrawal) => withdrawal.fee],
    ['pays', 'text', (withdrawal) => withdrawal.pays],
    ['value', 'bigint', (withdrawal) => withdrawal.value],
    ['started_at', 'bigint', (withdrawal) => withdrawal.startedAt],
    ['review_at', 'bigint', (withdrawal) => withdrawal.reviewAt],
  ],
  changing: [
    ['payout', 'bigint', (withdrawal) => withdrawal.payout],
    ['rate', 'bigint', (withdrawal) => withdrawal.rate],
    ['mid', 'bigint', (withdrawal) => withdrawal.mid],
    ['status', 'text', (withdrawal) => withdrawal.status],
    ['reason', 'text', (withdrawal) => withdrawal.reason],
    ['reference', 'text', (withdrawal) => withdrawal.reference],
    ['paid_sequence', 'bigint', (withdrawal) => withdrawal.paidSequence],
    ['queued_at', 'bigint', (withdrawal) => withdrawal.queuedAt],
    ['examined_at', 'bigint', (withdrawal) => withdrawal.examinedAt],
    ['sent_at', 'bigint', (withdrawal) => withdrawal.sentAt],
    ['changed_at', 'bigint', (withdrawal) => withdrawal.changedAt],
  ],
}

const withdrawalEventColumns: readonly Column<WithdrawalEvent>[] = [
  ['account_id', 'bigint', (event) => event.accountId],
  ['withdrawal_id', 'uuid', (event) => event.withdrawalId],
  ['kind', 'text', (event) => event.kind],
  ['by', 'text', (event) => event.by],
  ['reason', 'text', (event) => event.reason],
  ['findings', 'text[]', (event) => arrayLiteral(event.findings, (finding) => finding)],
  ['at', 'bigint', (event) => event.at],
]

const READ_WITHDRAWALS = `
  select w.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from withdrawals where account_id = asked.account_id and id = asked.id limit 1) w`
const READ_RECENT_WITHDRAWALS = `
  select w.* from unnest($1::bigint[], $2::bigint[]) as asked (account_id, since)
  cross join lateral (select * from withdrawals where account_id = asked.account_id and started_at > asked.since) w`

const loading = loadingOf(withdrawalKind, readWithdrawal)
export const withdrawalsById = lookup('read-withdrawals', READ_WITHDRAWALS, loading)
const startedAfter = lookup('read-recent-withdrawals', READ_RECENT_WITHDRAWALS, loading)
export const withdrawalsSince = (moment: Instant): Read => startedAfter([String(moment)])

export const withdrawals = storedKind(withdrawalKind, {
  table: 'withdrawals',
  parts: withdrawalTable,
  classes: {
    internal: 'fingerprint queued_at paid_sequence',
    personal:
      'account_id id number rail wallet card_id label amount fee payout pays rate mid value status reason reference started_at review_at examined_at sent_at changed_at',
    sensitive: 'sealed',
  },
})

export const withdrawalEvents = storedEvents(withdrawalEventKind, {
  table: 'withdrawal_events',
  columns: withdrawalEventColumns,
  classes: { internal: 'findings', personal: 'account_id withdrawal_id kind by reason at' },
})
