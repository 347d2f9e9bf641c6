import { eventKind, recordKind } from '../ledger/record.ts'
import type { Withdrawal, WithdrawalEvent } from './withdrawal.ts'

export const withdrawalKind = recordKind<Withdrawal>({ name: 'withdrawal' })
export const withdrawalEventKind = eventKind<WithdrawalEvent>('withdrawal event')
