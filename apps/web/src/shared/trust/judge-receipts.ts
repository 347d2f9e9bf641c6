import { bytesToHex } from '@noble/hashes/utils.js'
import { headLabel, keyCommitment } from '@rueda/proof/account-key.ts'
import { verifyReceipt } from '@rueda/proof/receipt.ts'
import { follow } from './chain.ts'
import { keyOf } from './judge-log.ts'
import type { VerifiedLog } from './judge-account.ts'
import type { ContradictionKind, Head, KeptReceipt, TakenReceipt } from './kept.ts'
import type { AccountReading } from './reading.ts'

/** The house's signed word on each command, held to the log's keys, to what was sent, and to the chain that the account shows now. */
export type ReceiptsVerdict =
  | Readonly<{
      ok: true
      receipts: readonly KeptReceipt[]
      /** Of those that were handed to the device, the ones that this judged. */
      taken: readonly TakenReceipt[]
    }>
  | Readonly<{ ok: false; fault: ContradictionKind; receipt: KeptReceipt }>

type Beside = Readonly<{
  key: Uint8Array
  reading: AccountReading
  /** The newest head of the chain that was followed. */
  newest: Head
  /** The newest sequence whose head was found in the log. */
  covered: number
  log: VerifiedLog | null
}>

const MAX_OPEN = 50
const MAX_COVERED = 20
/** Whoever checks an execution holds the order's receipt to the day's tape, which comes after the day. */
const MAX_OF_ORDERS = 20

/** Judges those that no checkpoint covers yet and those that are new. Without the log nothing is said of them, and nothing is taken up. */
export function judgeReceipts(kept: readonly KeptReceipt[], beside: Beside): ReceiptsVerdict {
  const { reading, covered, log } = beside
  const keys = (log?.log.receiptKeys ?? []).flatMap((text) => keyOf(text) ?? [])
  if (log === null || keys.length === 0) return { ok: true, receipts: kept, taken: [] }
  const open: readonly KeptReceipt[] = [
    ...kept.filter(({ size }) => size === null),
    ...reading.taken.map((taken) => ({ ...taken, size: null })),
  ]
  const headAt = headsOf(beside)
  const judged: KeptReceipt[] = []
  const waiting: KeptReceipt[] = []
  for (const each of open) {
    const content = verifyReceipt(each.receipt, keys)
    if (!content.ok || content.value.origin !== log.log.origin) {
      // A key that took over stands in entries that may not be read yet.
      if (log.log.readTo < log.checkpoint.size) {
        waiting.push(...(kept.includes(each) ? [each] : []))
        continue
      }
      return { ok: false, fault: 'receipt-not-signed', receipt: each }
    }
    const fault = faultOf(each, beside, headAt)
    if (fault !== null) return { ok: false, fault, receipt: each }
    judged.push({ ...each, size: each.receipt.sequence <= covered ? log.checkpoint.size : null })
  }
  const done = new Set(judged.map(({ receipt }) => receipt))
  const taken = reading.taken.filter(({ receipt }) => done.has(receipt))
  return { ok: true, receipts: bounded([...kept.filter(({ size }) => size !== null), ...waiting, ...judged]), taken }
}

type HeadAt = (sequence: number) => string | null

function faultOf({ command, receipt }: KeptReceipt, { key, newest }: Beside, headAt: HeadAt): ContradictionKind | null {
  if (command !== null && command !== receipt.command) return 'receipt-other-command'
  if (receipt.label !== bytesToHex(headLabel(key, receipt.sequence))) return 'receipt-changed'
  if (receipt.sequence > newest.sequence) return 'receipt-cut'
  const head = headAt(receipt.sequence)
  return head === null || head === receipt.head ? null : 'receipt-changed'
}

/** Heads of the chain by their sequence, as far as it was read and leads to the newest; null where it was not read. */
function headsOf({ key, reading: { entries, isWhole }, newest }: Beside): HeadAt {
  const heads = new Map([[newest.sequence, newest.head]])
  const [first] = entries
  if (first !== undefined) {
    const before = { sequence: first.sequence - 1, head: first.previousHash }
    const link = follow({ head: before, coversKey: false }, entries, bytesToHex(keyCommitment(key)))
    const leads = link.ok && link.head.sequence === newest.sequence && link.head.head === newest.head
    // Entries that do not lead to the head that the house names show none of its heads.
    for (const { sequence, head } of leads ? [before, ...link.heads] : []) heads.set(sequence, head)
    if (!leads && isWhole) return (sequence) => heads.get(sequence) ?? ''
  }
  return (sequence) => heads.get(sequence) ?? null
}

/** Of each checkpoint the newest, and those of the newest orders; of those that wait all, as far as there is room. */
function bounded(receipts: readonly KeptReceipt[]): readonly KeptReceipt[] {
  const newest = new Map<number, KeptReceipt>()
  for (const each of receipts) {
    const before = each.size === null ? undefined : newest.get(each.size)
    if (each.size !== null && !(before !== undefined && isNewer(before, each))) newest.set(each.size, each)
  }
  const open = receipts.filter(({ size }) => size === null)
  const covered = receipts.filter(({ size }) => size !== null)
  const ofOrders = covered.filter(({ orderId }) => orderId !== undefined).slice(-MAX_OF_ORDERS)
  const kept = new Set([...[...newest.values()].slice(-MAX_COVERED), ...ofOrders])
  return [...covered.filter((each) => kept.has(each)), ...open.slice(-MAX_OPEN)]
}

const isNewer = (one: KeptReceipt, other: KeptReceipt): boolean =>
  one.receipt.sequence > other.receipt.sequence || (one.receipt.sequence === other.receipt.sequence && one.receipt.at > other.receipt.at)
