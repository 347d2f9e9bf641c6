import type { Currency } from '@rueda/rules/money.ts'
import type { Card, CardRejection, CardStatus, CardType } from '@rueda/rules/cards/card.ts'
import type { NameMatch } from '@rueda/rules/cards/name-match.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { RailId } from '@rueda/rules/withdrawals/rails.ts'
import type { Withdrawal, WithdrawalEvent, WithdrawalReason, WithdrawalStatus } from '@rueda/rules/withdrawals/withdrawal.ts'
import { type Column, arrayLiteral } from './columns.ts'
import type { TableParts } from './tables.ts'

/** How withdrawals, their events and the cards they go to read and are written. */
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
const bytes = (hex: string): string => `\\x${hex}`

export const withdrawalTable: TableParts<Withdrawal> = {
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

export const withdrawalEventColumns: readonly Column<WithdrawalEvent>[] = [
  ['account_id', 'bigint', (event) => event.accountId],
  ['withdrawal_id', 'uuid', (event) => event.withdrawalId],
  ['kind', 'text', (event) => event.kind],
  ['by', 'text', (event) => event.by],
  ['reason', 'text', (event) => event.reason],
  ['findings', 'text[]', (event) => arrayLiteral(event.findings, (finding) => finding)],
  ['at', 'bigint', (event) => event.at],
]

export type CardRecord = Readonly<{
  account_id: bigint
  id: string
  version: number
  type: CardType
  status: CardStatus
  reason: CardRejection | null
  name_match: NameMatch | null
  added_at: bigint
  review_at: bigint
  cooling_until: bigint
}>

export const readCard = (row: CardRecord): Card => ({
  accountId: String(row.account_id),
  id: row.id,
  version: row.version,
  type: row.type,
  status: row.status,
  reason: row.reason,
  nameMatch: row.name_match,
  addedAt: Number(row.added_at),
  reviewAt: Number(row.review_at),
  coolingUntil: Number(row.cooling_until),
})

// Each row is looked up by itself, as all others of the books are.
export const READ_WITHDRAWALS = `
  select w.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from withdrawals where account_id = asked.account_id and id = asked.id limit 1) w`
export const READ_RECENT_WITHDRAWALS = `
  select w.* from unnest($1::bigint[], $2::bigint[]) as asked (account_id, since)
  cross join lateral (select * from withdrawals where account_id = asked.account_id and started_at > asked.since) w`
export const READ_CARDS = `
  select c.account_id, c.id, c.version, c.type, c.status, c.reason, c.name_match, c.added_at, c.review_at, c.cooling_until
  from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from cards where account_id = asked.account_id and id = asked.id and superseded_at is null limit 1) c`
