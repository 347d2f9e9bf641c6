import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { PhotoUpload } from './PhotoUpload.tsx'
import { signIn } from '../security/session.ts'

afterEach(leave)

const open = async (email: string) => {
  await visit(() => <PhotoUpload label="Comprobante" shape="page" example={null} hint="" onChange={() => undefined} />, {
    at: 'pages/deposit/fiat',
    answers: [],
  })
  signIn('a token', { id: '10002931', name: 'Ana', email })
}

it('takes a picture from whoever has an account', async () => {
  await open('ana@correo.test')
  expect(document.querySelector('input[type=file]')).not.toBeNull()
})

it('says to whoever practises, before anything is chosen, that the account is to be kept first', async () => {
  await open('')
  const way = await screen.findByRole('link', { name: 'Conservar la cuenta' })
  expect(way.getAttribute('href')).toContain('pages/auth/register?return=')
  expect(document.querySelector('input[type=file]')).toBeNull()
})
