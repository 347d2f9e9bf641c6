import { ledger } from '@rueda/contract/admin/ledger.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { type Reader, inSnapshot } from '../../db/snapshot.ts'
import { EVER } from '../../storage/archive-reading.ts'
import { inTransaction } from '../../db/transaction.ts'
import { isAccountNumber } from './entry-rows.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import { exportLedger } from './export.ts'
import { ledgerPage, pageOfAll, wholeFrom } from './pages.ts'
import { askForReversal } from './reversals.ts'

const ON_A_PAGE = 50

/** The ledger as staff read it, and the one way to correct it. */
export const ledgerAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(ledger, {
    list: ({ input: { after, ...filter } }) =>
      inSnapshot(app.pool, (reader) => pageOfAll(reader, { ...filter, accountId: null }, after, ON_A_PAGE)),

    ofAccount: ({ input: { after, accountId, reason: _reason, note: _note, ...filter } }) => {
      if (!isAccountNumber(accountId)) return refuse('object.not_found', { field: 'accountId' })
      return app.archive.over(accountId, EVER, (pool) =>
        inSnapshot(pool, async (reader) => ok(await ledgerPage(reader, { ...filter, accountId }, after, ON_A_PAGE))),
      )
    },

    export: async ({ input, staff, now, requestId, trace }) => {
      const { reason, note, accountId = null, ...filter } = input
      if (accountId !== null && !isAccountNumber(accountId)) return refuse('object.not_found', { field: 'accountId' })
      const write = (reader: Reader) => exportLedger(reader, { ...filter, accountId }, { staff, requestId, now })
      const written =
        accountId === null
          ? await inSnapshot(app.pool, async (reader) =>
              (filter.from ?? 0) < (await wholeFrom(reader)) ? refuse('archive.by_account') : ok(await write(reader)),
            )
          : ok(await app.archive.over(accountId, EVER, (pool) => inSnapshot(pool, write)))
      if (!written.ok) return written
      const file = written.value
      return inTransaction(app.pool, async (client) => {
        await trace(client, { accountId, subject: 'ledger', reason, note, after: { ...filter, entries: file.entries } })
        return ok(file)
      })
    },

    reverse: (request) => askForReversal(app, request),
  })
