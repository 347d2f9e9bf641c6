import { alerts } from '@rueda/contract/alerts.ts'
import { refusals } from '@rueda/rules/refusals.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { AlertForm } from './AlertForm.tsx'
import type { AlertSubject } from './alert-form.ts'

/** Goal: an alert without a level is not sent, and the way to it is shown. */
afterEach(leave)

const subject: AlertSubject = { name: 'Aurora Devices', stockCode: 'ARDV', market: 'US', decimals: 2, price: '44.54', hasVolume: true }

it('asks for the level until anything changes, and saves what it means', async () => {
  const { asked } = await visit(() => <AlertForm subject={subject} onDone={() => undefined} />, {
    at: 'pages/alert/index',
    answers: [answer(alerts.save, () => ({ refusedWith: refusals['parameter.invalid'] }))],
    signedIn: true,
  })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  const level = screen.getByLabelText('Precio')
  save()
  expect(await screen.findByText('Ingresá un valor')).toBeDefined()
  expect(document.activeElement).toBe(level)
  fireEvent.click(screen.getByRole('switch'))
  await waitFor(() => expect(screen.queryByText('Ingresá un valor')).toBeNull())
  save()
  expect(await screen.findByText('Ingresá un valor')).toBeDefined()
  expect(asked(alerts.save)).toEqual([])
  fireEvent.input(level, { target: { value: '40' } })
  await waitFor(() => expect(screen.queryByText('Ingresá un valor')).toBeNull())
  save()
  await waitFor(() => expect(asked(alerts.save)).toEqual([{ stockCode: 'ARDV', market: 'US', kind: 'below', level: '40', repeats: 1 }]))
})
