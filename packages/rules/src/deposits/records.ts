import { eventKind, recordKind } from '../ledger/record.ts'
import type { ChannelId } from './channel.ts'
import type { Arrival, Deposit } from './deposit.ts'

export const depositKind = recordKind<Deposit>({ name: 'deposit' })

/** A line of the chain or the bank, with whose it is. */
export type OwnArrival = Arrival & Readonly<{ accountId: string; channel: ChannelId }>

/** What the outside world brought, as it said so itself. */
export const arrivalKind = eventKind<OwnArrival>('arrival')
