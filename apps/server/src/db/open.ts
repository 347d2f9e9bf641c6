import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'
import { takeAppRole } from './app-role.ts'
import { type RunningPostgres, launchPostgres } from './launcher.ts'
import type { Durability } from './postgres-settings.ts'
import { rowTypes } from './row-types.ts'
import { StartRefused } from './start-refused.ts'

const DATABASE = 'rueda'
const DEFAULT_POOL_SIZE = 20
const CONNECT_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 30_000

export type DatabaseSettings = Readonly<{
  dataFolder: string
  /** A PostgreSQL of the operator's; null starts our own in the data folder. */
  databaseUrl: string | null
  durability?: Durability
  /** Most connections that our own PostgreSQL takes; left out, what one server needs. */
  connections?: number
  poolSize?: number
}>

export type Database = Readonly<{
  pool: Pool
  /** Options for libraries and listeners that make connections of their own. */
  connection: PoolConfig
  connectionString: string
  /** Settles when our own PostgreSQL ends, with the reason; never for one that is not ours. */
  lost: Promise<string>
  stop(): Promise<void>
}>

/** Opens the database: the one at the address given, or our own PostgreSQL in the data folder. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return settings.databaseUrl === null ? openOwn(settings) : openAt(settings.databaseUrl, settings)
}

async function openOwn({ dataFolder, durability = 'full', connections, poolSize }: DatabaseSettings): Promise<Database> {
  const postgres = await launchPostgres({ dataFolder, durability, connections })
  try {
    await createIfMissing(postgres, DATABASE)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  const connection = { ...postgres.connection, database: DATABASE }
  const pool = openPool(connection, poolSize)
  const stop = async () => {
    await pool.end()
    await postgres.stop()
  }
  return { pool, connection, connectionString: socketAddress(connection), lost: postgres.ended, stop }
}

async function openAt(databaseUrl: string, { poolSize }: DatabaseSettings): Promise<Database> {
  const connection = { connectionString: databaseUrl }
  const pool = openPool(connection, poolSize)
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    await pool.end()
    throw new StartRefused(`The database at DATABASE_URL does not answer: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { pool, connection, connectionString: databaseUrl, lost: new Promise(() => undefined), stop: () => pool.end() }
}

/**
 * Keeps the process alive when a connection breaks, in use or between two uses. Its queries then fail, which is answer
 * enough; without a listener the break itself would end the process.
 */
class SteadyClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}

// The pool waits for what this returns before it lends the connection; its types do not say so.
const onConnect = { onConnect: takeAppRole }

/** Opens a pool that reads PostgreSQL's values our way and outlives a broken connection. */
export function openPool(connection: PoolConfig, size = DEFAULT_POOL_SIZE): Pool {
  const pool = new Pool({
    ...connection,
    Client: SteadyClient,
    types: rowTypes,
    max: size,
    // Statements issued together are sent together, rather than each waiting for the answer before it.
    pipeline: true,
    application_name: 'rueda',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: '-c timezone=UTC',
    ...onConnect,
  })
  // An idle connection that breaks is replaced at the next use; the pool repeats what the connection said.
  pool.on('error', () => undefined)
  return pool
}

export const socketAddress = ({ host, port, user, database }: { host: string; port: number; user: string; database: string }): string =>
  `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`

async function createIfMissing(postgres: RunningPostgres, name: string): Promise<void> {
  const client = new Client({ ...postgres.connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
