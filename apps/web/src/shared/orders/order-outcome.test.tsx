import { orders } from '@rueda/contract/orders.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { OrderResultView } from '../../screens/orders/OrderResult.tsx'
import { onePage, orderOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { totalOf } from './OrderOutcome.tsx'

/** A result is a receipt: what was bought for how much in all, what that is made of, and what one does next. */
afterEach(leave)

const filled = orderOf({
  ...{ stockCode: 'CPPR', market: 'US', direction: 0, stopLoss: null, takeProfit: null, currency: 'USD' },
  ...{
    quantity: '10',
    filledQuantity: '10',
    avgPrice: '25.61',
    amount: '256.10',
    handlingFee: '0.50',
    tax: '0.00',
    status: 1,
    subStatus: 'FILLED',
    cancellable: 0,
  },
})

const shown = (order: ReturnType<typeof orderOf>) =>
  visit(
    () => <OrderResultView outcome={{ kind: 'accepted', result: { ...order, orderId: order.id } as never }} onDone={() => undefined} />,
    {
      at: 'pages/payment/stock?code=CPPR',
      answers: [answer(orders.list, onePage([order]))],
      signedIn: true,
    },
  )

describe('the total', () => {
  it('of a purchase has the charges in, of a sale has them off', () => {
    expect(totalOf({ amount: '256.10', handlingFee: '0.50', tax: '0.00', direction: 0 })).toBe('256.60')
    expect(totalOf({ amount: '256.10', handlingFee: '0.50', tax: '0.02', direction: 1 })).toBe('255.58')
  })
})

describe('the receipt of an order that was not filled whole', () => {
  const partly = { ...filled, quantity: '6816', filledQuantity: '1749', amount: '44791.89', handlingFee: '13.44', action: 0 }
  const said = async (order: typeof filled) => {
    await shown(order)
    return (await screen.findByText(/Compraste|Vendiste/)).textContent
  }

  it('says how much of it was, and that the rest is over and its money free in the wallet', async () => {
    const over = { ...partly, status: 2, subStatus: 'NO_LIQUIDITY' }
    expect(await said(over)).toContain(
      'El resto, 5.067 acciones, no se ejecutó y se canceló. Lo reservado para eso quedó libre en Efectivo para acciones de EE. UU.',
    )
    expect(screen.getByText('1.749 de 6.816')).toBeDefined()
  })

  it('says that the rest of a sale stays in the position', async () => {
    expect(await said({ ...partly, direction: 1, action: 1, status: 2, subStatus: 'NO_LIQUIDITY' })).toContain('sigue en tu posición')
  })

  it('says that the rest waits while it does', async () => {
    expect(await said({ ...partly, status: 3, subStatus: 'PARTIAL' })).toContain('El resto, 5.067 acciones, sigue en el mercado.')
  })

  it('says nothing of a rest where there is none', async () => {
    expect(await said(filled)).not.toContain('resto')
    expect(screen.queryByText('10 de 10')).toBeNull()
  })
})

describe('the receipt', () => {
  it('of a purchase says the total first, and leads to a stop and to the chart', async () => {
    await shown(filled)
    expect((await screen.findByText(/Compraste/)).textContent).toBe('Compraste 10 acciones de CPPR por $256,60.')
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? ''
    expect(href('Proteger con un stop')).toMatch(/payment\/stock.*direction=1.*type=stop.*quantity=10.*validity=GTC/)
    expect(href('Ver en el gráfico')).toContain('pages/quote/stock')
  })

  it('of a sale says what is received, and proposes no stop', async () => {
    await shown({ ...filled, direction: 1 })
    expect((await screen.findByText(/Vendiste/)).textContent).toBe('Vendiste 10 acciones de CPPR y recibís $255,60.')
    expect(screen.queryByText('Proteger con un stop')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cancelar orden' })).toBeNull()
  })

  it('says before the first execution what was asked for, at which price, and what is set aside', async () => {
    await shown({ ...filled, filledQuantity: '0', avgPrice: null, status: 0, subStatus: 'WORKING', price: '25.00', holdAmount: '250.50' })
    expect(await screen.findByText('Orden en curso')).toBeDefined()
    expect(screen.queryByText(/Compraste/)).toBeNull()
    expect((await screen.findByText(/Pediste/)).textContent).toBe('Pediste comprar 10 acciones de CPPR.')
    const factOf = (label: string): string => screen.getByText(label).nextElementSibling?.textContent ?? ''
    expect(factOf('Precio límite')).toBe('25,00')
    expect(factOf('Reservado')).toBe('$250,50')
  })

  it('of an order that waits leads to its cancelling', async () => {
    await shown({ ...filled, filledQuantity: '0', avgPrice: null, status: 0, subStatus: 'WORKING', price: '25.00', cancellable: 1 })
    fireEvent.click(await screen.findByRole('button', { name: 'Cancelar orden' }))
    expect(screen.getByText('¿Cancelar esta orden?')).toBeDefined()
  })
})
