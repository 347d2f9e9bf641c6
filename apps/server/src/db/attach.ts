import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isFolderLocked } from './folder-lock.ts'
import { type Database, type DatabaseSettings, openDatabase, openPool, socketAddress } from './open.ts'

const SOCKET_LINE = 4
const DATABASE_USER = 'rueda'
const DATABASE = 'rueda'

/**
 * Opens the database for a tool: beside a running server through the socket of its PostgreSQL, and otherwise as the server
 * would, for as long as the tool runs.
 */
export async function attachDatabase(settings: DatabaseSettings): Promise<Database> {
  const pidFile = join(resolve(settings.dataFolder), 'postgres', 'data', 'postmaster.pid')
  if (settings.databaseUrl !== null || !isFolderLocked(resolve(settings.dataFolder)) || !existsSync(pidFile)) return openDatabase(settings)
  const [, , , port = '', host = ''] = readFileSync(pidFile, 'utf8').split('\n', SOCKET_LINE + 1)
  const connection = { host, port: Number(port), user: DATABASE_USER, database: DATABASE }
  const pool = openPool(connection, 2)
  return { pool, connection, connectionString: socketAddress(connection), lost: new Promise(() => undefined), stop: () => pool.end() }
}
