import { statements } from '@rueda/contract/statements.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { confirmationsOf } from './confirmation.ts'
import { EVER } from '../../storage/archive-reading.ts'
import { type AskedDocument, paperProofOf, signedDocument } from '../../trust-log/documents.ts'
import { confirmationJson, numberOf } from './confirmation-pdf.ts'
import { confirmationDocument, proofFile, statementDocument } from './proven.ts'
import { csvFile, jsonFile } from './files.ts'
import type { Fee, Totals } from './months.ts'
import { createPdfDrawer } from './pdf-drawer.ts'
import { isFinal, monthsOf, presentBalance, presentFee, statementOf } from './statement.ts'
import { wordsOf } from './words.ts'

/** Statements: the months there are, one of them, and one of them as a file, and the confirmations of an order. */
export const statementRoutes = (app: App): Registered => {
  const drawer = createPdfDrawer()
  const signedOf = (asked: AskedDocument) =>
    app.archive.over(asked.accountId, EVER, (pool) => signedDocument({ pool, trustLog: app.trustLog }, asked))
  const paperOf = (asked: AskedDocument) =>
    app.archive.over(asked.accountId, EVER, (pool) => paperProofOf({ pool, trustLog: app.trustLog }, asked))
  return routes(statements, {
    months: async ({ caller, now }) => {
      const months = await monthsOf(app, caller.accountId, now)
      const years = Map.groupBy(months, ({ month }) => month.slice(0, YEAR_LENGTH))
      return ok({
        months: months
          .toReversed()
          .map((each) => ({ month: each.month, final: isFinal(each, now), wallets: each.balances.map(presentBalance) })),
        years: [...years].toReversed().map(([year, of]) => ({ year, fees: feesOf(of).map(presentFee) })),
      })
    },

    one: async ({ input, caller, now }) => {
      const statement = await statementOf(app, caller.accountId, input.month, now)
      return statement
    },

    download: async ({ input, caller, now, language }) => {
      const statement = await statementOf(app, caller.accountId, input.month, now)
      if (!statement.ok) return statement
      const asked = statementDocument(caller.accountId, statement.value)
      if (input.format === 'proof') return proofFile(await signedOf(asked), `${caller.accountId}-${input.month}`)
      if (input.format === 'pdf') return drawer.draw({ kind: 'statement', of: statement.value, proof: await paperOf(asked) }, language)
      return ok(input.format === 'json' ? jsonFile(statement.value) : csvFile(statement.value, wordsOf(language)))
    },

    confirm: async ({ input, caller, now, language }) => {
      const confirmations = await confirmationsOf(app, { accountId: caller.accountId, orderId: input.orderId, now })
      if (!confirmations.ok) return confirmations
      if (input.format === 'json') return ok(confirmationJson(confirmations.value))
      const asked = confirmationDocument({ accountId: caller.accountId, orderId: input.orderId }, confirmations.value)
      if (input.format === 'proof') return proofFile(await signedOf(asked), numberOf(confirmations.value))
      return drawer.draw({ kind: 'confirmation', of: confirmations.value, proof: await paperOf(asked) }, language)
    },
  })
}

const YEAR_LENGTH = 4

/** The months' fees added up, kind by kind. */
function feesOf(months: readonly Totals[]): readonly Fee[] {
  const sums = new Map<string, Fee>()
  for (const fee of months.flatMap(({ fees }) => fees)) {
    const key = `${fee.kind} ${fee.currency}`
    sums.set(key, { ...fee, amount: fee.amount + (sums.get(key)?.amount ?? 0n) })
  }
  return [...sums.values()]
}
