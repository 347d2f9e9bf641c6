import { bytesToHex } from '@noble/hashes/utils.js'
import type { ChainEntry } from '@rueda/contract/trust.ts'
import { keyCommitment } from '@rueda/proof/account-key.ts'
import { signCheckpoint } from '@rueda/proof/checkpoint.ts'
import { headLabel } from '@rueda/proof/account-key.ts'
import { type Signer, noteKey } from '@rueda/proof/note.ts'
import { type ReceiptContent, signReceipts } from '@rueda/proof/receipt.ts'
import { batchOfHeads, headEntry, paddingBytes } from '@rueda/proof/head.ts'
import { hashesOfLeaves, leafHash, rootOf } from '@rueda/proof/merkle.ts'
import { TILE_WIDTH } from '@rueda/proof/tiles.ts'
import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'
import { LOG_KEY, LOG_SECRET, ORIGIN, textOf } from '@rueda/proof/testing/log.ts'
import { hashOf } from '../shared/trust/chain.ts'
import type { Head, Kept, KeptAccount, TakenReceipt } from '../shared/trust/kept.ts'
import type { AccountReading, LogReading, Reading } from '../shared/trust/reading.ts'

/** A house with a public log and one account, which tells the truth until a test makes it lie. */
export type House = {
  /** Entries of the log, and how many of them the newest checkpoint has. */
  log: Uint8Array[]
  size: number
  origin: string
  secret: Uint8Array
  key: Uint8Array
  chain: ChainEntry[]
  receipts: (Head & { entry: number | null })[]
  /** What signs its receipts, and those that were handed to the device and not judged yet. */
  receiptSigner: Signer
  /** The policy of witnesses that it names, and what they say of its checkpoints. */
  policy: string | null
  cosigned: (checkpointText: string) => readonly string[]
  taken: TakenReceipt[]
}

export const ACCOUNT = '4711'
const ACCOUNT_KEY = new Uint8Array(32).fill(7)
export const KEY_COMMITMENT = bytesToHex(keyCommitment(ACCOUNT_KEY))
const GENESIS = '0'.repeat(64)

export const RECEIPT_SIGNER: Signer = { name: `${ORIGIN}/receipts`, secretKey: new Uint8Array(32).fill(4) }
export const COMMAND = 'cd'.repeat(32)

export const newHouse = (): House => ({
  log: [new TextEncoder().encode('the first entry')],
  size: 1,
  origin: ORIGIN,
  secret: LOG_SECRET,
  key: ACCOUNT_KEY,
  chain: [],
  receipts: [],
  receiptSigner: RECEIPT_SIGNER,
  policy: null,
  cosigned: () => [],
  taken: [],
})

/** An entry of the account, as the house would book it. */
export function book(house: House, amount = 100n): void {
  const last = house.chain.at(-1)
  house.chain.push(entryAfter(last, amount))
  const newest = newestOf(house.chain)
  house.receipts = [...house.receipts.filter(({ entry }) => entry !== null), { ...newest, entry: null }]
}

export function entryAfter(last: ChainEntry | undefined, amount: bigint): ChainEntry {
  const sequence = (last?.sequence ?? 0) + 1
  const entry: ChainEntry = {
    accountNumber: ACCOUNT,
    sequence,
    timestamp: 1_000 * sequence,
    valueDate: '2026-03-11',
    journal: 'J01',
    cause: { kind: 'grant', id: String(sequence), step: 0 },
    reversalOf: null,
    lines: [
      { account: 'H:PROMO:USD', asset: 'USD', amount: String(-amount), balanceAfter: null },
      { account: 'U:STOCK:CASH', asset: 'USD', amount: String(amount), balanceAfter: String(amount * BigInt(sequence)) },
    ],
    execution: null,
    keyCommitment: KEY_COMMITMENT,
    previousHash: last?.hash ?? GENESIS,
    hash: GENESIS,
  }
  return { ...entry, hash: hashOf(entry) }
}

