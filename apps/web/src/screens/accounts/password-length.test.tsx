import { accounts } from '@rueda/contract/accounts.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { publishedOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { LoginPassword } from '../settings/LoginPassword.tsx'

/** Goal: a person who chooses a password reads this server's rule, and no other applies. */
afterEach(leave)

const version = (passwordMinLength: number, passwordMaxLength: number) =>
  answer(accounts.appVersion, publishedOf({ passwordMinLength, passwordMaxLength }))
const change = answer(accounts.changePassword, true)

function type(name: string, value: string): void {
  fireEvent.change(document.querySelector(`input[name=${name}]`) as HTMLInputElement, { target: { value } })
}

it.each([
  [6, 20, 'a1b2c', 'a1b2cz'],
  [8, 64, 'a1b2cz7', 'a1b2cz7q'],
  [12, 128, 'a1b2cz7qxw9', 'a1b2cz7qxw9k'],
  [8, 64, 'x y'.repeat(22), 'x y'.repeat(21)],
])('%i to %i characters: says so, refuses "%s" and sends "%s"', async (least, most, wrong, right) => {
  const { asked } = await visit(LoginPassword, { at: 'pages/setting/loginpwd', answers: [version(least, most), change], signedIn: true })
  expect(await screen.findByText(`${least} a ${most} caracteres`)).toBeDefined()
  const send = (password: string): void => {
    type('current', 'a-short-old-one')
    type('password', password)
    type('confirmPassword', password)
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  }
  send(wrong)
  expect((await screen.findAllByText(`${least} a ${most} caracteres`)).length).toBeGreaterThan(0)
  await expect.poll(() => document.querySelector('input[name=password]')?.getAttribute('aria-invalid')).toBe('true')
  expect(asked(accounts.changePassword)).toEqual([])
  send(right)
  await expect
    .poll(() => asked(accounts.changePassword))
    .toEqual([{ oldPassword: 'a-short-old-one', newPassword: right, confirmPassword: right }])
})
