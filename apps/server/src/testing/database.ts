import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Database, openPool, socketAddress } from '../db/open.ts'
import type { TestPostgres } from './test-postgres.ts'

const TEST_POOL_SIZE = 8

/** A migrated database of the test file's own; `stop` drops it. Call it in `beforeAll`, and `stop` in `afterAll`. */
export async function createTestDatabase(): Promise<Database> {
  const postgres = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(postgres, `CREATE DATABASE ${name} TEMPLATE ${postgres.template}`)
  const connection = {
    host: postgres.host,
    port: postgres.port,
    user: postgres.user,
    database: name,
  }
  const pool = openPool(connection, TEST_POOL_SIZE)
  const stop = async () => {
    await pool.end()
    await asAdmin(postgres, `DROP DATABASE ${name} WITH (FORCE)`)
  }
  return { pool, connection, connectionString: socketAddress(connection), lost: new Promise(() => undefined), stop }
}

async function asAdmin({ host, port, user }: TestPostgres, statement: string): Promise<void> {
  const client = new Client({ host, port, user, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
