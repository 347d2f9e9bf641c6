import { recordKind } from '../ledger/record.ts'
import type { Transfer } from './transfer.ts'

export const transferKind = recordKind<Transfer>({ name: 'transfer' })
