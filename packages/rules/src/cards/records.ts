import { recordKind } from '../ledger/record.ts'
import type { Card } from './card.ts'

/** Destinations of withdrawals; the details of a card are sealed and not part of the account state. */
export const cardKind = recordKind<Card>({ name: 'card' })
