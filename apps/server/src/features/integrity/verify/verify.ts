import type { Pool } from 'pg'
import type { FileStore } from '../../../storage/store.ts'
import type { Vault } from '../../../vault/vault.ts'
import { lookAtAnchors } from '../../../anchors/anchor-file.ts'
import { compareAudit } from '../../audit/anchors.ts'
import { accountSlices } from './account-slices.ts'
import { agencyStrikeFaults } from './agency-strikes-again.ts'
import { drawFaults } from './anchored-draws.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { verifyDays } from './days-again.ts'
import { verifyEngines } from './engines-again.ts'
import { createFindings, type Findings } from './findings.ts'
import { type RerunMarket, verifyExecutions } from './executions-again.ts'
import { fundStrikeFaults } from './fund-strikes-again.ts'
import { checkHouseDays } from './house-days.ts'
import { invariants } from './invariants.ts'
import { verifyLog } from './log-again.ts'
import { verifyLiabilities } from './liabilities-again.ts'
import { readSignedTrees } from './signed-trees.ts'
import { verifySlice } from './slice.ts'
import { type Snapshots, createSnapshots } from './snapshots.ts'
import { ARCHIVE_LOCK } from '../../archive/lock.ts'
import { daysFaults } from '../../archive/check-left.ts'
import { fileFaults } from '../../archive/check-files.ts'
import { type LoadedArchive, createLoadedArchive } from '../../archive/load-slice.ts'

/** The result of one check: the rows that break it, empty when it holds. */
export type Check = Readonly<{
  id: string
  says: string
  /** Constraints of the database that refuse the same faults. */
  repeats: readonly string[]
  offending: readonly object[]
  milliseconds: number
}>
/** All entries from the first on, or only what changed since it was last found in order. */
export type Scope = 'full' | 'incremental'
/** What lies outside the database and is held to it: anchors in the data folder, and the files of the public log. */
export type Outside = Readonly<{ dataFolder: string; files: FileStore }>
export type Verification = Readonly<{ checks: readonly Check[]; entries: number; accounts: number; clean: boolean }>

export type VerifyOptions = Readonly<{
  scope?: Scope
  /** Proves what was verified before, seals what is verified now, and opens the keys of accounts; without it there is none of the three. */
  vault?: Vault | null
  /** The market of the days that are run again, where it is not that of production. */
  market?: RerunMarket
}>

/**
 * Recomputes the chains and checks every invariant, slice by slice of the accounts. A full run looks at every account from its first entry
 * on; an incremental one proves the checkpoint first and looks at the accounts whose rows have changed. Neither keeps more than a slice in
 * memory.
 */
