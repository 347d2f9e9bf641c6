import { kyc } from '@rueda/contract/kyc.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { IdCard } from './IdCard.tsx'

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
