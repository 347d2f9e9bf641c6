import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Client, Submittable } from 'pg'

/**
 * PostgreSQL's COPY, the way it hands over and takes whole tables. The driver carries it on connections that do not send statements
 * together, and leaves to its callers what is done with the rows.
 */
export const PART_BYTES = 4 * 1024 * 1024

/** What the driver's connection offers and its types leave out. */
type Connection = Readonly<{
  stream: Socket
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (why: string) => void
}>

/** The answers of the driver to a statement; those that COPY never brings are taken and do nothing. */
type Answers = Readonly<{
  submit: (connection: Connection) => void
  handleCopyInResponse: (connection: Connection) => void
  handleCopyData: (message: Readonly<{ chunk: Buffer }>, connection: Connection) => void
  handleCommandComplete: (message: Readonly<{ text: string }>) => void
  handleReadyForQuery: () => void
  handleError: (error: Error) => void
  handleRowDescription: () => void
  handleDataRow: () => void
  handlePortalSuspended: () => void
  handleEmptyQuery: () => void
}>

const nothing = (): void => undefined
const ANSWERS = {
  handleCopyInResponse: nothing,
  handleCopyData: nothing,
  handleRowDescription: nothing,
  handleDataRow: nothing,
  handlePortalSuspended: nothing,
  handleEmptyQuery: nothing,
}

const submit = (client: Client, answers: Answers): void => void client.query(answers as unknown as Submittable)
const rowsOf = (text: string): number => Number(/^COPY (\d+)$/u.exec(text)?.[1] ?? 0)

/**
 * Hands the rows of a `copy … to stdout` to `keep` in parts of some megabytes, and waits for each to be kept, so that a slow disk slows the
 * database and fills no memory. Returns the number of rows.
 */
export async function copyOut(client: Client, statement: string, keep: (part: Buffer) => Promise<void>): Promise<number> {
  const ended = Promise.withResolvers<number>()
  let rows = 0
  let waiting: Buffer[] = []
  let bytes = 0
  let keeping = Promise.resolve()
  const keepWaiting = (): Promise<void> => {
    const part = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    keeping = keeping.then(() => keep(part))
    return keeping
  }
  submit(client, {
    ...ANSWERS,
    submit: (connection) => connection.query(statement),
    handleCopyData: ({ chunk }, { stream }) => {
      // The driver uses its buffer again for what comes next.
      waiting.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes < PART_BYTES) return
      stream.pause()
      keepWaiting().then(() => stream.resume(), ended.reject)
    },
    handleCommandComplete: ({ text }) => void (rows = rowsOf(text)),
    handleReadyForQuery: () => {
      const last = bytes > 0 ? keepWaiting() : keeping
      last.then(() => ended.resolve(rows), ended.reject)
    },
    handleError: ended.reject,
  })
  return ended.promise
}

/** Rows on their way into a table. */
export type CopyIn = Readonly<{
  /** Waits while the database has not taken what came before. */
  write: (part: Buffer) => Promise<void>
  /** Returns the number of rows the table took. */
  end: () => Promise<number>
}>

/** Begins a `copy … from stdin`. An error of the database ends the next write, or the end. */
export async function copyIn(client: Client, statement: string): Promise<CopyIn> {
  const ready = Promise.withResolvers<Connection>()
  const ended = Promise.withResolvers<number>()
  // Whoever writes or ends is told.
  ended.promise.catch(nothing)
  let rows = 0
  let failure: Error | null = null
  submit(client, {
    ...ANSWERS,
    submit: (connection) => connection.query(statement),
    handleCopyInResponse: ready.resolve,
    handleCommandComplete: ({ text }) => void (rows = rowsOf(text)),
    handleReadyForQuery: () => ended.resolve(rows),
    handleError: (error) => {
      failure = error
      ready.reject(error)
      ended.reject(error)
    },
  })
  const connection = await ready.promise
  return {
    write: async (part) => {
      if (failure !== null) throw failure
      connection.sendCopyFromChunk(part)
      if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), ended.promise])
    },
    end: () => {
      connection.endCopyFrom()
      return ended.promise
    },
  }
}
