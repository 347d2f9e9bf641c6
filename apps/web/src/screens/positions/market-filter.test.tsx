import { type OrderRow, orders } from '@rueda/contract/orders.ts'
import { type Position, positions } from '@rueda/contract/positions.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { onePage } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { ClosedPositions } from './ClosedPositions.tsx'
import { OrdersTab } from './OrdersTab.tsx'

/** Goal: every list of the trade page can be narrowed to one market, by the server, and the choice stays in the address. */
afterEach(leave)

it('closed positions of one market are asked of the server', async () => {
  const { asked, place } = await visit(ClosedPositions, {
    at: 'pages/trade/index?tab=1&market=TW',
    answers: [answer(positions.closed, onePage<Position>([]))],
    signedIn: true,
  })
  expect(await screen.findByText('Nada en este mercado todavía')).toBeDefined()
  expect(asked(positions.closed)[0]).toMatchObject({ source: 7 })
  fireEvent.click(screen.getByRole('button', { name: 'Argentina' }))
  await waitFor(() => expect(asked(positions.closed).at(-1)).toMatchObject({ source: 'ARG' }))
  expect(place()).toContain('market=AR')
  fireEvent.click(screen.getByRole('button', { name: 'Todos' }))
  await waitFor(() => expect(asked(positions.closed).at(-1)).not.toHaveProperty('source'))
  expect(await screen.findByRole('link', { name: 'Explorar mercado' })).toBeDefined()
})

it('orders that have ended are too', async () => {
  const { asked } = await visit(OrdersTab, {
    at: 'pages/trade/index?tab=2&state=ended',
    answers: [answer(orders.list, onePage<OrderRow>([]))],
    signedIn: true,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Forex' }))
  await waitFor(() => expect(asked(orders.list).at(-1)).toMatchObject({ source: 2 }))
  expect(await screen.findByText('Nada en este mercado todavía')).toBeDefined()
})
