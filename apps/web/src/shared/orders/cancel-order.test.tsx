import type { OrderRow } from '@rueda/contract/orders.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { orderOf } from '../../testing/samples.ts'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { CancelDialog } from './CancelOrder.tsx'
import { OrderFacts } from './OrderFacts.tsx'

/** Goal: whoever cancels one of several orders sees which one it is, and the holding it no longer protects. */
afterEach(leave)

const OTHER = '6f1c2d3e-0000-4000-8000-000000000002'
const sale = { direction: 1, quantity: '100', filledQuantity: '40', price: '190.00' } as const
const asked = (differs: Partial<OrderRow>) =>
  visit(() => <CancelDialog order={orderOf(differs)} onClose={() => undefined} />, { at: '', answers: [] })

describe('the question before an order is cancelled', () => {
  it.each([
    [
      'a stop',
      { ...sale, price: null, stopPrice: '170.00', orderType: 2, siblingId: OTHER },
      '170,00',
      /sin protección contra pérdidas: 60 acciones/,
    ],
    ['the limit beside a stop', { ...sale, siblingId: OTHER }, '190,00', /El stop de 60 acciones sigue/],
    ['an exit alone', { ...sale, parentId: OTHER }, '190,00', /queda sin cerrar: 60 acciones/],
  ] as const)('names %s and what it leaves', async (_, differs, price, left) => {
    await asked(differs)
    expect(await screen.findByText(`Vender · 60 acciones · ABC name (ABC) · ${price}`)).toBeDefined()
    expect(screen.getByText(left)).toBeDefined()
  })

  it('of a purchase with exits says that these never come, and of a plain one nothing', async () => {
    await asked({ stopLoss: '45.00' })
    expect(await screen.findByText(/no se crean/)).toBeDefined()
    leave()
    await asked({})
    expect(await screen.findByText('Comprar · 20 acciones · ABC name (ABC) · 50,00')).toBeDefined()
    expect(screen.queryByText(/no se crean/)).toBeNull()
  })
})

describe('in the order’s own sheet', () => {
  it.each([
    ['Cancelar orden', '¿Cancelar esta orden?'],
    ['Modificar', 'Modificar la orden'],
  ])('%s takes the place of every button, in view', async (button, title) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await visit(() => <OrderFacts order={orderOf({ cancellable: 1 })} />, { at: '', answers: [] })
    fireEvent.click(await screen.findByRole('button', { name: button }))
    expect(screen.getByRole('heading', { name: title })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Repetir orden' })).toBeNull()
    expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' })
    scrolled.mockRestore()
  })
})
