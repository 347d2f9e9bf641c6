import { leftFaults } from '../../archive/check-left.ts'
import type { Slice } from './account-slices.ts'
import { checkChains } from './chain.ts'
import { type VerifiedAccount, provenFault, verifiedAccount } from './checkpoint.ts'
import { commissionFaults } from './commissions-again.ts'
import { invariants } from './invariants.ts'
import { positionFaults } from './replay-positions.ts'
import { type AccountTable, type Part, restricted, tablesIn } from './restrict.ts'
import { type AccountSums, NO_ROWS, rowSums, writtenSum } from './row-sums.ts'
import { sealedKeyFaults } from './sealed-keys.ts'
import type { Verifying } from './verify.ts'

/** Rows of these tables decide whether an account is checked again: all that is checked of an account alone. */
const summedTables: readonly AccountTable[] = [
  ...new Set<AccountTable>([
    ...invariants.filter(({ scope }) => scope === 'account').flatMap(({ sql }) => tablesIn(sql)),
    ...(['positions', 'fills', 'entitlements', 'account_keys'] as const),
  ]),
].filter((table) => table !== 'entries' && table !== 'postings')

export type Seen = Readonly<{ entries: number; accounts: number }>

/** Checks the accounts of one slice: all of them, or those that changed since they were found in order. */
export async function verifySlice(verifying: Verifying, slice: Slice): Promise<Seen> {
  const { snapshots, findings, checkpoint, scope, vault, archive } = verifying
  const before = findings.found()
  if (vault !== null) await findings.measure('ARCHIVE-2', () => leftFaults(snapshots, slice, vault))
  if (archive !== null) {
    const ids = slice.accounts.map(({ accountId }) => String(accountId))
    // It is loaded outside of a snapshot, and the reads behind begin another one.
    await snapshots.end()
    findings.add('ARCHIVE-2', await findings.measured('ARCHIVE-2', () => archive.load(ids)))
  }
  const proof = checkpoint === null ? null : await proveSlice(verifying, slice)
  const isIncremental = scope === 'incremental' && proof !== null
  const ids = isIncremental ? proof.changed : null
  await checkAccounts(verifying, { slice, ids: null }, 'context')
  let entries = 0
  if (ids === null || ids.length > 0) {
    const part: Part = { slice, ids }
    await checkAccounts(verifying, part, 'account')
    const accounts = ids === null ? slice.accounts : withIds(slice, ids)
    const provenThrough = (accountId: bigint): number => (isIncremental ? (proof.provenThrough.get(accountId) ?? 0) : 0)
    const chains = await findings.measured('INV-06', () => checkChains(snapshots, accounts, provenThrough))
    findings.add('INV-06', chains.faults)
    entries = chains.entries
    await findings.measure('INV-40', () => positionFaults(snapshots, part))
    await findings.measure('FEE-1', () => commissionFaults(snapshots, part))
    if (vault !== null) await findings.measure('TRUST-4', () => sealedKeyFaults(snapshots, part, vault))
  }
  // The sums were read before the check: a change in between gives other sums, and is looked at again.
  if (isIncremental && findings.found() === before) await checkpoint?.keep(proof.verified)
  return proof === null ? { entries, accounts: slice.accounts.filter(({ sequence }) => sequence > 0).length } : proof.seen
}

const withIds = ({ accounts }: Slice, ids: readonly bigint[]): Slice['accounts'] => {
  const wanted = new Set(ids)
  return accounts.filter(({ accountId }) => wanted.has(accountId))
}

async function checkAccounts({ snapshots, findings }: Verifying, part: Part, wanted: 'account' | 'context'): Promise<void> {
  for (const { id, scope, sql } of invariants) {
    if (scope !== wanted) continue
    const statement = restricted(sql, part)
    await findings.measure(id, async () => (await snapshots.query<object>(statement.sql, statement.values)).rows)
  }
}

type Proof = Readonly<{
  changed: readonly bigint[]
  provenThrough: ReadonlyMap<bigint, number>
  /** Checkpoint of the changed accounts. */
  verified: readonly VerifiedAccount[]
  seen: Seen
}>

/** Reads every row of the slice and compares the sums with the sealed ones. */
async function proveSlice({ snapshots, findings, checkpoint }: Verifying, slice: Slice): Promise<Proof | null> {
  if (checkpoint === null) return null
  const [known, sums] = await findings.measured('CHECKPOINT', () =>
    snapshots.together(
      async () =>
        [await checkpoint.read(snapshots, slice), await rowSums(snapshots, slice, { key: checkpoint.key, tables: summedTables })] as const,
    ),
  )
  const faults = [...known.values()].flatMap((account) => faultOf(account, sums.get(account.accountId)))
  findings.add('CHECKPOINT', faults)
  const sequences = new Map(slice.accounts.map(({ accountId, sequence }) => [accountId, sequence]))
  const changed = [...sums].filter(([accountId, sum]) => !isAsItWas(known.get(accountId), sum)).map(([accountId]) => accountId)
  const broken = new Set(faults.map(({ accountId }) => accountId))
  return {
    changed,
    provenThrough: new Map(
      [...known.values()].filter(({ accountId }) => !broken.has(String(accountId))).map(({ accountId, sequence }) => [accountId, sequence]),
    ),
    verified: changed.map((accountId) => verifiedAccount(accountId, sequences.get(accountId) ?? 0, sums.get(accountId) ?? NO_ROWS)),
    seen: {
      entries: [...sums.values()].reduce((count, { entries }) => count + Number(entries.rows), 0),
      accounts: [...sums.values()].filter(({ entries }) => entries.rows > 0n).length,
    },
  }
}

type CheckpointFault = Readonly<{ accountId: string; fault: string }>

function faultOf(account: VerifiedAccount, sums: AccountSums | undefined): readonly CheckpointFault[] {
  const fault = provenFault(account, sums)
  return fault === null ? [] : [{ accountId: String(account.accountId), fault }]
}

const isAsItWas = (known: VerifiedAccount | undefined, { entries, rest }: AccountSums): boolean =>
  known !== undefined && known.entries === writtenSum(entries) && known.rest === writtenSum(rest)
