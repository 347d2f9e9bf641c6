import { recordKind } from '../ledger/record.ts'
import type { Card } from './card.ts'

/** Where money may leave to; what a card says of it is sealed and not part of the books. */
export const cardKind = recordKind<Card>({ name: 'card' })
