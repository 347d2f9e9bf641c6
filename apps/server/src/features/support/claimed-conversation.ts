import { type Result, refuse } from '@rueda/rules/result.ts'
import type { PoolClient } from 'pg'
import { type ReviewCase, claimedCase } from '../cases/cases.ts'

/** The conversation that a colleague has claimed, locked until the transaction ends. */
export async function claimedConversation(
  client: PoolClient,
  caseId: string,
  who: Parameters<typeof claimedCase>[2],
): Promise<Result<ReviewCase>> {
  const held = await claimedCase(client, caseId, who)
  return held.ok && held.value.kind !== 'support' ? refuse('object.not_found') : held
}