export const newestOf = (chain: readonly ChainEntry[]): Head => ({ sequence: chain.length, head: chain.at(-1)?.hash ?? GENESIS })

/** Says the account's newest head in the log, among random ones, and signs. */
export function say(house: House): void {
  const newest = newestOf(house.chain)
  const entry = headEntry(house.key, { sequence: newest.sequence, head: bytesOf(newest.head) })
  const batch = batchOfHeads(
    [entry],
    new Uint8Array(paddingBytes(1)).map((_, at) => (at * 31 + house.log.length * 7) % 251),
  )
  const place = house.log.length + batch.findIndex((each) => bytesToHex(each) === bytesToHex(entry))
  house.log.push(...batch)
  house.size = house.log.length
  house.receipts = [...house.receipts.filter((receipt) => receipt.entry !== null), { ...newest, entry: place }]
}

export const bytesOf = (hex: string): Uint8Array => new Uint8Array((hex.match(/../gu) ?? []).map((byte) => Number.parseInt(byte, 16)))

/** Answers a command with a receipt of the account's newest head, as the house would sign it, and hands it to the device. */
export function answer(house: House, change: Partial<ReceiptContent> = {}): void {
  const { sequence, head } = newestOf(house.chain)
  const label = bytesToHex(headLabel(house.key, change.sequence ?? sequence))
  const content = { origin: house.origin, label, command: COMMAND, sequence, head, input: null, quote: null, at: 1_000 * sequence }
  const [receipt] = signReceipts([{ ...content, ...change }], house.receiptSigner)
  if (receipt !== undefined) house.taken.push({ accountId: ACCOUNT, command: COMMAND, receipt, takenAt: 1_000 * sequence })
}

/** What a device that keeps this reads of the house. */
export function readingOf(
  house: House,
  kept: Kept,
  change: Partial<{ log: Partial<LogReading> | null; account: Partial<AccountReading> | null }> = {},
): Reading {
  const account = kept.accounts.find(({ id }) => id === ACCOUNT) ?? null
  return {
    log: change.log === null ? null : { ...logOf(house, kept), ...change.log },
    account: change.account === null ? null : { ...accountOf(house, fromOf(house, kept, account)), ...change.account },
  }
}

/** Entries are read from behind the newest that was seen, or from the oldest receipt on that waits. */
function fromOf(house: House, { receipts }: Kept, account: KeptAccount | null): number {
  const open = [...receipts.filter(({ size }) => size === null), ...house.taken]
  return Math.min(account?.newest.sequence ?? house.chain.length, ...open.map(({ receipt }) => receipt.sequence))
}

function logOf({ log, size, origin, secret, policy, cosigned }: House, kept: Kept): LogReading {
  const leaves = log.map(leafHash)
  const hashes = hashesOfLeaves(leaves)
  const signed = signCheckpoint({ origin, size, root: rootOf(size, hashes), extensions: [] }, [secret])
  const note = [signed, ...cosigned(textOf(signed))].join('')
  const readTo = kept.log?.readTo ?? size
  const bundles = Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, at) => ({
    first: at * TILE_WIDTH,
    entries: log.slice(at * TILE_WIDTH, Math.min(size, (at + 1) * TILE_WIDTH)),
  })).filter(({ first, entries }) => first + entries.length > readTo)
  return {
    note,
    keys: [formatVerifierKey(LOG_KEY)],
    receiptKeys: [formatVerifierKey(noteKey(RECEIPT_SIGNER))],
    policy,
    hashes,
    believedHashes: hashes,
    bundles,
  }
}

const accountOf = ({ key, chain, receipts, taken }: House, from: number): AccountReading => ({
  id: ACCOUNT,
  key: bytesToHex(key),
  receipts,
  entries: chain.filter(({ sequence }) => sequence > from),
  isWhole: true,
  newest: newestOf(chain),
  taken,
})
