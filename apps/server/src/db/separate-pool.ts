import { Pool, type PoolConfig } from 'pg'

/** Opens another pool of connections to the same database, with options of its own. */
export function openSeparatePool(pool: Pool, changes: PoolConfig): Pool {
  const { options } = pool
  const beside = new Pool({
    ...options,
    // A pool hides its password from being copied along with the rest.
    ...(options.password === undefined ? {} : { password: options.password }),
    ...changes,
  })
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  beside.on('error', () => undefined)
  return beside
}
