import { messages } from '@rueda/contract/messages.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { isAlwaysSent, messageTopics } from '@rueda/rules/messages/topics.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSettings } from '../../shared/device/settings.ts'
import { isNoticed, isQuiet } from '../../shared/live/device-notice.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Notifications } from './Notifications.tsx'

/** Which messages come and how: what always comes says so, and a browser is asked for its permission only after a press. */
afterEach(() => {
  useSettings.setState({ notifies: false, usesQuietHours: false })
  vi.restoreAllMocks()
  leave()
})

const PAGE = 'pages/setting/notifications'
type Choices = DataOf<typeof messages.choices>
const first = (mailLacks: Choices['mailLacks'] = null): Choices => ({
  topics: messageTopics.map((topic) => ({
    topic,
    app: { on: 1, always: isAlwaysSent(topic, 'app') ? 1 : 0 },
    mail: { on: topic === 'security' ? 1 : 0, always: isAlwaysSent(topic, 'mail') ? 1 : 0 },
  })),
  mailLacks,
})
/** The card of a way, found by its title. */
const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title })
  return within(heading.closest('section') as HTMLElement)
}

it('what moves money or protects has no switch in the app, and says that it always comes', async () => {
  await visit(Notifications, { at: PAGE, signedIn: true, answers: [answer(messages.choices, first())] })
  const app = await card('En la app')
  expect(app.getAllByRole('switch').map((each) => each.getAttribute('aria-label'))).toEqual([
    'Novedades del bróker',
    'Respuestas de Atención al cliente',
  ])
  expect(app.getAllByText('Siempre')).toHaveLength(6)
  const mail = await card('Por correo')
  expect(mail.getAllByText('Siempre')).toHaveLength(1)
  expect(screen.getByText(/llega siempre a la app y no se puede apagar/u)).toBeDefined()
})

it('a switch sends one way of one topic', async () => {
  const { asked } = await visit(Notifications, {
    at: PAGE,
    signedIn: true,
    answers: [answer(messages.choices, first()), answer(messages.choose, first())],
  })
  const mail = await card('Por correo')
  await act(async () => void fireEvent.click(mail.getByRole('switch', { name: 'Operaciones' })))
  expect(asked(messages.choose)).toEqual([{ topic: 'trading', way: 'mail', on: 1 }])
})

it('says what stands in the way of mails in the place of their switches', async () => {
  await visit(Notifications, { at: PAGE, signedIn: true, answers: [answer(messages.choices, first('house'))] })
  const mail = await card('Por correo')
  expect(mail.queryAllByRole('switch')).toEqual([])
  expect(mail.getByText(/Este bróker todavía no envía correos/u)).toBeDefined()
})

it('leads a practice account to its registration', async () => {
  await visit(Notifications, { at: PAGE, signedIn: true, practising: true, answers: [answer(messages.choices, first('address'))] })
  const way = (await card('Por correo')).getByRole('link')
  expect(way.getAttribute('href')).toContain('#/pages/auth/register')
})

function browser(permission: NotificationPermission, answered: NotificationPermission = permission) {
  const fake = Object.assign(vi.fn(), {
    permission,
    requestPermission: vi.fn(() => {
      fake.permission = answered
      return Promise.resolve(answered)
    }),
  })
  vi.stubGlobal('Notification', fake)
  return fake
}

it('the browser is asked only after a press, and quiet hours come with it', async () => {
  const fake = browser('default', 'granted')
  await visit(Notifications, { at: PAGE, signedIn: true, answers: [answer(messages.choices, first())] })
  const device = await card('En este dispositivo')
  expect(fake.requestPermission).not.toHaveBeenCalled()
  expect(device.queryByRole('switch', { name: 'Horas de silencio' })).toBeNull()
  await act(async () => void fireEvent.click(device.getByRole('switch', { name: 'Notificaciones del navegador' })))
  expect(fake.requestPermission).toHaveBeenCalledTimes(1)
  await act(async () => void fireEvent.click(device.getByRole('switch', { name: 'Horas de silencio' })))
  expect(useSettings.getState()).toMatchObject({ notifies: true, usesQuietHours: true })
})

it('a browser that refuses is told of, and nothing is on', async () => {
  browser('default', 'denied')
  await visit(Notifications, { at: PAGE, signedIn: true, answers: [answer(messages.choices, first())] })
  const device = await card('En este dispositivo')
  await act(async () => void fireEvent.click(device.getByRole('switch')))
  expect(await screen.findByText(/Este navegador bloquea las notificaciones/u)).toBeDefined()
  expect(useSettings.getState().notifies).toBe(false)
})

it('quiet hours reach over midnight, and hold from their first hour until the last begins', () => {
  const night = { quietFrom: 22, quietUntil: 7 }
  expect([21, 22, 23, 0, 6, 7].map((hour) => isQuiet(night, hour))).toEqual([false, true, true, true, true, false])
  const noon = { quietFrom: 12, quietUntil: 14 }
  expect([11, 12, 13, 14].map((hour) => isQuiet(noon, hour))).toEqual([false, true, true, false])
})

it('a message is noticed beside other windows only, with permission, outside quiet hours', () => {
  browser('granted')
  useSettings.setState({ notifies: true, usesQuietHours: true, quietFrom: 22, quietUntil: 7 })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  expect([isNoticed(12), isNoticed(23)]).toEqual([true, false])
  hidden.mockReturnValue(false)
  expect(isNoticed(12)).toBe(false)
  hidden.mockReturnValue(true)
  useSettings.setState({ notifies: false })
  expect(isNoticed(12)).toBe(false)
})
