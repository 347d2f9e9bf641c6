import type { Transfer, TransferStatus } from '@rueda/rules/transfers/transfer.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { type TableParts, loadingOf, lookup, storedKind } from '../../write-path/record-kind.ts'
import { transferKind } from '@rueda/rules/transfers/records.ts'

/** The five values of an exchange stand together or not at all. */
type ExchangeColumns =
  | Readonly<{ mid: bigint; mid_at: bigint; rate: bigint; spread: bigint; settles_at: bigint }>
  | Readonly<{ mid: null; mid_at: null; rate: null; spread: null; settles_at: null }>

export type TransferRecord = ExchangeColumns &
  Readonly<{
    account_id: bigint
    id: string
    number: string
    from_wallet: WalletType
    to_wallet: WalletType
    amount: bigint
    received: bigint
    status: TransferStatus
    returned: bigint | null
    return_rate: bigint | null
    started_at: bigint
    changed_at: bigint
  }>

export const readTransfer = (row: TransferRecord): Transfer => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  from: row.from_wallet,
  to: row.to_wallet,
  amount: row.amount,
  received: row.received,
  exchange:
    row.mid === null
      ? null
      : { mid: row.mid, midAt: Number(row.mid_at), rate: row.rate, spread: row.spread, settlesAt: Number(row.settles_at) },
  status: row.status,
  returned: row.returned === null ? null : { amount: row.returned, rate: row.return_rate },
  startedAt: Number(row.started_at),
  changedAt: Number(row.changed_at),
})

const transferTable: TableParts<Transfer> = {
  key: [
    ['account_id', 'bigint', (transfer) => transfer.accountId],
    ['id', 'uuid', (transfer) => transfer.id],
  ],
  fixed: [
    ['number', 'text', (transfer) => transfer.number],
    ['from_wallet', 'text', (transfer) => transfer.from],
    ['to_wallet', 'text', (transfer) => transfer.to],
    ['amount', 'bigint', (transfer) => transfer.amount],
    ['received', 'bigint', (transfer) => transfer.received],
    ['mid', 'bigint', ({ exchange }) => exchange?.mid ?? null],
    ['mid_at', 'bigint', ({ exchange }) => exchange?.midAt ?? null],
    ['rate', 'bigint', ({ exchange }) => exchange?.rate ?? null],
    ['spread', 'bigint', ({ exchange }) => exchange?.spread ?? null],
    ['settles_at', 'bigint', ({ exchange }) => exchange?.settlesAt ?? null],
    ['started_at', 'bigint', (transfer) => transfer.startedAt],
  ],
  changing: [
    ['status', 'text', (transfer) => transfer.status],
    ['returned', 'bigint', ({ returned }) => returned?.amount ?? null],
    ['return_rate', 'bigint', ({ returned }) => returned?.rate ?? null],
    ['changed_at', 'bigint', (transfer) => transfer.changedAt],
  ],
}

const READ_TRANSFERS = `
  select t.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from transfers where account_id = asked.account_id and id = asked.id limit 1) t`

export const transfersById = lookup('read-transfers', READ_TRANSFERS, loadingOf(transferKind, readTransfer))

export const transfers = storedKind(transferKind, {
  table: 'transfers',
  parts: transferTable,
  classes: {
    personal:
      'account_id id number from_wallet to_wallet amount received mid mid_at rate spread settles_at status started_at changed_at returned return_rate',
  },
})
