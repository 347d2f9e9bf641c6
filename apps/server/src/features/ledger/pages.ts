import type { LedgerEntry } from '@rueda/contract/admin/ledger.ts'
import { monthAfter, startOfMonth } from '@rueda/rules/months.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { newestLeft } from '../archive/what-left.ts'
import { houseBalance } from './house-days.ts'
import { presentEntry } from './present.ts'
import { type LedgerFilter, type Place, type ShownRecord, entriesAt, placesOf } from './store.ts'

export type ShownPage = Readonly<{ list: LedgerEntry[]; next: string | null; lookedBackTimestamp: Instant | null }>

/** One page of the journal, in one snapshot: entries, their places in the chain, and balances. */
export async function ledgerPage(reader: Reader, filter: LedgerFilter, after: string | undefined, limit: number): Promise<ShownPage> {
  const { places, next, lookedBackTo } = await placesOf(reader, filter, after === undefined ? null : readPlace(after), limit)
  const rows = await entriesAt(reader, places)
  const balances = await balancesOf(reader, filter, rows)
  const list = rows.map((row, index) => presentEntry(row, balances?.[index] ?? null))
  return { list, next: next === null ? null : writePlace(next), lookedBackTimestamp: lookedBackTo }
}

/** The moment from which the journal of all accounts lies in the tables whole: what has left is read account by account. */
export async function wholeFrom(reader: Reader): Promise<Instant> {
  const month = await newestLeft(reader)
  return month === null ? 0 : startOfMonth(monthAfter(month))
}

/** A page of the journal of all accounts. It goes down to where it is whole, and whoever asks for what lies before is told so. */
export async function pageOfAll(
  reader: Reader,
  filter: LedgerFilter,
  after: string | undefined,
  limit: number,
): Promise<Result<ShownPage>> {
  const whole = await wholeFrom(reader)
  if ((filter.from ?? 0) >= whole) return ok(await ledgerPage(reader, filter, after, limit))
  const isBelow = (filter.until ?? whole + 1) <= whole || (after !== undefined && readPlace(after).at < whole)
  if (isBelow) return refuse('archive.by_account')
  const page = await ledgerPage(reader, { ...filter, from: whole }, after, limit)
  return ok({ ...page, next: page.next ?? writePlace({ at: whole - 1, accountId: '0', sequence: 0 }) })
}

const PLACE = /^(\d{1,16})\.(\d{1,18})\.(\d{1,15})$/u
const writePlace = ({ at, accountId, sequence }: Place): string => `${at}.${accountId}.${sequence}`

/** Text that no page ended with stands before everything. */
function readPlace(text: string): Place {
  const [, at = '0', accountId = '0', sequence = '0'] = PLACE.exec(text) ?? []
  return { at: Number(at), accountId, sequence: Number(sequence) }
}

/**
 * The balance of one account of the brokerage after every line of it on the page. Only when no line of that account is left out in between:
 * the balance of a customer's account is stored with the line.
 */
async function balancesOf(
  reader: Reader,
  { account, accountId, journal, reference }: LedgerFilter,
  rows: readonly ShownRecord[],
): Promise<readonly (readonly (bigint | null)[])[] | null> {
  const newest = rows[0]
  const isWhole = accountId === null && journal === undefined && reference === undefined
  if (!isWhole || newest === undefined || account === undefined || !account.startsWith('H:')) return null
  // The beginning of a name is the name of many accounts, which have no balance together.
  if (!rows.every(({ accounts }) => accounts.includes(account))) return null
  const place = { at: Number(newest.at), accountId: String(newest.account_id), sequence: Number(newest.sequence) }
  let balance = await houseBalance(reader, account, place)
  return rows.map(({ accounts, amounts }) => {
    const after: (bigint | null)[] = accounts.map(() => null)
    for (let index = accounts.length - 1; index >= 0; index -= 1) {
      if (accounts[index] !== account) continue
      after[index] = balance
      balance -= amounts[index] ?? 0n
    }
    return after
  })
}
