import { type Position, positions } from '@rueda/contract/positions.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { onePage, positionOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { ClosedPositions } from './ClosedPositions.tsx'

/** Goal: what a sale has realised is found among what was closed, also while the rest is still held. */
afterEach(leave)

const sold = { quantity: '15', closedQuantity: '10', openPrice: '34.48', closePrice: '35.10', sellProfit: '5.19' }
const shown = (held: readonly Position[], market = '') =>
  visit(ClosedPositions, {
    at: `pages/trade/index?tab=1${market}`,
    answers: [
      answer(positions.closed, onePage<Position>([])),
      answer(positions.holding, { ...onePage(held), totalMarketValue: '0.00', totalProfit: '0.00', currency: 'USD' }),
    ],
    signedIn: true,
  })

it('lists a position of which a part was sold, with its result and what is left', async () => {
  await shown([positionOf('US', 'ARDV', { name: 'Aurora Devices', ...sold }), positionOf('US', 'CBHB')])
  expect(await screen.findByRole('heading', { name: 'Cerradas en parte' })).toBeDefined()
  const rows = screen.getAllByRole('button', { name: /Resultado realizado/u })
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s+/gu, ' '))).toEqual([
    expect.stringMatching(/Aurora Devices.*Vendiste 10 a 35,10.*Te quedan 15.*5,19/u),
  ])
})

it('says that nothing was closed where nothing was sold, and narrows to a market', async () => {
  await shown([positionOf('US', 'CBHB')])
  expect(await screen.findByText('Todavía no cerraste posiciones')).toBeDefined()
  leave()
  await shown([positionOf('US', 'ARDV', sold)], '&market=TW')
  expect(await screen.findByText('Nada en este mercado todavía')).toBeDefined()
})
