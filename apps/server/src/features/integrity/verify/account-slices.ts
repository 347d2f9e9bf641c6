import type { Snapshots } from './snapshots.ts'

/**
 * The accounts in slices of a bounded number of entries, so that neither memory nor a snapshot grows with the journal. Slices cover every
 * number there could be: rows of an account without a state lie in one of them too.
 */
export type Slice = Readonly<{
  /** Accounts above this number, */
  above: bigint
  /** and up to this number. */
  through: bigint
  /** Those of them that have a state, in order. */
  accounts: readonly Readonly<{ accountId: bigint; sequence: number; head: string }>[]
}>

const MAX_ACCOUNTS = 5_000
const MAX_ENTRIES = 50_000
const BELOW_ALL = -(2n ** 63n)
const ABOVE_ALL = 2n ** 63n - 1n

type BookRecord = Readonly<{ account_id: bigint; sequence: bigint; head: string }>
const NEXT = `
  select account_id, sequence, encode(head, 'hex') as head from account_states where account_id > $1 order by account_id limit ${MAX_ACCOUNTS}`

export async function* accountSlices(snapshots: Snapshots): AsyncGenerator<Slice> {
  let above = BELOW_ALL
  while (above < ABOVE_ALL) {
    await snapshots.renew()
    const { rows } = await snapshots.query<BookRecord>(NEXT, [above])
    const taken = fitting(rows)
    const isLast = rows.length < MAX_ACCOUNTS && taken.length === rows.length
    const through = isLast ? ABOVE_ALL : (taken.at(-1)?.account_id ?? ABOVE_ALL)
    const accounts = taken.map((row) => ({ accountId: row.account_id, sequence: Number(row.sequence), head: row.head }))
    yield { above, through, accounts }
    above = through
  }
}

/** At least one, however long its chain. */
function fitting(rows: readonly BookRecord[]): readonly BookRecord[] {
  let entries = 0
  const end = rows.findIndex(({ sequence }, index) => {
    entries += Number(sequence)
    return index > 0 && entries > MAX_ENTRIES
  })
  return end === -1 ? rows : rows.slice(0, end)
}
