import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { supportDesk } from '@rueda/contract/admin/support.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { StaffRequest } from '../../admin/handler.ts'
import { maskedEmail } from '../accounts/masked.ts'
import { claimedConversation } from './claimed-conversation.ts'
import * as adminStore from './admin.store.ts'
import { conversationOf } from './said.ts'
import { openNote } from './sealed.ts'

type Opened = StaffDataOf<typeof supportDesk.open>

/** Opens a conversation for its claimant; every opening, and that of each picture, is recorded on a timeline the customer reads. */
export const openConversation = (
  app: FullApp,
  { input, staff, now, trace }: StaffRequest<typeof supportDesk.open>,
): Promise<Result<Opened>> =>
  inTransaction(app.pool, async (client): Promise<Result<Opened>> => {
    const held = await claimedConversation(client, input.id, { staff, now })
    if (!held.ok) return held
    const { accountId, caseId } = held.value
    await trace(client, { accountId, subject: `support:${caseId}`, reason: 'customerAsked' })
    const said = await conversationOf(app, client, { accountId, staff, now })
    const customer = await adminStore.customerOf(client, accountId)
    const notes = await adminStore.notesOf(client, accountId)
    return ok({
      accountId,
      customer: {
        email: maskedEmail(customer.email),
        locale: customer.locale,
        kycStatus: customer.kyc_status,
        frozen: customer.frozen ? 1 : 0,
        createTimestamp: Number(customer.created_at),
      },
      ...said,
      notes: notes.map(({ sealed, name, at }) => ({
        text: openNote(app.vault, accountId, sealed),
        staffName: name,
        timestamp: Number(at),
      })),
    })
  })
