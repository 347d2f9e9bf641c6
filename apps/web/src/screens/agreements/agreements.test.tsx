import { type AgreementText, agreements } from '@rueda/contract/agreements.ts'
import { agreementKinds } from '@rueda/rules/agreements/agreement.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FormError } from '../../shared/failures/FormError.tsx'
import { ApiError } from '../../shared/server/api-error.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Agreements } from './Agreements.tsx'

/** Terms are a way through, not a wall: what asks for them leads to them, and they lead back. */
afterEach(leave)

const TICKET = 'pages/trade/index?code=ARDV'
const headOf = (kind: AgreementText['kind']) => ({
  ...{ kind, version: 1, since: '2026-11-27', language: 'es' as const, title: `Documento ${kind}`, hash: 'a'.repeat(64) },
})
const heads = agreementKinds.map(headOf)

it('an acceptance leads back to what asked for it', async () => {
  let due = [...agreementKinds]
  const { asked, place } = await visit(Agreements, {
    at: `pages/setting/agreements?return=${encodeURIComponent(`/${TICKET}`)}`,
    signedIn: true,
    answers: [
      answer(agreements.list, heads),
      answer(agreements.standing, () => ({ due, accepted: [] })),
      answer(agreements.accept, () => {
        due = []
        return { due, accepted: [] }
      }),
    ],
  })
  fireEvent.click(await screen.findByRole('checkbox'))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Aceptar' })))
  expect(asked(agreements.accept)).toHaveLength(1)
  expect(place()).toBe(TICKET)
})

it('without such a place it stays where it is', async () => {
  const { place } = await visit(Agreements, {
    at: 'pages/setting/agreements',
    signedIn: true,
    answers: [
      answer(agreements.list, heads),
      answer(agreements.standing, { due: ['risk'], accepted: [] }),
      answer(agreements.accept, { due: [], accepted: [] }),
    ],
  })
  fireEvent.click(await screen.findByRole('checkbox'))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Aceptar' })))
  expect(place()).toBe('pages/setting/agreements')
})

it('one document is read at its own address', async () => {
  await visit(Agreements, {
    at: 'pages/setting/agreements?kind=risk&version=1',
    answers: [answer(agreements.read, ({ kind }) => ({ ...headOf(kind), paragraphs: ['Un párrafo.'] }))],
  })
  expect(await screen.findByText('Un párrafo.')).toBeDefined()
})

it('a refusal for want of them has the way there beside it', async () => {
  const refusal = new ApiError({ kind: 'refusal', code: 2029, message: 'Antes de operar, aceptá las condiciones.' })
  await visit(() => <FormError error={refusal} />, { at: TICKET, signedIn: true, answers: [] })
  const way = screen.getByRole('link', { name: 'Primero aceptá las condiciones' })
  expect(way.getAttribute('href')).toBe(`#/pages/setting/agreements?${new URLSearchParams({ return: `/${TICKET}` }).toString()}`)
})
