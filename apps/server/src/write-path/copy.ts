import { type Connection, type PoolClient, Query } from 'pg'

/** Methods of pg's connection for COPY that its types leave out. */
type CopyingConnection = Connection & Readonly<{ sendCopyFromChunk: (chunk: Buffer) => void; endCopyFrom: () => void }>

/**
 * A COPY whose rows follow it at once instead of waiting to be asked for, so that it goes into a pipeline like any
 * other statement. When the COPY cannot begin, PostgreSQL passes over the rows that follow it.
 */
class CopyIn extends Query {
  override submit: (connection: Connection) => void

  constructor(text: string, lines: string, done: (error: Error | undefined) => void) {
    super(text, done)
    this.submit = (connection) => {
      const copying = connection as CopyingConnection
      copying.query(text)
      copying.sendCopyFromChunk(Buffer.from(lines))
      copying.endCopyFrom()
    }
  }

  /** PostgreSQL asks for the rows, which are on their way. */
  handleCopyInResponse(): void {
    // Nothing is left to send.
  }
}

export const copyIn = (client: PoolClient, text: string, lines: string): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(text, lines, (error) => (error === undefined || error === null ? resolve() : reject(error))))
  })
