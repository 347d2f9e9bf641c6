import { expect, it } from 'vitest'
import { type CodePurpose, mayShowCode } from './codes.ts'
import type { Seat } from '../../http/seat.ts'
import type { AccountDeps } from './deps.ts'

type Settings = AccountDeps['settings']
const here: Settings = {
  HOST: '127.0.0.1',
  RATE_LIMITS: 'on',
  PUBLIC_URL: undefined,
  SMTP_URL: undefined,
  DEV_CODES: undefined,
}

const withMail = { SMTP_URL: 'smtp://mail.example' }
const withName = { PUBLIC_URL: 'https://rueda.example' }
const forwarded = 'elsewhere'
const direct = 'browser'

it.each<[string, Partial<Settings>, CodePurpose, Seat, boolean]>([
  ['alone on this machine, to register', {}, 'register', direct, true],
  ['alone on this machine, to register with something else than a browser', {}, 'register', 'machine', false],
  ['alone on this machine, to reset', {}, 'reset', direct, false],
  ['alone on this machine, through a proxy', {}, 'register', forwarded, false],
  ['with a mail server', withMail, 'register', direct, false],
  ['with a public name', withName, 'register', direct, false],
  ['open to the network', { HOST: '0.0.0.0' }, 'register', direct, false],
  ['for tests, to register without a browser', { DEV_CODES: '1' }, 'register', 'machine', true],
  ['for tests, with a public name', { DEV_CODES: '1', ...withName }, 'register', direct, false],
  ['for tests, to register', { DEV_CODES: '1' }, 'register', direct, true],
  ['for tests, to reset', { DEV_CODES: '1' }, 'reset', direct, true],
  ['for tests, with a mail server', { DEV_CODES: '1', ...withMail }, 'card', direct, true],
  ['for tests, through a proxy', { DEV_CODES: '1' }, 'register', forwarded, false],
  ['switched off', { DEV_CODES: '0' }, 'register', direct, false],
])('%s: %j, %s', (_, settings, purpose, seat, shown) => {
  expect(mayShowCode({ settings: { ...here, ...settings }, purpose, seat })).toBe(shown)
})
