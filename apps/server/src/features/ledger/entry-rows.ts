import { formatScaled } from '@rueda/rules/decimal.ts'
import { debtAsset } from '@rueda/rules/ledger/accounts.ts'
import type { Entry } from '@rueda/rules/ledger/entry.ts'
import { type Currency, formatMinor, minorDigits } from '@rueda/rules/money.ts'
import type { Reader } from '../../db/snapshot.ts'

/** Entries as they stand in their table. */
export type EntryRecord = Readonly<{
  account_id: bigint
  sequence: bigint
  journal: Entry['journal']
  cause_kind: Entry['cause']['kind']
  cause_id: string
  cause_step: bigint
  at: bigint
  value_date: string
  accounts: string[]
  assets: string[]
  amounts: bigint[]
  balances_after: (bigint | null)[]
  reversal_of: bigint | null
  previous_hash: string
  hash: string
  /** SHA-256 of the account's key, where the hash covers it. */
  key_commitment: string | null
}> &
  TermColumns

/** All set on an entry that books an execution; `match_number` is null where the outside market was on the other side. */
type TermColumns =
  | Readonly<{
      price: bigint
      quantity: bigint
      executed_at: bigint
      trade_date: string
      settlement_date: string
      resting: boolean
      match_number: bigint | null
    }>
  | Readonly<{ price: null }>

export const ENTRY_COLUMNS = `
  e.account_id, e.sequence, e.journal, e.cause_kind, e.cause_id, e.cause_step, e.at, e.value_date, e.accounts, e.assets, e.amounts,
  e.balances_after, e.reversal_of, encode(e.previous_hash, 'hex') as previous_hash, encode(e.hash, 'hex') as hash,
  e.price, e.quantity, e.executed_at, e.trade_date, e.settlement_date, e.resting, e.match_number,
  case when e.hash_version = 2 then (select encode(s.key_commitment, 'hex') from account_states s where s.account_id = e.account_id) end as key_commitment`

export const readEntry = (row: EntryRecord): Entry => ({
  accountId: String(row.account_id),
  sequence: Number(row.sequence),
  journal: row.journal,
  cause: { kind: row.cause_kind, id: row.cause_id, step: Number(row.cause_step) },
  at: Number(row.at),
  valueDate: row.value_date,
  lines: row.accounts.map((account, index) => ({ account, asset: row.assets[index] ?? '', amount: row.amounts[index] ?? 0n })),
  balancesAfter: row.balances_after,
  ...(row.reversal_of === null ? {} : { reversalOf: Number(row.reversal_of) }),
  ...termsOfRow(row),
  previousHash: row.previous_hash,
  keyCommitment: row.key_commitment,
  hash: row.hash,
})

const termsOfRow = (row: TermColumns): Pick<Entry, 'execution'> =>
  row.price === null
    ? {}
    : {
        execution: {
          price: row.price,
          quantity: row.quantity,
          at: Number(row.executed_at),
          tradeDate: row.trade_date,
          settlementDate: row.settlement_date,
          resting: row.resting,
          match: row.match_number === null ? null : Number(row.match_number),
        },
      }

const ACCOUNT = /^[1-9]\d{0,17}$/u
/** False for text that cannot be anybody's account number. */
export const isAccountNumber = (typed: string): boolean => ACCOUNT.test(typed)

const ENTRY_AT = `select ${ENTRY_COLUMNS} from entries e where e.account_id = $1 and e.sequence = $2`

export async function entryAt(reader: Reader, accountId: string, sequence: number): Promise<Entry | null> {
  if (!isAccountNumber(accountId)) return null
  const { rows } = await reader.query<EntryRecord>({ name: 'entry-at', text: ENTRY_AT, values: [accountId, sequence] })
  return rows[0] === undefined ? null : readEntry(rows[0])
}

const isCurrency = (asset: string): asset is Currency => Object.hasOwn(minorDigits, asset)

/** The currency that a debt is counted in; null for what is no debt. */
const currencyOfDebt = (asset: string): Currency | null => currencies.find((currency) => debtAsset(currency) === asset) ?? null
const currencies = Object.keys(minorDigits) as readonly Currency[]

/** An amount of a line, in the unit of its asset. */
export function amountOf(amount: bigint, asset: string): string {
  const currency = isCurrency(asset) ? asset : currencyOfDebt(asset)
  return currency === null ? formatScaled(amount) : formatMinor(amount, currency)
}
