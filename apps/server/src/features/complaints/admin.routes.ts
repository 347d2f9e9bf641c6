import { complaintDesk } from '@rueda/contract/admin/complaints.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { complaintMachine } from '@rueda/rules/complaints/complaint.ts'
import { next } from '@rueda/rules/machine.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { waitingAbout } from '../approvals/waiting.ts'
import { postponeCase } from '../cases/cases.ts'
import { writeMessage } from '../messages/write.ts'
import { conversationOf } from '../support/said.ts'
import { answer, saveDraft, subjectOf } from './answer.ts'
import { claimedComplaint } from './claimed-complaint.ts'
import { presentComplaint } from './present.ts'
import { unseal } from './sealed.ts'
import * as store from './store.ts'

/** Staff's work on complaints: read the claimed one with its conversation, acknowledge it, write the answer, and send it as two persons. */
export const complaintAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(complaintDesk, {
    open: (request) => open(app, request),
    acknowledge: (request) => acknowledge(app, request),
    draft: (request) => saveDraft(app, request),
    answer: (request) => answer(app, request),
  })

type Opened = StaffDataOf<typeof complaintDesk.open>

const open = (app: FullApp, { input, staff, now, trace }: StaffRequest<typeof complaintDesk.open>): Promise<Result<Opened>> =>
  inTransaction(app.pool, async (client): Promise<Result<Opened>> => {
    const found = await claimedComplaint(client, input.id, { staff, now })
    if (!found.ok) return found
    const { complaint } = found.value
    const { accountId, id } = complaint
    await trace(client, { accountId, subject: subjectOf(id), reason: 'customerAsked' })
    const draft = await store.newestDraft(client, accountId, id)
    return ok({
      accountId,
      locale: await store.localeOf(client, accountId),
      complaint: await presentComplaint(app, client, complaint, now),
      ...(await conversationOf(app, client, { accountId, staff, now })),
      draft:
        draft === null
          ? null
          : {
              ...{ version: draft.version, outcome: draft.outcome, language: draft.language, staffName: draft.staffName },
              text: unseal(app.vault, accountId, 'draft', draft.sealed),
              timestamp: draft.at,
            },
      waiting: await waitingAbout(client, { power: 'complaints.answer', subject: subjectOf(id), staff, now }),
    })
  })

type Acknowledged = Readonly<{ status: 'acknowledged' }>

async function acknowledge(
  app: FullApp,
  { input, staff, now, trace }: StaffRequest<typeof complaintDesk.acknowledge>,
): Promise<Result<Acknowledged>> {
  let tell = (): Promise<void> => Promise.resolve()
  const acknowledged = await inTransaction(app.pool, async (client): Promise<Result<Acknowledged>> => {
    const found = await claimedComplaint(client, input.id, { staff, now })
    if (!found.ok) return found
    const { accountId, id, number, status, answerBy } = found.value.complaint
    if (next(complaintMachine, status, 'acknowledge') === null) return refuse('complaint.ended')
    await store.acknowledge(client, { accountId, id, now })
    await postponeCase(client, { kind: 'complaint', subjectId: id, dueAt: answerBy })
    const facts = { number, answer: answerBy }
    tell = await writeMessage(app, client, accountId, { template: 'complaint.acknowledged', facts, link: `complaint:${id}` })
    await trace(client, { accountId, subject: subjectOf(id), reason: 'customerAsked', after: { state: 'acknowledged' } })
    return ok({ status: 'acknowledged' })
  })
  if (acknowledged.ok) await tell()
  return acknowledged
}
