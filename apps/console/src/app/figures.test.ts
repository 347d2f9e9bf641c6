// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { partsOf } from './figures.ts'

beforeEach(() => localStorage.setItem('rueda.console.language', 'es'))

it.each([
  ['1234.50', ['1.234', ',50']],
  ['1234567', ['1.234.567', '']],
  ['0.00012345', ['0', ',00012345']],
] as const)('%s stands in its column as %j', (amount, parts) => expect(partsOf(amount)).toEqual(parts))
