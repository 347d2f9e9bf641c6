import { quotes } from '@rueda/contract/quotes.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Movers } from './Movers.tsx'

/** Goal: home's first list ranks by the money traded. */
afterEach(leave)

it('the most active are those that most money was traded in, here and on the page behind it', async () => {
  const { asked } = await visit(Movers, { at: '', answers: [answer(quotes.top, [quoteOf('US', 'ARDV')])] })
  await screen.findByText('ARDV name')
  expect(screen.getByRole('tab', { name: 'Más activas' }).getAttribute('aria-selected')).toBe('true')
  expect(asked(quotes.top)[0]).toMatchObject({ type: 'active' })
  expect(screen.getAllByRole('link').at(-1)?.getAttribute('href')).toContain('tab=active')
})
