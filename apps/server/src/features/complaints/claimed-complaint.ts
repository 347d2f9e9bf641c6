import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { PoolClient } from 'pg'
import { type ReviewCase, claimedCase } from '../cases/cases.ts'
import { type Complaint, complaintOfAccount } from './store.ts'

/** The complaint that a colleague has claimed; its case is locked until the transaction ends, and nobody else changes it meanwhile. */
export async function claimedComplaint(
  client: PoolClient,
  caseId: string,
  who: Parameters<typeof claimedCase>[2],
): Promise<Result<Readonly<{ held: ReviewCase; complaint: Complaint }>>> {
  const held = await claimedCase(client, caseId, who)
  if (!held.ok) return held
  const { kind, accountId, subjectId } = held.value
  const complaint = kind === 'complaint' ? await complaintOfAccount(client, accountId, subjectId) : null
  return complaint === null ? refuse('object.not_found') : ok({ held: held.value, complaint })
}
