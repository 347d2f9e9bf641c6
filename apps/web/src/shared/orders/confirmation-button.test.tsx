import { statements } from '@rueda/contract/statements.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { orderOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { OrderFacts } from './OrderFacts.tsx'

/** Goal: what was executed of an order can be kept in writing, and an order that did nothing offers no empty paper. */
afterEach(() => {
  leave()
  vi.restoreAllMocks()
})

const NAME = 'Guardar la confirmación en PDF'
const file = { fileName: 'rueda-R-1.pdf', mediaType: 'application/pdf', content: btoa('%PDF') }
const shown = (filledQuantity: string) =>
  visit(() => <OrderFacts order={orderOf({ filledQuantity })} />, { at: '', answers: [answer(statements.confirm, file)], signedIn: true })

it('an order with an execution gives its confirmation as a file', async () => {
  const address = vi.fn(() => 'blob:file')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: address, revokeObjectURL: () => undefined }))
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { asked } = await shown('20')
  fireEvent.click(await screen.findByRole('button', { name: NAME }))
  await vi.waitFor(() => expect(saved).toEqual(['rueda-R-1.pdf']))
  expect(asked(statements.confirm)).toEqual([{ orderId: orderOf({}).id, format: 'pdf' }])
  vi.unstubAllGlobals()
})

it('an order without one offers none', async () => {
  await shown('0')
  expect(await screen.findByRole('button', { name: 'Repetir orden' })).toBeDefined()
  expect(screen.queryByRole('button', { name: NAME })).toBeNull()
})
