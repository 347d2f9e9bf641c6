import { type WireComplaint, complaints } from '@rueda/contract/complaints.ts'
import { support } from '@rueda/contract/support.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type Answer, answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Complaints } from './Complaints.tsx'

/** Goal: a customer sees by when the house has to move and what it answered; anybody sees how it keeps its deadlines. */
afterEach(leave)

const ID = '01a1fd22-b178-7ed2-a02c-6916a8f97821'
const AT = 1_773_241_200_000
const complaint: WireComplaint = {
  ...{ id: ID, number: 'C20260311-2G2D03G4TW', topic: 'order', record: null, status: 'received', text: 'Nadie me respondió.' },
  ...{ fileTimestamp: AT, acknowledgeByTimestamp: AT + 1, answerByTimestamp: AT + 2, acknowledgeTimestamp: null, answerTimestamp: null },
  ...{ withdrawTimestamp: null, late: 0, outcome: null, answer: null },
}
const counts = answer(complaints.counts, { open: 4, overdue: 1, answered: 20, answeredInTime: 19, sinceTimestamp: AT, asOfTimestamp: AT })
const listOf = (...list: WireComplaint[]): Answer =>
  answer(complaints.list, { list, total: list.length, pageNum: 1, pageSize: 20, pages: 1 })
const thread = (status: 'none' | 'answered'): Answer =>
  answer(support.thread, {
    ...{ status, topic: null, messages: [], hasEarlier: 0, unread: 0, open: 1, opensTimestamp: null, typicalWaitMinutes: null },
    hours: { days: [1, 2, 3, 4, 5], opens: '09:00', closes: '18:00', utcOffset: '-03:00' },
  })
const open = (answers: readonly Answer[], signedIn = true) =>
  visit(Complaints, { at: 'pages/complaint/index', answers: [counts, ...answers], signedIn })

it('anybody sees how many wait, and how many were answered in time', async () => {
  await open([], false)
  const facts = await screen.findByText('De esos, a tiempo')
  expect(facts.parentElement?.textContent).toContain('19')
  expect(screen.getByRole('link', { name: 'Ingresá para presentar un reclamo' })).toBeDefined()
})

it('without a conversation there is nothing to complain of yet', async () => {
  await open([thread('none'), listOf()])
  expect(await screen.findByRole('link', { name: 'Ir a Atención al cliente' })).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('of a conversation one is made, with what was written', async () => {
  const { asked } = await open([
    ...[thread('answered'), listOf()],
    answer(complaints.file, { id: ID, number: complaint.number, acknowledgeByTimestamp: AT, answerByTimestamp: AT }),
  ])
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '  Nadie me respondió.  ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Presentar el reclamo' }))
  await waitFor(() => expect(asked(complaints.file)).toMatchObject([{ text: 'Nadie me respondió.' }]))
})

it('one that waits shows both deadlines, takes the place of the form, and can be taken back after a question', async () => {
  const { asked } = await open([thread('answered'), listOf(complaint), answer(complaints.withdraw, { status: 'withdrawn' })])
  const own = await screen.findByRole('region', { name: 'Tus reclamos' })
  expect(within(own).getAllByText(/^A más tardar el/u)).toHaveLength(2)
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(within(own).getByRole('button', { name: 'Retirar el reclamo' }))
  expect(asked(complaints.withdraw)).toEqual([])
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retirar el reclamo' }))
  await waitFor(() => expect(asked(complaints.withdraw)).toMatchObject([{ id: ID }]))
})

it('an answer that came late says so, with its outcome and reasons', async () => {
  const answered = { status: 'answered', outcome: 'notUpheld', answer: 'El límite era otro.', answerTimestamp: AT + 3, late: 1 } as const
  await open([thread('answered'), listOf({ ...complaint, ...answered, acknowledgeTimestamp: AT })])
  expect(await screen.findByText('No te damos la razón')).toBeDefined()
  expect(screen.getByText('El límite era otro.')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('Nos pasamos de la fecha')
  expect(screen.queryByRole('button', { name: 'Retirar el reclamo' })).toBeNull()
  expect(screen.getByRole('textbox')).toBeDefined()
})
