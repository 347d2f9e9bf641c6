import { accounts } from '@rueda/contract/accounts.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { publishedOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { IdCard } from '../kyc/IdCard.tsx'
import { Passport } from '../kyc/Passport.tsx'
import { Login } from './Login.tsx'
import { Register } from './Register.tsx'

/** Goal: an empty field asks for what belongs in it, by its own sentence. */
afterEach(() => {
  sessionStorage.clear()
  leave()
})

const version = answer(accounts.appVersion, publishedOf())

/** The step of the photos waits behind the one of the data, with a button of the same name. */
async function goOn(): Promise<void> {
  const [first] = await screen.findAllByRole('button', { name: 'Continuar' })
  if (first !== undefined) fireEvent.click(first)
}

it('the login asks for the name and for the password', async () => {
  await visit(Login, { at: 'pages/auth/login', answers: [version] })
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  expect(await screen.findByText('Ingresá tu e-mail o usuario')).toBeDefined()
  expect(screen.getByText('Ingresá tu contraseña')).toBeDefined()
})

it('registering asks for the address and for the code', async () => {
  await visit(Register, { at: 'pages/auth/register', answers: [version] })
  fireEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  expect(await screen.findByText('Ingresá tu e-mail')).toBeDefined()
  expect(screen.getByText('Ingresá el código de verificación')).toBeDefined()
})

it('the papers ask for names and for the number of the card or of the passport', async () => {
  await visit(IdCard, { at: 'pages/kycverify/idcard?country=AR', answers: [version], signedIn: true })
  await goOn()
  for (const sentence of ['Ingresá tus nombres', 'Ingresá tus apellidos', 'Ingresá el número de documento'])
    expect(await screen.findByText(sentence)).toBeDefined()
  leave()
  await visit(Passport, { at: 'pages/kycverify/passport?country=AR', answers: [version], signedIn: true })
  await goOn()
  expect(await screen.findByText('Ingresá el número de pasaporte')).toBeDefined()
})
