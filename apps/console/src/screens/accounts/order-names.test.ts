// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { orderStateName } from './order-names.ts'

beforeEach(() => localStorage.setItem('rueda.console.language', 'es'))

it('an order’s state is told in the words of the app', () => {
  expect(orderStateName('filled')).toBe('Ejecutada')
  expect(orderStateName('NO_LIQUIDITY')).toBe('Sin liquidez')
  expect(orderStateName('unheard')).toBe('unheard')
})
