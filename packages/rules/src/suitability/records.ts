import { recordKind } from '../ledger/record.ts'
import type { SuitabilityAttempt } from './attempt.ts'

/** Attempts at the questions, held by their id; an account's state has all of them. */
export const suitabilityKind = recordKind<SuitabilityAttempt>({ name: 'suitability attempt' })
