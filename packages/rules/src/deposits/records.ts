import { eventKind, recordKind } from '../ledger/record.ts'
import type { ChannelId } from './channel.ts'
import type { Arrival, Deposit } from './deposit.ts'

export const depositKind = recordKind<Deposit>({ name: 'deposit' })

/** A line of the chain or the bank, with the account it belongs to. */
export type OwnArrival = Arrival & Readonly<{ accountId: string; channel: ChannelId }>

/** Arrivals from the outside world, as it reported them. */
export const arrivalKind = eventKind<OwnArrival>('arrival')
