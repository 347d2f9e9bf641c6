import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type RightEdge, EMPTY_EDGE } from '@rueda/proof/merkle.ts'
import { hashesIn } from '@rueda/proof/tiles.ts'
import type { Finding } from './finding.ts'

/**
 * What a monitor has seen of a log, in one file: the last checkpoint it believed, the right edge of its tree, every label, and
 * where the rows of keys and dates have come to. A look is kept whole or not at all.
 */
export type Memory = Readonly<{
  state: () => Seen | null
  keep: (seen: Seen) => void
  /** Keys of checkpoints that are believed: given at the beginning, or signed for by one of them. */
  keys: () => readonly BelievedKey[]
  believe: (key: BelievedKey) => void
  /** Where a label was seen before; where it was not, it is kept. */
  labelSeen: (label: Uint8Array, entry: number) => number | null
  /** Where a row has come to: the last key of a purpose, the last date of a market or an asset. */
  last: (row: string) => string | null
  setLast: (row: string, value: string) => void
  /** The rows whose names begin like this. */
  rowsOf: (begins: string) => readonly Readonly<{ row: string; value: string }>[]
  findings: () => readonly Pick<Finding, 'kind' | 'says'>[]
  /** Whether it is a new one. */
  keepFinding: (finding: Finding) => boolean
  /** Keeps what the work keeps when it ends well, and nothing of it when it does not. */
  together: <Value>(work: () => Promise<Value>) => Promise<Value>
  close: () => void
}>

export type Seen = Readonly<{ address: string; checkpoint: string; edge: RightEdge }>
export type BelievedKey = Readonly<{ key: string; source: 'given' | 'signed' }>

const TABLES = `
  create table if not exists seen (one integer primary key check (one = 1), address text, checkpoint text, size integer, edge blob) strict;
  create table if not exists keys (key text primary key, source text) strict;
  create table if not exists labels (label blob primary key, entry integer) strict, without rowid;
  create table if not exists last (row text primary key, value text) strict;
  create table if not exists findings (says text primary key, kind text) strict;`

export function openMemory(folder: string): Memory {
  const database = new DatabaseSync(join(folder, 'seen.sqlite'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec(TABLES)
  const seen = database.prepare('select address, checkpoint, size, edge from seen')
  const keep = database.prepare('insert or replace into seen values (1, ?, ?, ?, ?)')
  const keys = database.prepare('select key, source from keys order by rowid')
  const believe = database.prepare('insert or ignore into keys values (?, ?)')
  const addLabel = database.prepare('insert or ignore into labels values (?, ?)')
  const findLabel = database.prepare('select entry from labels where label = ?')
  const last = database.prepare('select value from last where row = ?')
  const rows = database.prepare('select row, value from last where substr(row, 1, length(?1)) = ?1 order by row')
  const setLast = database.prepare('insert or replace into last values (?, ?)')
  const findings = database.prepare('select kind, says from findings order by rowid')
  const addFinding = database.prepare('insert or ignore into findings values (?, ?)')

  return {
    state: () => {
      const row = seen.get() as Readonly<{ address: string; checkpoint: string; size: number; edge: Uint8Array }> | undefined
      if (row === undefined) return null
      const edge = row.size === 0 ? EMPTY_EDGE : { size: row.size, hashes: hashesIn(row.edge) }
      return { address: row.address, checkpoint: row.checkpoint, edge }
    },
    keep: ({ address, checkpoint, edge }) => void keep.run(address, checkpoint, edge.size, Buffer.concat(edge.hashes)),
    keys: () => keys.all() as unknown as readonly BelievedKey[],
    believe: ({ key, source }) => void believe.run(key, source),
    labelSeen: (label, entry) => {
      if (addLabel.run(label, entry).changes === 1) return null
      return Number(findLabel.get(label)?.['entry'])
    },
    last: (row) => (last.get(row) as Readonly<{ value: string }> | undefined)?.value ?? null,
    setLast: (row, value) => void setLast.run(row, value),
    rowsOf: (begins) => rows.all(begins) as unknown as readonly Readonly<{ row: string; value: string }>[],
    findings: () => findings.all() as unknown as readonly Pick<Finding, 'kind' | 'says'>[],
    keepFinding: ({ kind, says }) => addFinding.run(says, kind).changes === 1,
    together: async (work) => {
      database.exec('begin immediate')
      try {
        const value = await work()
        database.exec('commit')
        return value
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    close: () => database.close(),
  }
}
