import { recordKind } from '../ledger/record.ts'
import type { Subscription } from './subscription.ts'

/** Applications for offered shares, held by their ids. */
export const subscriptionKind = recordKind<Subscription>({ name: 'subscription' })
