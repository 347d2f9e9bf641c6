import { type WireDraft, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { DraftForm } from './DraftForm.tsx'

/** Goal: a draft is kept as it is written, and nobody's words are sent or overwritten unread. */
afterEach(rise)

const ID = '01a1fd22-b178-7ed2-a02c-6916a8f97824'
const draft: WireDraft = {
  ...{ id: ID, version: 3, segment: 'everybody', value: null, writtenBy: 'Ana', changedBy: 'Bea', waiting: null },
  texts: { es: { title: 'Feriado', body: 'El lunes no se opera.' }, en: { title: 'Holiday', body: 'Closed on Monday.' } },
  ...{ createdTimestamp: 1_773_241_200_000, changedTimestamp: 1_773_241_200_000 },
}
const answers = [
  answer(broadcasts.count, { recipients: 2, languages: [{ language: 'es', recipients: 2 }], nowTimestamp: 1_773_241_200_000 }),
  answer(broadcasts.saveDraft, { id: ID, version: 4 }),
  answer(broadcasts.publish, { state: 'waiting' }),
]
const button = (name: string): HTMLElement => screen.getByRole('button', { name })
const isOff = (name: string): boolean => button(name).getAttribute('aria-disabled') === 'true'
const form = (shown: WireDraft | null) => sit(<DraftForm draft={shown} onSaved={() => undefined} onDone={() => undefined} />, answers)

it('what stands is not saved again; what was changed is saved, and sent as the version that was saved', async () => {
  const { asked } = form(draft)
  expect(isOff('Keep as a draft')).toBe(true)
  expect(isOff('Send (two persons)')).toBe(true)
  fireEvent.change(screen.getByDisplayValue('Feriado'), { target: { value: 'Feriado del lunes' } })
  expect(isOff('Keep as a draft')).toBe(false)
  fireEvent.click(button('Operational need'))
  fireEvent.click(button('Send (two persons)'))
  await waitFor(() => expect(asked(broadcasts.publish)).toHaveLength(1))
  expect(asked(broadcasts.saveDraft)).toMatchObject([{ draftId: ID, version: 3, texts: { es: { title: 'Feriado del lunes' } } }])
  expect(asked(broadcasts.publish)).toMatchObject([{ draftId: ID, version: 4, texts: { es: { title: 'Feriado del lunes' } } }])
})

it('a message without its English cannot be sent, and can be kept', async () => {
  const { asked } = form({ ...draft, texts: { es: { title: 'Feriado', body: '' } } })
  fireEvent.click(button('Operational need'))
  expect(isOff('Send (two persons)')).toBe(true)
  fireEvent.change(screen.getByDisplayValue('Feriado'), { target: { value: 'Feriado nuevo' } })
  fireEvent.click(button('Keep as a draft'))
  await waitFor(() => expect(asked(broadcasts.saveDraft)).toMatchObject([{ texts: { es: { title: 'Feriado nuevo', body: '' } } }]))
})
