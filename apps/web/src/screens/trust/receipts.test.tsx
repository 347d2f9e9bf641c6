import type { Receipt } from '@rueda/proof/receipt.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type KeptReceipt, keep, keptNow } from '../../shared/trust/kept.ts'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { Receipts } from './Receipts.tsx'

/** Goal: the newest receipts of the account, none of the same words twice. */
afterEach(() => {
  leave()
  localStorage.clear()
})

const AT = Date.UTC(2026, 10, 20, 15)
const MINUTE_MS = 60_000
const receiptOf = (sequence: number, at: number, differs: Partial<KeptReceipt> = {}): KeptReceipt => ({
  ...{ accountId: '1', command: null, takenAt: at, size: 9 },
  receipt: { sequence, at, batch: { signature: `${sequence} ${at}`, index: 0 } } as unknown as Receipt,
  ...differs,
})

it('shows an order and what it moved once, and a later command of the same entry beside it', async () => {
  const receipts = [receiptOf(7, AT, { orderId: 'o' }), receiptOf(7, AT + 3), receiptOf(7, AT + 5), receiptOf(7, AT + 2 * MINUTE_MS)]
  keep({ ...keptNow(), receipts: [...receipts, receiptOf(8, AT, { accountId: '2' })] }, keptNow())
  await visit(Receipts, { at: 'pages/trust/index', answers: [], signedIn: true })
  expect(await screen.findAllByText(/Asiento 7/u)).toHaveLength(2)
  expect(screen.queryByText(/Asiento 8/u)).toBeNull()
})
