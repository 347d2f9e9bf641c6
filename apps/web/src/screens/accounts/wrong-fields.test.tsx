import { accounts } from '@rueda/contract/accounts.ts'
import { agreements } from '@rueda/contract/agreements.ts'
import { reference } from '@rueda/contract/reference.ts'
import { refusals } from '@rueda/rules/refusals.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { publishedOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Login } from './Login.tsx'
import { Register } from './Register.tsx'

/** Goal: nothing is sent that cannot be right, and the first wrong field is gone to. */
afterEach(() => {
  sessionStorage.clear()
  leave()
})

/** What is accepted is the text that was there to read. */
const read = { kind: 'terms', version: 1, language: 'es', hash: 'ab'.repeat(32) } as const
const inForce = { ...read, since: '2026-11-27', title: 'Condiciones de uso' }

const field = (name: string) => document.querySelector(`input[name=${name}]`) as HTMLInputElement
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('a link with half an invite code does not register anybody', async () => {
  sessionStorage.setItem('rueda.kept.register', JSON.stringify({ email: 'ana@example.org', code: '123456' }))
  const { asked } = await visit(Register, {
    at: 'pages/auth/register?invite=ABCD',
    answers: [
      answer(accounts.appVersion, publishedOf()),
      answer(reference.areas, []),
      answer(agreements.list, [inForce]),
      answer(accounts.register, () => ({ refusedWith: refusals['invite.invalid'] })),
    ],
  })
  press('Continuar')
  expect(await screen.findByText('El código de invitación tiene 8 letras o números')).toBeDefined()
  press('Crear cuenta')
  await waitFor(() => expect(document.activeElement).toBe(field('password')))
  type('password', 'a1b2cz7')
  type('confirmPassword', 'a1b2cz7')
  press('Crear cuenta')
  await waitFor(() => expect(document.activeElement).toBe(field('inviteCode')))
  expect(asked(accounts.register)).toEqual([])
  type('inviteCode', 'abcd2345')
  await waitFor(() => expect(screen.queryByText('El código de invitación tiene 8 letras o números')).toBeNull())
  press('Crear cuenta')
  expect(await screen.findByText('Marcá que las leíste y las aceptás')).toBeDefined()
  expect(asked(accounts.register)).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: /Leí y acepto/u }))
  press('Crear cuenta')
  await waitFor(() =>
    expect(asked(accounts.register)).toEqual([
      {
        email: 'ana@example.org',
        code: '123456',
        password: 'a1b2cz7',
        confirmPassword: 'a1b2cz7',
        inviteCode: 'ABCD2345',
        agreements: [read],
      },
    ]),
  )
})

it('a document opens over the form, and nothing typed is lost', async () => {
  sessionStorage.setItem('rueda.kept.register', JSON.stringify({ email: 'ana@example.org', code: '123456' }))
  const { place } = await visit(Register, {
    at: 'pages/auth/register',
    answers: [
      answer(accounts.appVersion, publishedOf()),
      answer(reference.areas, []),
      answer(agreements.list, [inForce]),
      answer(agreements.read, { ...inForce, paragraphs: ['El dinero es simulado.'] }),
    ],
  })
  press('Continuar')
  await waitFor(() => expect(field('password')).not.toBeNull())
  type('password', 'a1b2cz7')
  fireEvent.click(await screen.findByRole('button', { name: /Condiciones de uso/u }))
  expect(await screen.findByText('El dinero es simulado.')).toBeDefined()
  expect(place()).toBe('pages/auth/register')
  expect(field('password').value).toBe('a1b2cz7')
})

it('the second step sends a whole code, and half a one not even by Enter', async () => {
  const { asked } = await visit(Login, {
    at: 'pages/auth/login',
    answers: [
      answer(accounts.appVersion, publishedOf()),
      answer(accounts.login, ({ totp }) => ({
        refusedWith: refusals[totp === undefined ? 'second_factor.required' : 'second_factor.wrong'],
      })),
    ],
  })
  type('username', 'ana@example.org')
  type('password', 'a1b2cz7')
  press('Entrar')
  await waitFor(() => expect(field('totp')).not.toBeNull())
  type('totp', '12345')
  const form = field('totp').form as HTMLFormElement
  field('totp').blur()
  fireEvent.submit(form)
  await waitFor(() => expect(document.activeElement).toBe(field('totp')))
  expect(asked(accounts.login)).toHaveLength(1)
  type('totp', '123456')
  fireEvent.submit(form)
  await waitFor(() => expect(asked(accounts.login).at(-1)).toEqual({ username: 'ana@example.org', password: 'a1b2cz7', totp: '123456' }))
  expect(await screen.findByRole('alert')).toBeDefined()
})
