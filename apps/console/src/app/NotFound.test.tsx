import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { rise, sit } from '../testing/console-harness.tsx'
import { NotFound } from './NotFound.tsx'

/** Goal: an address without a screen says so in words, and leads back to the start. */
afterEach(rise)

it('says that there is no such screen and leads to the start', () => {
  sit(<NotFound />)
  expect(screen.getByText('There is no such screen.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'To the start' }).getAttribute('href')).toBe('#/')
})
