import { describe, expect, test } from 'vitest'
import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { normal, poisson, studentSix } from './distributions.ts'
import { u } from './murmur.ts'

const DRAWS = 40_000
const sample = (draw: (index: number) => number) => Array.from({ length: DRAWS }, (_, index) => draw(index))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const moment = (values: readonly number[], power: number) => mean(values.map((value) => value ** power))

describe('normal quantile', () => {
  test.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.001, -3.090232306167813],
    [0.999999, 4.753424308822899],
  ])('of %d', (probability, quantile) => {
    expect(normal(probability, plainArithmetic)).toBeCloseTo(quantile, 7)
  })
})

test('Student-t with six degrees of freedom has unit variance and heavier tails than the normal law', () => {
  const values = sample((index) => studentSix(u(1, index), u(2, index), u(3, index), u(4, index), plainArithmetic))
  expect(mean(values)).toBeCloseTo(0, 1)
  expect(moment(values, 2)).toBeCloseTo(1, 1)
  expect(moment(values, 4) / moment(values, 2) ** 2).toBeGreaterThan(4)
  expect(Math.max(...values.map(Math.abs))).toBeLessThanOrEqual(7)
})

test('Poisson counts have their mean as mean and variance', () => {
  const values = sample((index) => poisson(2.5, u(5, index), plainArithmetic))
  expect(mean(values)).toBeCloseTo(2.5, 1)
  expect(moment(values, 2) - mean(values) ** 2).toBeCloseTo(2.5, 1)
})
