import { kyc } from '@rueda/contract/kyc.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { IdCard } from './IdCard.tsx'
import { Identity } from './Identity.tsx'

/** Goal: what cannot be true of a paper is said before pictures are taken of it. */
afterEach(() => {
  sessionStorage.clear()
  leave()
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
/** The step of the photos waits behind the one of the data, with a button of the same name. */
const goOn = () => fireEvent.click(screen.getAllByRole('button', { name: 'Continuar' })[0] ?? document.body)
const said = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

it('says what is wrong, goes there, and takes it back with the next key', async () => {
  const { asked } = await visit(IdCard, { at: 'pages/kycverify/idcard?country=AR', answers: [], signedIn: true })
  type('Nombres', 'Ana')
  type('Apellidos', 'Núñez')
  type('Fecha de nacimiento', '17-05-1990')
  goOn()
  await waitFor(() => expect(said()).toEqual(['Ingresá el número de documento']))
  expect(document.activeElement).toBe(screen.getByLabelText('Número de documento'))
  type('Número de documento', '1')
  await waitFor(() => expect(said()).toEqual([]))
  goOn()
  await waitFor(() => expect(said()).toEqual(['Ese número no es válido para este documento.']))
  type('Apellidos', 'Nuñez')
  expect(said()).toEqual(['Ese número no es válido para este documento.'])
  type('Número de documento', '30123456')
  await waitFor(() => expect(said()).toEqual([]))
  goOn()
  expect(await screen.findByText('Paso 2 de 3')).toBeDefined()
  expect(asked(kyc.submit)).toEqual([])
})

it('asks a practice account, which keeps no documents, to register before it types anything', async () => {
  const unknown = { kycStatus: 0, kycReason: null, papers: null, retriesLeft: 5, expectedMinutes: 5 } as const
  await visit(Identity, { at: 'pages/kycverify/index', answers: [answer(kyc.status, { ...unknown })], signedIn: true, practising: true })
  const register = await screen.findByRole('link', { name: 'Registrarme' })
  expect(register.getAttribute('href')).toBe('#/pages/auth/register?return=%2Fpages%2Fkycverify%2Findex')
  expect(screen.getByText(/una cuenta de práctica no guarda documentos/u)).toBeDefined()
  expect(screen.queryByText('Pasaporte')).toBeNull()
})

it('asks it on the form as well, which has an address of its own', async () => {
  await visit(IdCard, { at: 'pages/kycverify/idcard?country=AR', answers: [], signedIn: true, practising: true })
  const register = screen.getByRole('link', { name: 'Registrarme' })
  expect(register.getAttribute('href')).toBe('#/pages/auth/register?return=%2Fpages%2Fkycverify%2Fidcard%3Fcountry%3DAR')
  expect(screen.queryByLabelText('Nombres')).toBeNull()
})
