import type { OrderConfirmations, Statement } from '@rueda/contract/statements.ts'
import type { SignedDocument } from '@rueda/proof/document.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type StatementFile, documentOf } from './files.ts'

/**
 * What of a statement or a confirmation is signed (`docs/rules/proof.md` P.33): all of it that is the same whenever it is made. So a paper and the
 * file that proves it have one hash, whichever came first.
 */
export const statementDocument = (accountId: string, statement: Statement) => ({
  ...({ accountId, kind: 'statement', data: statement } as const),
  // The first moment that is no longer part of it.
  covered: { until: statement.toTimestamp - 1 },
})

export const confirmationDocument = (
  { accountId, orderId: requestId }: Readonly<{ accountId: string; orderId: string }>,
  { head: _head, madeTimestamp: _made, ...data }: OrderConfirmations,
) => ({ ...({ accountId, kind: 'confirmation', data } as const), covered: { requestId } })

export const proofFile = (document: SignedDocument | null, name: string): Result<StatementFile> =>
  document === null
    ? refuse('maintenance')
    : ok(documentOf(`${name}.proof.json`, 'application/json', Buffer.from(`${JSON.stringify(document, null, 2)}\n`)))
