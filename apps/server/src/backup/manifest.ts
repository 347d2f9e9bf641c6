import { z } from 'zod'

/**
 * What a backup was taken of, and a hash of each part. It comes behind the parts because only then everything is known, and so an archive
 * that was cut off has none.
 */
export const MANIFEST_PATH = 'manifest.json'
/** The last file of a backup: the seal over the manifest. */
export const SEAL_PATH = 'manifest.mac'
/** Form 1 had no seal. */
export const FORMAT = 2

const NAME = z.string().regex(/^[a-z_][a-z0-9_]*$/u)
const COUNT = z.int().nonnegative()

/** What a manifest of any form says of itself. */
export const HEAD = z.object({ format: z.number() })

export const MANIFEST = z.object({
  format: z.literal(FORMAT),
  /** The release that took the backup. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ number: z.int().positive(), name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: NAME, columns: z.array(NAME), rows: COUNT })),
  /** The months that tables are divided into; an older release had none. Moments are epoch milliseconds, and null is the beginning. */
  partitions: z.array(z.object({ table: NAME, name: NAME, from: z.int().nullable(), until: z.int() })).optional(),
  /** The last number each sequence gave; null where it gave none. */
  sequences: z.array(z.object({ name: NAME, last: z.string().regex(/^\d+$/u).nullable() })),
  /** Names of the keys without which nothing sealed opens. */
  keys: z.array(z.string()),
  parts: z.array(z.object({ path: z.string(), bytes: COUNT, sha256: z.string().regex(/^[0-9a-f]{64}$/u) })),
})

export type Manifest = z.output<typeof MANIFEST>
export type Part = Manifest['parts'][number]

export const manifestOf = (facts: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...facts })

const PART_DIGITS = 6
const DATABASE_PART = /^database\/([a-z_][a-z0-9_]*)\/\d{6,}$/u
const DATA_FILE =
  /^data\/(anchors\/(?:heads|audit|draws)\.jsonl|trust\/engines\/[0-9a-f]{64}\.mjs|trust\/[1-9]\d*\/tile\/(?:entries|\d{1,2})\/(?:x\d{3}\/)*\d{3}(?:\.p\/\d{1,3})?|archive\/\d{4}-\d{2}\/\d{6}-[0-9a-f]{16}|files\/[0-9a-f]{2}\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/u

/** The place of a table's part in the archive; parts are counted from 1. */
export const databasePart = (table: string, number: number): string => `database/${table}/${String(number).padStart(PART_DIGITS, '0')}`
export const dataFile = (path: string): string => `data/${path}`

/** What a path in an archive names. Null for any other path: nothing is written outside the folder that is restored. */
export function readPath(path: string): Readonly<{ table: string } | { file: string }> | null {
  const table = DATABASE_PART.exec(path)?.[1]
  if (table !== undefined) return { table }
  const file = DATA_FILE.exec(path)?.[1]
  return file === undefined ? null : { file }
}
