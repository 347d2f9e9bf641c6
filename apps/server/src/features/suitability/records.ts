import type { SuitabilityAttempt, SuitabilityStatus } from '@rueda/rules/suitability/attempt.ts'
import type { QuestionId } from '@rueda/rules/suitability/pool.ts'
import { suitabilityKind } from '@rueda/rules/suitability/records.ts'
import { arrayLiteral } from '../../write-path/columns.ts'
import { type TableParts, loadingOf, lookupOfAccount, storedKind } from '../../write-path/record-kind.ts'

type SuitabilityRecord = Readonly<{
  account_id: bigint
  id: string
  status: SuitabilityStatus
  pool_version: string
  questions: readonly QuestionId[]
  answers: string | null
  right_answers: bigint | null
  begun_at: bigint
  handed_in_at: bigint | null
  valid_until: bigint | null
}>

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

const readAttempt = (row: SuitabilityRecord): SuitabilityAttempt => ({
  id: row.id,
  accountId: String(row.account_id),
  status: row.status,
  poolVersion: row.pool_version,
  questions: row.questions,
  answers: [...(row.answers ?? '')].map(Number),
  right: numberOf(row.right_answers),
  begunAt: Number(row.begun_at),
  handedInAt: numberOf(row.handed_in_at),
  validUntil: numberOf(row.valid_until),
})

const attemptTable: TableParts<SuitabilityAttempt> = {
  key: [
    ['account_id', 'bigint', (attempt) => attempt.accountId],
    ['id', 'uuid', (attempt) => attempt.id],
  ],
  fixed: [
    ['pool_version', 'text', (attempt) => attempt.poolVersion],
    ['questions', 'text[]', ({ questions }) => arrayLiteral(questions, (question) => question)],
    ['begun_at', 'bigint', (attempt) => attempt.begunAt],
  ],
  changing: [
    ['status', 'text', (attempt) => attempt.status],
    ['answers', 'text', ({ handedInAt, answers }) => (handedInAt === null ? null : answers.join(''))],
    ['right_answers', 'bigint', (attempt) => attempt.right],
    ['handed_in_at', 'bigint', (attempt) => attempt.handedInAt],
    ['valid_until', 'bigint', (attempt) => attempt.validUntil],
  ],
}

/** Every attempt of an account: few, and an order on margin needs to know whether one of them holds. */
export const suitabilityAttemptsOf = lookupOfAccount(
  'read-suitability-attempts',
  'select * from suitability_attempts where account_id = any($1::bigint[])',
  loadingOf(suitabilityKind, readAttempt),
)

export const suitabilityAttempts = storedKind(suitabilityKind, {
  table: 'suitability_attempts',
  isKept: () => true,
  parts: attemptTable,
  classes: {
    personal: 'account_id id status pool_version questions answers right_answers begun_at handed_in_at valid_until',
  },
})
