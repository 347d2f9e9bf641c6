import { type OrderRow, orders } from '@rueda/contract/orders.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { onePage } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { OrdersTable } from './OrdersTable.tsx'

/** Goal: the table of a desk shows what a link to the orders asks for, as the list of a telephone does. */
afterEach(leave)

const answers = [answer(orders.list, onePage<OrderRow>([]))]

it('a link to all orders shows those that have ended, and the choice stays in the address', async () => {
  const { asked, place } = await visit(OrdersTable, { at: 'pages/trade/index?tab=2&state=all', answers, signedIn: true })
  const ended = await screen.findByRole<HTMLInputElement>('checkbox')
  expect(ended.checked).toBe(true)
  await waitFor(() => expect(asked(orders.list).at(-1)).not.toHaveProperty('status'))
  fireEvent.click(ended)
  await waitFor(() => expect(place()).toContain('state=working'))
})

it('without a word of it the table begins with the orders at work', async () => {
  await visit(OrdersTable, { at: 'pages/trade/index?tab=2', answers, signedIn: true })
  expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false)
})
