import type { Pool } from 'pg'
import { backUp, keysBeside } from '../backup/back-up.ts'
import { restore } from '../backup/restore.ts'
import { verifyBooks } from '../features/integrity/verify/verify.ts'
import { createVault } from '../vault/vault.ts'
import { outside } from './outside.ts'
import type { Harness } from './harness.ts'

/** Backups of a test's house, and what brings them back. */
export const VERSION = '0.1.0'
const silent = { doing: () => undefined, moved: () => undefined, end: () => undefined }

type Connection = Readonly<{ host: string; port: number; user: string; database: string }>
export function placeOf({ options }: Pool): Connection {
  const { host, port, user, database } = options as Connection
  return { host, port, user, database }
}

/** What `npm run backup` asks for, of the house as it runs. */
export const askedOf = ({ app: { pool, settings, files, clock } }: Harness, to: string): Parameters<typeof backUp>[0] => ({
  connection: placeOf(pool),
  dataFolder: settings.DATA_DIR,
  files,
  to,
  version: VERSION,
  at: clock.now(),
  progress: silent,
})

export const backUpTo = (harness: Harness, to: string): ReturnType<typeof backUp> => backUp(askedOf(harness, to))

type Restoring = Readonly<{ archive: string; into: string; keys?: string; databaseUrl?: string | null }>

/** A restore with the checks of `npm run verify`; its keys lie beside the archive unless it is told where. */
export const bringBack = ({ archive, into, keys = keysBeside(archive), databaseUrl = null }: Restoring) =>
  restore({
    ...{ archive, keys, into, databaseUrl, version: VERSION, progress: silent },
    verify: ({ pool, dataFolder, keyring }) => verifyBooks(pool, outside(dataFolder), () => 0, { vault: createVault(keyring) }),
  })

/** Every column, constraint, index, trigger and right of the server's role, with what is on and what is off. */
export async function schemaOf(pool: Pool): Promise<readonly object[]> {
  const { rows } = await pool.query<object>(`
    select conrelid::regclass::text as of, conname as name, concat_ws(' ', pg_get_constraintdef(oid), convalidated) as text from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, tgname, concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select table_name, column_name, concat_ws(' ', ordinal_position, data_type, column_default, is_nullable, is_generated)
      from information_schema.columns where table_schema = 'public'
    union all select table_name, grantee, privilege_type from information_schema.role_table_grants where grantee = 'rueda_app'
    order by 1, 2, 3`)
  return rows
}
