import { describe, expect, test } from 'vitest'
import { decimalsOfTick, hasMoved, isInsideBands, isOnTick, stepPrice } from './prices.ts'

describe('a price that moves under an open review', () => {
  test('182.42 → 183.33 is 0.4988 %: the review stands', () => {
    expect(hasMoved('182.42', '183.33')).toBe(false)
  })

  test('exactly 0.50 % still stands, a tick more does not', () => {
    expect(hasMoved('200.00', '201.00')).toBe(false)
    expect(hasMoved('200.00', '201.01')).toBe(true)
  })

  test('a fall counts as a rise does', () => {
    expect(hasMoved('200.00', '198.99')).toBe(true)
  })

  test('an unknown price locks nothing by itself', () => {
    expect(hasMoved('—', '200')).toBe(false)
  })
})

describe('the limit price', () => {
  test('moves one tick', () => {
    expect(stepPrice('182.37', '0.01', 1)).toBe('182.38')
    expect(stepPrice('182.30', '0.01', -1)).toBe('182.29')
    expect(stepPrice('182', '1', 1)).toBe('183')
  })

  test('off the grid it moves onto it', () => {
    expect(stepPrice('182.374', '0.01', 1)).toBe('182.38')
    expect(stepPrice('182.374', '0.01', -1)).toBe('182.37')
  })

  test('never goes under one tick', () => {
    expect(stepPrice('0.01', '0.01', -1)).toBe('0.01')
  })

  test('keeps to tick and band', () => {
    expect(isOnTick('182.37', '0.01')).toBe(true)
    expect(isOnTick('182.375', '0.01')).toBe(false)
    expect(isInsideBands('173.28', { down: '173.29', up: '191.53' })).toBe(false)
    expect(isInsideBands('173.29', { down: '173.29', up: '191.53' })).toBe(true)
    expect(isInsideBands('1', null)).toBe(true)
    expect(decimalsOfTick('0.0001')).toBe(4)
    expect(decimalsOfTick('0.50')).toBe(1)
  })
})