export async function verifyBooks(
  pool: Pool,
  outside: Outside | null,
  elapsed: () => number,
  { scope = 'full', vault = null, market = {} }: VerifyOptions = {},
): Promise<Verification> {
  // What lies outside the database is read first: it can only be older than the snapshots.
  const signed = outside === null ? [] : await readSignedTrees(outside.files)
  const drawAnchors = outside === null ? null : await lookAtAnchors(pool, outside.dataFolder, 'draws')
  const auditAnchors = outside === null ? null : await lookAtAnchors(pool, outside.dataFolder, 'audit')
  const checkpoint = vault === null ? null : await openCheckpoint(pool, vault, scope === 'incremental')
  const findings = createFindings(elapsed, () => snapshots.query('select'))
  const client = await pool.connect()
  const snapshots = createSnapshots(client, elapsed)
  let hasShadows = false
  try {
    // Nothing leaves the tables in the middle of a run.
    await client.query('select pg_advisory_lock_shared($1)', [ARCHIVE_LOCK])
    const files = outside?.files ?? null
    // An incremental run reads no archive: it goes by what is kept and sealed in place of the rows.
    const archive = scope === 'full' && files !== null && vault !== null ? await createLoadedArchive(client, { vault, files }) : null
    hasShadows = archive !== null
    if (scope === 'full' && files !== null && vault !== null)
      await findings.measure('ARCHIVE-1', () => fileFaults({ reader: snapshots, vault, files }))
    const count = { entries: 0, accounts: 0 }
    for await (const slice of accountSlices(snapshots)) {
      await findings.attempt('INV-06', async () => {
        const seen = await verifySlice({ snapshots, findings, checkpoint, scope, vault, archive }, slice)
        count.entries += seen.entries
        count.accounts += seen.accounts
      })
    }
    if (archive !== null) {
      await snapshots.end()
      await archive.unload()
    }
    await verifyHouse({ snapshots, findings, checkpoint, scope, vault, archive })
    const continued = scope === 'incremental' ? checkpoint : null
    if (files !== null)
      await findings.attempt('TRUST-5', () => verifyLog({ snapshots, findings, checkpoint: continued, vault, files, signed }))
    await findings.attempt('ENGINE-1', () => verifyEngines({ snapshots, findings, files }))
    await findings.attempt('INPUT-1', () => verifyExecutions({ snapshots, findings, checkpoint: continued, vault, market }))
    if (drawAnchors !== null) {
      await findings.attempt('INV-31c', async () => {
        const { draws, placings, file } = await findings.measured('INV-31c', () => drawFaults(snapshots, drawAnchors))
        findings.add('INV-31c', draws)
        findings.add('INV-31f', placings)
        findings.add('ANCHORS', file)
      })
    }
    await findings.attempt('INV-38', async () => {
      const audit = await findings.measured('INV-38', () => compareAudit(snapshots, auditAnchors))
      findings.add('INV-38', audit.broken === null ? [] : [audit.broken])
      for (const fault of [auditAnchors?.fault ?? null, audit.torn]) findings.add('ANCHORS', fault === null ? [] : [{ fault }])
    })
    if (typeof checkpoint?.fault === 'string') findings.add('CHECKPOINT', [{ fault: checkpoint.fault }])
    const checks = findings.all()
    return { checks, ...count, clean: checks.every(({ offending }) => offending.length === 0) }
  } finally {
    await snapshots.end().catch(() => undefined)
    await client.query('select pg_advisory_unlock_shared($1)', [ARCHIVE_LOCK]).catch(() => undefined)
    // What was made to read the archive ends with the connection.
    client.release(hasShadows)
  }
}

export type Verifying = Readonly<{
  snapshots: Snapshots
  findings: Findings
  checkpoint: Checkpoint | null
  scope: Scope
  /** Null where nobody has the keys. */
  vault: Vault | null
  /** What has left, to be read with a full run; null where nobody can read it, and what is kept in its place stands for it. */
  archive: LoadedArchive | null
}>

/** Checks that cover several accounts at once. */
async function verifyHouse({ snapshots, findings, checkpoint, scope, vault }: Verifying): Promise<void> {
  const isIncremental = scope === 'incremental' && checkpoint !== null
  for (const { id, scope: wide, sql } of invariants) {
    if (wide !== 'house') continue
    await findings.measure(id, async () => (await snapshots.query<object>(sql)).rows)
  }
  await findings.measure('FUND-6', () => fundStrikeFaults(snapshots))
  await findings.measure('MANDATE-7', () => agencyStrikeFaults(snapshots))
  if (vault !== null) await findings.measure('ARCHIVE-2', () => daysFaults(snapshots, vault))
  await findings.attempt('HOUSE-DAYS', async () => {
    const days = await findings.measured('HOUSE-DAYS', async () =>
      checkHouseDays(snapshots, isIncremental ? await checkpoint.mark('house-days') : null),
    )
    findings.add('HOUSE-DAYS', days.faults)
    if (isIncremental && days.faults.length === 0) await checkpoint.keepMark('house-days', days.through)
  })
  await findings.attempt('LIABILITY-1', () => verifyLiabilities({ snapshots, findings }, isIncremental ? checkpoint : null))
  await findings.attempt('DAY-1', () => verifyDays({ snapshots, findings }, isIncremental ? checkpoint : null))
}
