import { expect, it } from 'vitest'
import { type PasswordPolicy, checkPassword, policyOf } from './password.ts'

const OK = 'ok'
it.each<[PasswordPolicy, string, string]>([
  ['spec', 'a1b2c', 'length'],
  ['spec', 'a1b2cz', OK],
  ['spec', 'twenty-letters-long!', OK],
  ['spec', 'twenty-one-letters!!!', 'length'],
  ['spec', '123456', 'common'],
  ['spec', 'Password', 'common'],
  ['spec', 'qwerty123', 'common'],
  ['spec', 'zzzzzzzz', 'common'],
  ['spec', 'Rueda2026!', 'common'],
  ['spec', '123trading', 'common'],
  ['spec', 'superman2010', 'breached'],
  ['spec', 'SuperMan2010', 'breached'],
  ['spec', 'WyknC9G2TT', 'breached'],
  ['spec', 'vjht008', 'breached'],
  ['spec', 'wykncs\nwykncs', OK],
  ['spec', 'rueda de amigos', OK],
  ['spec', 'ana.perez', 'personal'],
  ['spec', 'Ana.Perez1990', 'personal'],
  ['spec', '1990ana.perez!', 'personal'],
  ['spec', 'ana.perez@example.org'.slice(0, 20), OK],
  ['spec', 'perezoso_7', OK],
  ['spec', '👍🏽 álamo ñandú', OK],
  ['spec', 'gaucho_99', 'personal'],
  ['public', 'a1b2cz7', 'length'],
  ['public', 'a1b2cz7q', OK],
  ['public', 'x y'.repeat(21), OK],
  ['public', 'x y'.repeat(21) + 'zz', 'length'],
  ['strong', 'elevenchars', 'length'],
  ['strong', 'correct horse battery staple', OK],
  ['strong', 'x y'.repeat(43), 'length'],
])('F06 %s: %s is %s', (policy, password, expected) => {
  const checked = checkPassword({ password, policy, own: ['ana.perez@example.org', 'gaucho_99', null] })
  expect(checked.ok ? OK : checked.facts['reason']).toBe(expected)
})

const PUBLIC_URL = 'https://rueda.example'
it.each<[Parameters<typeof policyOf>[0], PasswordPolicy]>([
  [{}, 'spec'],
  [{ PUBLIC_URL }, 'public'],
  [{ PASSWORD_POLICY: 'strong' }, 'strong'],
  [{ PASSWORD_POLICY: 'strong', PUBLIC_URL }, 'strong'],
  [{ PASSWORD_POLICY: 'spec', PUBLIC_URL }, 'spec'],
])('the policy of %j is %s', (settings, policy) => expect(policyOf(settings)).toBe(policy))

it('names the field and the limits', () => {
  expect(checkPassword({ password: 'x', policy: 'spec', own: [], field: 'newPassword' })).toMatchObject({
    refusal: 'password.format',
    facts: { field: 'newPassword', low: 6, high: 20 },
  })
})
