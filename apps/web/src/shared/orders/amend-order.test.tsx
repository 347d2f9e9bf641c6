import { orders } from '@rueda/contract/orders.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { orderOf } from '../../testing/samples.ts'
import { type Visit, answer, leave, visit } from '../../testing/screen-harness.tsx'
import { AmendOrder } from './AmendOrder.tsx'
import type { AmendPreview } from './use-amend-preview.ts'

/** Goal: nobody spends money by changing an order without having seen how much, and confirmed it like a new order. */
afterEach(leave)

const order = orderOf({ quantity: '20', price: '50.00', holdAmount: '1000.50' })
const waiting: AmendPreview = {
  ...{ estPrice: '50.00', worstPrice: '50.00', estAmount: '500.00', estFee: '0.50', holdBefore: '1000.50', holdAfter: '500.50' },
  ...{ availableBefore: '50000.00', availableAfter: '50500.00', missing: null, bid: '53.19', ask: '53.20', executes: 0, asksMore: 0 },
  ...{ walletType: 'STOCK', currency: 'USD', quoteTimestamp: 0, venue: 'SIM' },
}
const crossing: AmendPreview = {
  ...waiting,
  ...{ estPrice: '53.20', worstPrice: '53.20', estAmount: '47880.00', estFee: '14.36', holdAfter: '47894.36' },
  ...{ availableAfter: '3106.14', executes: 1, asksMore: 1 },
}

const open = (preview: AmendPreview): Promise<Visit> =>
  visit(() => <AmendOrder order={order} onClose={() => undefined} />, {
    at: '',
    signedIn: true,
    answers: [answer(orders.previewAmend, preview), answer(orders.amend, order)],
  })
const change = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const factOf = async (label: string): Promise<string> => (await screen.findByText(label)).nextElementSibling?.textContent ?? ''
const isOff = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(isOff(button)).toBe(false))
  fireEvent.click(button)
}

describe('changing an order', () => {
  it('says what it costs before, and is confirmed like a new order where it asks for more', async () => {
    const { asked } = await open(crossing)
    change('Cantidad', '900')
    change('Precio límite', '53,20')
    expect(await factOf('Reservado')).toBe('$1.000,50$47.894,36')
    expect(await factOf('Disponible en Efectivo para acciones de EE. UU.')).toBe('$50.000,00$3.106,14')
    expect(await factOf('Comisión')).toBe('$14,36')
    expect(await factOf('Compra / venta del mercado')).toBe('53,19 / 53,20')
    expect(screen.getByText('Se ejecuta enseguida: comprás a 53,20 como máximo.')).toBeDefined()
    await press('Revisar el cambio')
    expect(asked(orders.amend)).toEqual([])
    expect((await screen.findByText('Cantidad')).nextElementSibling?.textContent).toBe('20900')
    await press('Modificar')
    await waitFor(() => expect(asked(orders.amend)).toEqual([{ orderId: order.id, quantity: '900', price: '53.20' }]))
  })

  it('says what is missing, and is not sent', async () => {
    const { asked } = await open({ ...crossing, missing: '10.00' })
    change('Cantidad', '900')
    const button = await screen.findByRole('button', { name: 'Faltan $10,00' })
    expect(isOff(button)).toBe(true)
    expect(asked(orders.amend)).toEqual([])
  })

  it('for less is saved at once', async () => {
    const { asked } = await open(waiting)
    change('Cantidad', '10')
    await press('Guardar cambios')
    await waitFor(() => expect(asked(orders.amend)).toEqual([{ orderId: order.id, quantity: '10' }]))
  })
})
