import { Client, type ClientConfig } from 'pg'

/**
 * A connection as the database's owner that waits as long as a whole table takes and writes values as everybody reads them. The pool's
 * connections send statements together, which COPY does not go with.
 */
export async function withOwnClient<Value>(connection: ClientConfig, work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ ...connection, application_name: 'rueda backup' })
  // A connection that breaks fails the statement that is under way; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(SETTINGS)
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const SETTINGS = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC'; set datestyle = 'ISO, MDY';
  set intervalstyle = 'postgres'; set extra_float_digits = 1; set client_encoding = 'UTF8'`
