import { headLabel } from '@rueda/proof/account-key.ts'
import { type Receipt, type ReceiptContent, signReceipts } from '@rueda/proof/receipt.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../deps.ts'
import type { InputChains, InputOfOrder } from '../venue/input-chains.ts'
import { receiptSigner } from './log-keys.ts'
import type { TrustLog } from './log.ts'

/**
 * The house's signed word on every command that it answered, refused ones too (`docs/rules/proof.md` P.22): which command, and where the
 * account's chain was then. Those of one moment are signed at once, over a small tree.
 */
export type Receipts = Readonly<{
  /**
   * `command` is the hash of what was asked, in hex, and `orderId` the order that the answer speaks of. Null where none can be given: the answer
   * itself is never held back for it.
   */
  of: (accountId: string, command: string, orderId?: string | null) => Promise<Receipt | null>
}>

type Parts = Readonly<{
  pool: Pool
  wallClock: Clock
  trustLog: Pick<TrustLog, 'keys' | 'keyOf' | 'origin'>
  log: Logger
  inputs: Pick<InputChains, 'ofOrder'>
}>
type Asked = Readonly<{ accountId: string; command: string; orderId: string | null; give: (receipt: Receipt | null) => void }>
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
    of: (accountId, command, orderId = null) => {
      if (parts.trustLog.origin() === '') return Promise.resolve(null)
      return new Promise((give) => {
        setTimeout(give, MAX_WAIT_MS, null).unref()
        waiting.push({ accountId, command, orderId, give })
        if (!isSigning) setImmediate(() => (isSigning ? undefined : void signWaiting()))
      })
    },
  }
}

/** One for each of the batch, in its order; null for an account that has no chain. */
async function signed({ pool, wallClock, trustLog, log, inputs }: Parts, batch: readonly Asked[]): Promise<readonly (Receipt | null)[]> {
  const signer = receiptSigner(trustLog.keys())
  if (signer === undefined) throw new Error('the log has no key for receipts')
  const accounts = [...new Set(batch.map(({ accountId }) => accountId))]
  const { rows } = await pool.query<HeadRow>({ name: 'receipt-heads', text: HEADS, values: [accounts] })
  const heads = new Map(rows.flatMap((row) => headIfOpen(trustLog, row, log)))
  const at = wallClock.now()
  const contents = batch.map(({ accountId, command, orderId }): ReceiptContent | null => {
    const head = heads.get(accountId)
    if (head === undefined) return null
    return { origin: trustLog.origin(), ...head, command, ...momentOf(orderId === null ? null : inputs.ofOrder(orderId)), at }
  })
  const receipts = signReceipts(
    contents.filter((content) => content !== null),
    signer,
  )
  let next = 0
  return contents.map((content) => (content === null ? null : (receipts[next++] ?? null)))
}

/** Where an order came into its day's chain, and what the outside market stood at then. */
function momentOf(of: InputOfOrder | null): Pick<ReceiptContent, 'input' | 'quote'> {
  if (of === null) return { input: null, quote: null }
  const { instrument, number, previous, quote } = of
  const known = (price: bigint): string | null => (price === 0n ? null : formatScaled(price))
  const told = quote === null ? null : { bid: known(quote.bid), ask: known(quote.ask), last: known(quote.last) }
  return { input: { instrument, number, previous }, quote: told }
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
