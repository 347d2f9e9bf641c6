import { type Alert, type AlertDelivery, alerts } from '@rueda/contract/alerts.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { onePage, quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Alerts } from './Alerts.tsx'

/** Goal: one sees one's alerts, turns one off with a switch, and finds out how the last ones went out. */
afterEach(leave)

const instrument = {
  name: 'Aurora Devices',
  stockCode: 'ARDV',
  code: 'US:ARDV',
  market: 'US',
  source: 0,
  currency: 'USD',
  decimals: 2,
  localLogoUrl: '',
} as const
const alertOf = (differs: Partial<Alert> = {}): Alert => ({
  id: '01a1fd22-b178-7ed2-a02c-6916a8f97824',
  ...instrument,
  kind: 'above',
  level: '900',
  repeats: 0,
  status: 'armed',
  price_nominal: '44.54',
  createTimestamp: Date.now(),
  firedTimestamp: null,
  venue: 'SIM',
  ...differs,
})
const deliveryOf = (at: number, differs: Partial<AlertDelivery> = {}): AlertDelivery => ({
  id: `01a1fd22-b178-7ed2-a02c-6916a8f978${at}`,
  alertId: alertOf().id,
  messageId: '01a1fd22-b178-7ed2-a02c-6916a8f97999',
  ...instrument,
  kind: 'above',
  level: '44',
  price: '44.10',
  pushed: 1,
  attempts: 1,
  createTimestamp: Date.now(),
  venue: 'SIM',
  ...differs,
})
const open = (list: readonly Alert[], deliveries: readonly AlertDelivery[], at = 'pages/alert/index') =>
  visit(Alerts, {
    at,
    answers: [
      answer(alerts.list, { list: [...list], most: 50 }),
      answer(alerts.deliveries, onePage(deliveries)),
      answer(alerts.turn, alertOf({ status: 'off' })),
    ],
    signedIn: true,
  })

describe('my alerts', () => {
  it('stand under their instrument, in words, each with a switch', async () => {
    const { asked } = await open([alertOf(), alertOf({ id: '01a1fd22-b178-7ed2-a02c-6916a8f97825', kind: 'fall', level: '5' })], [])
    expect(await screen.findAllByText('Aurora Devices')).toHaveLength(1)
    expect(screen.getByText('2 de 50 alertas')).toBeDefined()
    fireEvent.click(screen.getByRole('switch', { name: 'Llega a 900,00 o más' }))
    await waitFor(() => expect(asked(alerts.turn)).toEqual([{ id: alertOf().id, on: 0 }]))
  })

  it('say how the last notices went out, with the way to all of them', async () => {
    const { place } = await open([alertOf()], [deliveryOf(26), deliveryOf(27, { pushed: 0, attempts: 2 })])
    expect(await screen.findByText('Últimos avisos')).toBeDefined()
    expect(screen.getByText('Enviada a tu dispositivo y a Mensajes')).toBeDefined()
    expect(screen.getByText(/Ningún dispositivo conectado/)).toBeDefined()
    expect(screen.getByText('Salió en el intento 2')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Historial' }))
    expect(place()).toContain('tab=log')
  })

  it('say nothing of notices while none has gone out, and begin one on what is watched or searched for', async () => {
    const watched = { ...quoteOf('US', 'CBHB'), id: alertOf().id, sort: 0, addTimestamp: Date.now() }
    await visit(Alerts, {
      at: 'pages/alert/index',
      answers: [
        answer(alerts.list, { list: [], most: 50 }),
        answer(alerts.deliveries, onePage<AlertDelivery>([])),
        answer(watchlist.list, [watched]),
      ],
      signedIn: true,
    })
    expect(await screen.findByText(/Todavía no tenés alertas/)).toBeDefined()
    expect(screen.queryByText('Últimos avisos')).toBeNull()
    const [add] = screen.getAllByRole('button', { name: 'Nueva alerta' })
    if (add !== undefined) fireEvent.click(add)
    const found = await screen.findByRole('link', { name: 'Buscar un instrumento' })
    expect(found.getAttribute('href')).toContain('pages/search/index')
    fireEvent.click(await screen.findByRole('button', { name: /CBHB name/ }))
    expect(await screen.findByText('Nueva alerta · CBHB')).toBeDefined()
    expect(await screen.findByRole('textbox', { name: 'Precio' })).toBeDefined()
  })
})
