import type { complaintDesk } from '@rueda/contract/admin/complaints.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { complaintMachine } from '@rueda/rules/complaints/complaint.ts'
import { next } from '@rueda/rules/machine.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { StaffRequest } from '../../admin/handler.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { closeCase, releaseCase } from '../cases/cases.ts'
import { writeMessage } from '../messages/write.ts'
import { claimedComplaint } from './claimed-complaint.ts'
import { seal, unseal } from './sealed.ts'
import * as store from './store.ts'

/** The subject of the acts on a complaint, and of the approval that its answer waits for. */
export const subjectOf = (complaintId: string): string => `complaint:${complaintId}`

type Drafting = StaffRequest<typeof complaintDesk.draft>

/** Writes the answer, or the version after the one that was read. It is in the language that the customer reads now. */
export const saveDraft = (app: FullApp, { input, staff, now, trace }: Drafting): Promise<Result<StaffDataOf<typeof complaintDesk.draft>>> =>
  inTransaction(app.pool, async (client): Promise<Result<StaffDataOf<typeof complaintDesk.draft>>> => {
    const found = await claimedComplaint(client, input.id, { staff, now })
    if (!found.ok) return found
    const { accountId, id } = found.value.complaint
    const { outcome, language, text } = input
    if (language !== (await store.localeOf(client, accountId))) return refuse('complaint.language')
    const before = (await store.newestDraft(client, accountId, id))?.version ?? null
    if (before !== (input.version ?? null)) return refuse('complaint.draft_changed')
    const version = (before ?? 0) + 1
    const sealed = seal(app.vault, accountId, 'draft', text)
    await store.insertDraft(client, { accountId, id, version, outcome, language, sealed, staffId: staff.staffId, at: now })
    // The text is for the customer and stays out of the log. An answer that is not sent is on no customer's timeline.
    await trace(client, { accountId: null, subject: subjectOf(id), reason: 'review', after: { version, outcome, language } })
    return ok({ version })
  })

type Answering = StaffRequest<typeof complaintDesk.answer>
type Decided = Readonly<{ state: 'waiting' | 'done' }>

/** Sends the answer that both persons have read: the newest version, which each of them names. */
export async function answer(app: FullApp, request: Answering): Promise<Result<Decided>> {
  const { input, staff, now, trace } = request
  let tell = (): Promise<void> => Promise.resolve()
  const answered = await inTransaction(app.pool, async (client): Promise<Result<Decided>> => {
    const found = await claimedComplaint(client, input.id, { staff, now })
    if (!found.ok) return found
    const { held, complaint } = found.value
    const { accountId, id, status, number } = complaint
    if (next(complaintMachine, status, 'answer') === null) return refuse('complaint.not_acknowledged')
    const draft = await store.newestDraft(client, accountId, id)
    if (draft?.version !== input.version) return refuse('complaint.draft_changed')
    const { outcome, language } = draft
    // The customer may have chosen another language since it was written.
    if (language !== (await store.localeOf(client, accountId))) return refuse('complaint.language')
    const pair = await requireDualApproval(app, client, request, { subject: subjectOf(id), accountId })
    if (!pair.ok) return pair
    const { state, approvalId } = pair.value
    const isWaiting = state === 'waiting'
    const { reason, note } = input
    const after = { state: isWaiting ? 'waiting' : 'answered', version: input.version, outcome }
    await trace(client, { accountId, subject: subjectOf(id), reason, note, after, approvalId })
    if (isWaiting) {
      // The next person claims the case.
      await releaseCase(client, held)
      return ok({ state: 'waiting' })
    }
    const sealed = seal(app.vault, accountId, 'answer', unseal(app.vault, accountId, 'draft', draft.sealed))
    await store.answer(client, { accountId, id, now, outcome, language, sealed })
    await closeCase(client, { kind: 'complaint', subjectId: id, outcome, staffId: staff.staffId, now })
    tell = await writeMessage(app, client, accountId, { template: 'complaint.answered', facts: { number }, link: `complaint:${id}` })
    return ok({ state: 'done' })
  })
  if (answered.ok) await tell()
  return answered
}
