import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { orders } from '@rueda/contract/orders.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { READ_AGAIN, ReadAgain } from '../../testing/ReadAgain.tsx'
import { previewOf, quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { OrderReview } from './OrderReview.tsx'
import type { Proposal } from './proposal.ts'

/** The review of a market order stays locked until a price that is too old, or has moved too far, was read again. */
afterEach(leave)

const OLDEST_MS = 10_000
const marketOrder: Proposal = {
  ...{ side: 'buy', type: 'market', quantity: '10', price: '', trail: null, takeProfit: null, stopLoss: null, timeInForce: 'DAY' },
  ...{ code: 'ABC', name: 'ABC name', market: 'US', decimals: 2, positionId: null },
  preview: { stockCode: 'ABC', market: 'US', direction: 0, orderType: 0, quantity: '10' },
}
const aged = (ms: number): Quote => quoteOf('US', 'ABC', { updateTimeTimestamp: Date.now() - ms })
const dearer = (ask: string): Quote => quoteOf('US', 'ABC', { ask })

/** An open review whose quote the test changes under it, as the live price does. */
function Review({ opened, later, proposal = marketOrder }: Readonly<{ opened: Quote; later: Quote; proposal?: Proposal }>) {
  const [quote, setQuote] = useState(opened)
  return (
    <>
      <button type="button" onClick={() => setQuote(later)}>
        later
      </button>
      <OrderReview
        proposal={proposal}
        quote={quote}
        pending={false}
        onConfirm={() => undefined}
        onRefresh={() => setQuote({ ...later, updateTimeTimestamp: Date.now() })}
      />
    </>
  )
}

const open = async (opened: Quote, later: Quote, proposal?: Proposal) => {
  const Part = () => <Review opened={opened} later={later} {...(proposal === undefined ? {} : { proposal })} />
  await visit(Part, { at: '', answers: [answer(orders.preview, previewOf())] })
  await screen.findByRole('button', { name: 'Comprar' })
}
const isLocked = () => screen.getByRole('button', { name: 'Comprar' }).getAttribute('aria-disabled') === 'true'
const refresh = () => fireEvent.click(screen.getByRole('button', { name: 'Actualizar precio' }))

describe('while the order is being sent', () => {
  /** A review that the test sends, and then reads again, as a push does before the answer of the order is there. */
  function Sent({ later }: Readonly<{ later: Quote }>) {
    const [pending, send] = useState(false)
    const [quote, setQuote] = useState(aged(0))
    return (
      <>
        <OrderReview proposal={marketOrder} quote={quote} pending={pending} onConfirm={() => send(true)} onRefresh={() => undefined} />
        <button type="button" onClick={() => setQuote(later)}>
          later
        </button>
        <button type="button" onClick={() => send(false)}>
          answered
        </button>
        <ReadAgain />
      </>
    )
  }

  it('goes on showing what was reviewed, whatever its wallet and the market do', async () => {
    let after = '5000.00'
    const { asked } = await visit(() => <Sent later={dearer('120.00')} />, {
      at: '',
      answers: [answer(orders.preview, () => previewOf({ availableAfter: after }))],
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Comprar' }))
    const page = () => document.body.textContent
    const reviewed = page()
    expect(reviewed).toContain('$5.000,00')
    after = '4000.00'
    fireEvent.click(screen.getByText('later'))
    fireEvent.click(screen.getByText(READ_AGAIN))
    await waitFor(() => expect(asked(orders.preview)).toHaveLength(2))
    await act(async () => undefined)
    expect(page()).toBe(reviewed)
    // Refused, it is a review again, of what holds now.
    fireEvent.click(screen.getByText('answered'))
    expect(await screen.findByText('$4.000,00')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Actualizar precio' })).toBeDefined()
  })
})

describe('what the visible book would give', () => {
  const reviewed = async (differs: Parameters<typeof previewOf>[0]) => {
    const Part = () => <Review opened={aged(0)} later={aged(0)} />
    await visit(Part, { at: '', answers: [answer(orders.preview, previewOf(differs))] })
    await screen.findByRole('button', { name: 'Comprar' })
  }
  const factOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent

  it('is said with its average and how much of the quantity it covers', async () => {
    await reviewed({ fromDepth: { covered: '150', average: '10.02' } })
    expect(factOf('Promedio con el libro visible')).toBe('10,02')
    expect(factOf('El libro visible cubre')).toBe('Toda la cantidad')
    expect(screen.queryByText(/contraparte/)).toBeNull()
  })

  it('warns where it does not suffice, and where its average is far from the best price', async () => {
    const fromDepth = { covered: '40', average: '10.40' }
    await reviewed({ fromDepth, warnings: ['DEPTH_SHORT', 'FAR_FROM_BEST'] })
    expect(
      screen.getByText(/Hasta 10,50, el libro visible tiene solo 40 de 150\. Lo que no encuentre contraparte se cancela\./),
    ).toBeDefined()
    expect(factOf('El libro visible cubre')).toBe('40 de 150')
    expect(screen.getByText(/10,40, queda a 4,00% del mejor precio/)).toBeDefined()
  })

  it('is not said of an order that waits for the open', async () => {
    await reviewed({ fromDepth: null, queued: 1 })
    expect(screen.queryByText('El libro visible cubre')).toBeNull()
  })
})

describe('the review of a market order', () => {
  it('refuses a price older than ten seconds, and goes on once it was refreshed', async () => {
    await open(aged(0), aged(OLDEST_MS + 1))
    expect(isLocked()).toBe(false)
    fireEvent.click(screen.getByText('later'))
    expect(isLocked()).toBe(true)
    refresh()
    await waitFor(() => expect(isLocked()).toBe(false))
  })

  it('is locked by a move of more than half a percent until the price was refreshed', async () => {
    await open(dearer('100.00'), dearer('100.51'))
    expect(isLocked()).toBe(false)
    fireEvent.click(screen.getByText('later'))
    expect(isLocked()).toBe(true)
    expect(screen.getByText(/0,50?\s?%/)).toBeDefined()
    refresh()
    await waitFor(() => expect(isLocked()).toBe(false))
  })

  it('lets exactly half a percent pass', async () => {
    await open(dearer('100.00'), dearer('100.50'))
    fireEvent.click(screen.getByText('later'))
    expect(isLocked()).toBe(false)
  })
})

it('a limit needs no guard', async () => {
  await open(dearer('100.00'), { ...dearer('120.00'), updateTimeTimestamp: 0 }, { ...marketOrder, type: 'limit', price: '100.00' })
  fireEvent.click(screen.getByText('later'))
  expect(isLocked()).toBe(false)
})
