import { ledger } from '@rueda/contract/admin/ledger.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { isAccountNumber } from './entry-rows.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import { exportLedger } from './export.ts'
import { ledgerPage } from './pages.ts'
import { askForReversal } from './reversals.ts'

const ON_A_PAGE = 50

/** The ledger as staff read it, and the one way to correct it. */
export const ledgerAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(ledger, {
    list: ({ input: { after, ...filter } }) =>
      inSnapshot(app.pool, async (reader) => ok(await ledgerPage(reader, { ...filter, accountId: null }, after, ON_A_PAGE))),

    ofAccount: ({ input: { after, accountId, reason: _reason, note: _note, ...filter } }) => {
      if (!isAccountNumber(accountId)) return refuse('object.not_found', { field: 'accountId' })
      return inSnapshot(app.pool, async (reader) => ok(await ledgerPage(reader, { ...filter, accountId }, after, ON_A_PAGE)))
    },

    export: async ({ input, staff, now, requestId, trace }) => {
      const { reason, note, accountId = null, ...filter } = input
      if (accountId !== null && !isAccountNumber(accountId)) return refuse('object.not_found', { field: 'accountId' })
      const file = await inSnapshot(app.pool, (reader) => exportLedger(reader, { ...filter, accountId }, { staff, requestId, now }))
      return inTransaction(app.pool, async (client) => {
        await trace(client, { accountId, subject: 'ledger', reason, note, after: { ...filter, entries: file.entries } })
        return ok(file)
      })
    },

    reverse: (request) => askForReversal(app, request),
  })
