import { accounts } from '@rueda/contract/accounts.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { publishedOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Register } from './Register.tsx'

/** Goal: no button is offered that the server refuses. */
afterEach(() => {
  sessionStorage.clear()
  leave()
})

const answers = [
  answer(accounts.appVersion, publishedOf()),
  answer(accounts.sendCode, { expireSeconds: 300, resendSeconds: 60, devCode: '123456' }),
]
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const WAITS = /^Reenviar en \d+/u

it('whoever comes back from the password still sees how long to wait for another code', async () => {
  await visit(Register, { at: 'pages/auth/register', answers })
  type(/^E-mail/u, 'ana@example.org')
  fireEvent.click(screen.getByRole('button', { name: 'Enviar código' }))
  expect(await screen.findByRole<HTMLButtonElement>('button', { name: WAITS })).toMatchObject({ disabled: true })
  fireEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Cambiar e-mail' }))
  expect(await screen.findByRole<HTMLButtonElement>('button', { name: WAITS })).toMatchObject({ disabled: true })
})

it('says one thing of the code: that it is filled in, or that it was sent', async () => {
  const asked = async (devCode: string | undefined) => {
    const sent = answer(accounts.sendCode, { expireSeconds: 300, resendSeconds: 60, ...(devCode === undefined ? {} : { devCode }) })
    await visit(Register, { at: 'pages/auth/register', answers: [answer(accounts.appVersion, publishedOf()), sent] })
    type(/^E-mail/u, 'ana@example.org')
    fireEvent.click(screen.getByRole('button', { name: 'Enviar código' }))
    await screen.findByRole('button', { name: WAITS })
  }
  await asked('123456')
  expect(screen.getByText('Esta instalación no envía correos: el código ya está cargado. Vale 5 minutos.')).toBeDefined()
  expect(screen.queryByText(/^Enviamos/u)).toBeNull()
  sessionStorage.clear()
  leave()
  await asked(undefined)
  expect(screen.getByText('Enviamos un código a ana@example.org. Vale 5 minutos.')).toBeDefined()
  expect(screen.queryByText(/no envía correos/u)).toBeNull()
})

it('another address has no code on its way', async () => {
  await visit(Register, { at: 'pages/auth/register', answers })
  type(/^E-mail/u, 'ana@example.org')
  fireEvent.click(screen.getByRole('button', { name: 'Enviar código' }))
  await screen.findByRole('button', { name: WAITS })
  type(/^E-mail/u, 'otra@example.org')
  expect(await screen.findByRole<HTMLButtonElement>('button', { name: 'Enviar código' })).toMatchObject({ disabled: false })
})
