/**
 * `full`: a commit survives a power cut. `none`: for tests, several servers of which share one PostgreSQL; a commit survives the end of PostgreSQL, but not of
 * the machine.
 */
export type Durability = 'full' | 'none'

/** Names the socket file; nothing listens on a network port. */
export const POSTGRES_PORT = 5432

/** Connections for one server beside its tools, and for the tests' several. */
export const CONNECTIONS: Readonly<Record<Durability, number>> = { full: 60, none: 120 }

type Serving = Readonly<{ durability: Durability; connections?: number | undefined }>

/** Settings for a machine of two cores that PostgreSQL shares with the server. */
export function serverSettings(
  { durability, connections = CONNECTIONS[durability] }: Serving,
  socketFolder: string,
): [name: string, value: string][] {
  const toDisk = durability === 'full' ? 'on' : 'off'
  return [
    ['listen_addresses', ''],
    ['port', String(POSTGRES_PORT)],
    ['unix_socket_directories', socketFolder],
    ['unix_socket_permissions', '0700'],
    ['max_connections', String(connections)],
    // A statement over all months locks each of their partitions and indexes; the default has room for two years of them, a few times.
    ['max_locks_per_transaction', '512'],
    ['shared_buffers', '128MB'],
    ['effective_cache_size', '1GB'],
    ['work_mem', '8MB'],
    ['jit', 'off'],
    ['random_page_cost', '1.1'],
    ['wal_buffers', '16MB'],
    ['min_wal_size', '256MB'],
    ['max_wal_size', '2GB'],
    ['checkpoint_timeout', '10min'],
    ['autovacuum_max_workers', '2'],
    ['autovacuum_naptime', '20s'],
    ['timezone', 'UTC'],
    ['log_timezone', 'UTC'],
    ['log_min_messages', 'warning'],
    // Statements carry personal data, so a failing one is named in the log by its error alone.
    ['log_min_error_statement', 'panic'],
    ['synchronous_commit', 'on'],
    ['fsync', toDisk],
    ['full_page_writes', toDisk],
  ]
}
