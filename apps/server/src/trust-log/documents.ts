import { headLabel, headOpening } from '@rueda/proof/account-key.ts'
import type { CanonicalValue } from '@rueda/proof/canonical-json.ts'
import { DOCUMENT_FORMAT, type DocumentKind, type SignedDocument, documentHash, signDocument } from '@rueda/proof/document.ts'
import type { PaperProof } from '@rueda/proof/paper.ts'
import type { Pool } from 'pg'
import { inSnapshot } from '../db/snapshot.ts'
import { receiptSigner } from './log-keys.ts'
import type { TrustLog } from './log.ts'
import { type Covered, chainAt, headFrom, sealedKeyOf } from './own-heads.ts'
import { proofOf } from './proofs.ts'

/** Signs what customers keep in writing, so that it can be checked without this server (`docs/rules/proof.md` P.33). */
type Parts = Readonly<{ pool: Pool; trustLog: Pick<TrustLog, 'keys' | 'keyOf' | 'origin' | 'newest' | 'read'> }>
export type AskedDocument = Readonly<{
  accountId: string
  kind: DocumentKind
  data: object
  /** It stands on the first logged head that covers all of this. */
  covered: Covered
}>

/** Null where nothing can be signed: the log is not open, or the account has no chain. */
async function basisOf({ pool, trustLog }: Parts, { accountId, covered }: Pick<AskedDocument, 'accountId' | 'covered'>) {
  if (trustLog.origin() === '') return null
  const { chain, sealed, logged } = await inSnapshot(pool, async (reader) => {
    const chain = await chainAt(reader, accountId, covered)
    return { chain, sealed: await sealedKeyOf(reader, accountId), logged: chain && (await headFrom(reader, accountId, chain.last)) }
  })
  if (chain === null || sealed === null) return null
  const { sequence, head } = logged === null ? chain.newest : { sequence: Number(logged.sequence), head: logged.head }
  const newest = trustLog.newest()
  const entry = logged === null || newest === null || newest.size <= Number(logged.entry_index) ? null : Number(logged.entry_index)
  return { sequence, head, sealed, logged, entry }
}

export async function paperProofOf(parts: Parts, { accountId, data, covered }: AskedDocument): Promise<PaperProof | null> {
  const basis = await basisOf(parts, { accountId, covered })
  if (basis === null) return null
  const { sequence, head, entry } = basis
  return { hash: documentHash(asData(data)), sequence, head, origin: parts.trustLog.origin(), entry }
}

/** The data with the house's signature, and with the proof of the head they stand on as soon as a checkpoint covers it. */
export async function signedDocument(parts: Parts, { accountId, kind, data, covered }: AskedDocument): Promise<SignedDocument | null> {
  const { trustLog } = parts
  const signer = receiptSigner(trustLog.keys())
  const basis = await basisOf(parts, { accountId, covered })
  if (basis === null || signer === undefined) return null
  const { sequence, logged, sealed } = basis
  const key = trustLog.keyOf(accountId, sealed)
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
  const head = { sequence, head: basis.head, label: hex(headLabel(key, sequence)), opening: hex(headOpening(key, sequence)) }
  const content = { kind, origin: trustLog.origin(), document: asData(data), head }
  const proof = logged === null ? null : await proofOf(trustLog, { log: logged.log, index: Number(logged.entry_index), head, key })
  const named = (purpose: 'checkpoints' | 'receipts') =>
    trustLog
      .keys()
      .filter((each) => each.purpose === purpose)
      .map(({ text }) => text)
  const signed = { note: signDocument(content, signer), proof, keys: named('checkpoints'), receiptKeys: named('receipts') }
  return { format: DOCUMENT_FORMAT, ...content, ...signed }
}

/** As JSON has it: what has no value is not in the data. */
const asData = (data: object): CanonicalValue => JSON.parse(JSON.stringify(data)) as CanonicalValue
