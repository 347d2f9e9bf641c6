import { headLabel } from '@rueda/proof/account-key.ts'
import { type Receipt, type ReceiptContent, signReceipts } from '@rueda/proof/receipt.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../deps.ts'
import type { TrustLog } from './log.ts'

/**
 * The house's signed word on every command that it answered, refused ones too (`docs/rules/proof.md` P.22): which command, and where the
 * account's chain was then. Those of one moment are signed at once, over a small tree.
 */
export type Receipts = Readonly<{
  /**
   * `command` is the hash of what was asked, in hex. Null where none can be given: the answer itself is never held back for it.
   */
  of: (accountId: string, command: string) => Promise<Receipt | null>
}>

type Parts = Readonly<{
  pool: Pool
  wallClock: Clock
  trustLog: Pick<TrustLog, 'keys' | 'keyOf' | 'origin'>
  log: Logger
}>
type Asked = Readonly<{ accountId: string; command: string; give: (receipt: Receipt | null) => void }>
/** Whoever waits for longer is answered without one. */
const MAX_WAIT_MS = 250

type HeadRow = Readonly<{ account_id: bigint; sequence: bigint; head: string; sealed: Buffer }>

const HEADS = `
  select s.account_id, s.sequence, encode(s.head, 'hex') as head, k.sealed
  from account_states s join account_keys k using (account_id) where s.account_id = any($1::bigint[])`

export function createReceipts(parts: Parts): Receipts {
  let waiting: Asked[] = []
  let isSigning = false

  /** Whoever asks while a batch is signed is in the next one. */
  const signWaiting = async (): Promise<void> => {
    isSigning = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const receipts = await signed(parts, batch).catch((error: unknown) => {
        parts.log.error({ err: error }, 'receipts could not be signed')
        return null
      })
      for (const [index, { give }] of batch.entries()) give(receipts?.[index] ?? null)
    }
    isSigning = false
  }

  return {
    of: (accountId, command) => {
      if (parts.trustLog.origin() === '') return Promise.resolve(null)
      return new Promise((give) => {
        setTimeout(give, MAX_WAIT_MS, null).unref()
        waiting.push({ accountId, command, give })
        if (!isSigning) setImmediate(() => (isSigning ? undefined : void signWaiting()))
      })
    },
  }
}

/** One for each of the batch, in its order; null for an account that has no chain. */
async function signed({ pool, wallClock, trustLog, log }: Parts, batch: readonly Asked[]): Promise<readonly (Receipt | null)[]> {
  const signer = trustLog.keys().find(({ purpose }) => purpose === 'receipts')?.signer
  if (signer === undefined) throw new Error('the log has no key for receipts')
  const accounts = [...new Set(batch.map(({ accountId }) => accountId))]
  const { rows } = await pool.query<HeadRow>({ name: 'receipt-heads', text: HEADS, values: [accounts] })
  const heads = new Map(rows.flatMap((row) => headIfOpen(trustLog, row, log)))
  const at = wallClock.now()
  const contents = batch.map(({ accountId, command }): ReceiptContent | null => {
    const head = heads.get(accountId)
    return head === undefined ? null : { origin: trustLog.origin(), ...head, command, input: null, quote: null, at }
  })
  const receipts = signReceipts(
    contents.filter((content) => content !== null),
    signer,
  )
  let next = 0
  return contents.map((content) => (content === null ? null : (receipts[next++] ?? null)))
}

/** A key that does not open costs its own account its receipts, and nobody else theirs. */
function headIfOpen(
  trustLog: Pick<TrustLog, 'keyOf'>,
  row: HeadRow,
  log: Parts['log'],
): readonly (readonly [string, ReturnType<typeof headOf>])[] {
  try {
    return [[String(row.account_id), headOf(trustLog, row)]]
  } catch (error) {
    log.error({ err: error, accountId: row.account_id }, 'the key of an account does not open')
    return []
  }
}

function headOf(trustLog: Pick<TrustLog, 'keyOf'>, row: HeadRow): Pick<ReceiptContent, 'label' | 'sequence' | 'head'> {
  const sequence = Number(row.sequence)
  const key = trustLog.keyOf(String(row.account_id), row.sealed)
  return { label: Buffer.from(headLabel(key, sequence)).toString('hex'), sequence, head: row.head }
}
