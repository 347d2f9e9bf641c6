import type { Connection, PoolClient } from 'pg'

/**
 * Sends the statements issued inside in one piece. Written one by one, every statement wakes PostgreSQL, which then takes
 * the processor from the statements that were still to be written.
 */
export function pipelined<Value>(client: PoolClient, ask: () => Value): Value {
  // pg keeps its connection to itself in the types only.
  const { stream } = (client as PoolClient & Readonly<{ connection: Connection }>).connection
  stream.cork()
  try {
    return ask()
  } finally {
    stream.uncork()
  }
}

/**
 * Waits for statements that went out together, given in the order in which they went. The first that failed says why: those behind it were
 * passed over, and may be heard of earlier.
 */
export async function allDone(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(statements)) if (one.status === 'rejected') throw one.reason
}
