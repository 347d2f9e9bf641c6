import { type Message, messages } from '@rueda/contract/messages.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { onePage } from '../../testing/samples.ts'
import { answer, desk, leave, visit } from '../../testing/screen-harness.tsx'
import { MessageDetail } from './MessageDetail.tsx'
import { Messages } from './Messages.tsx'

/** Goal: what was not read stands out and can be read at once, and a message leads to what it is about. */
afterEach(leave)

const ID = '01a1fd22-b178-7ed2-a02c-6916a8f97824'
const messageOf = (differs: Partial<Message> = {}): Message => ({
  id: ID,
  type: 'trade',
  title: 'ARDV: compra ejecutada',
  content: 'Compraste 25.',
  readStatus: 0,
  link: `order:${ID}`,
  createTimestamp: Date.now(),
  venue: 'SIM',
  ...differs,
})

describe('the list', () => {
  it('marks what is unread, and marks everything read on one press', async () => {
    let unread = 1
    const { asked } = await visit(Messages, {
      at: 'pages/notice/index',
      answers: [
        answer(messages.list, () => ({ ...onePage([messageOf({ readStatus: unread === 1 ? 0 : 1 })]), unread })),
        answer(messages.markRead, () => ({ unread: (unread = 0) })),
      ],
      signedIn: true,
    })
    expect(await screen.findByText(/No leído/)).toBeDefined()
    fireEvent.click(await screen.findByRole('button', { name: 'Marcar todo como leído' }))
    await waitFor(() => expect(screen.queryByText(/No leído/)).toBeNull())
    expect(asked(messages.markRead)).toEqual([{ all: 1 }])
    expect(screen.queryByRole('button', { name: 'Marcar todo como leído' })).toBeNull()
  })

  it('asks for the group of its tab and says when that is empty', async () => {
    const { asked } = await visit(Messages, {
      at: 'pages/notice/index?tab=funds',
      answers: [answer(messages.list, { ...onePage<Message>([]), unread: 0 })],
      signedIn: true,
    })
    expect(await screen.findByText('No hay mensajes de este grupo')).toBeDefined()
    expect(asked(messages.list)).toContainEqual(expect.objectContaining({ group: 'funds' }))
  })
})

describe('on a desk', () => {
  it('they are a table that says how it is sorted, and one is read beside it', async () => {
    vi.stubGlobal('matchMedia', desk)
    const [old, fresh] = [
      messageOf({ title: 'Alfa', createTimestamp: Date.now() - 60_000, readStatus: 1 }),
      messageOf({ id: ID.replace('01a1', '01a2'), title: 'Zeta', type: 'deposit' }),
    ]
    const { place } = await visit(Messages, {
      at: 'pages/notice/index',
      answers: [answer(messages.list, { ...onePage([fresh, old]), unread: 1 }), answer(messages.read, fresh)],
      signedIn: true,
    })
    const table = await screen.findByRole('table', { name: 'Mensajes' })
    const titles = () =>
      within(table)
        .getAllByRole('button', { name: /Alfa|Zeta/ })
        .map(({ textContent }) => textContent)
    expect(titles()).toEqual(['No leído: Zeta', 'Alfa'])
    expect(within(table).getByText('Lo más nuevo primero.')).toBeDefined()
    expect(within(table).getByText('Fondos')).toBeDefined()
    fireEvent.click(within(table).getByRole('button', { name: /^Mensaje/ }))
    expect(titles()).toEqual(['Alfa', 'No leído: Zeta'])
    expect(within(table).getByText('Ordenado por la columna elegida, todas las filas (2).')).toBeDefined()
    fireEvent.click(within(table).getByRole('button', { name: /Zeta/ }))
    expect(await screen.findByRole('link', { name: 'Ver orden' })).toBeDefined()
    expect(place()).toBe('pages/notice/index')
  })
})

describe('a message', () => {
  const open = (given: Parameters<typeof answer<typeof messages.read>>[1], id = ID) =>
    visit(MessageDetail, { at: `pages/notice/detail?id=${id}`, answers: [answer(messages.read, given)], signedIn: true })

  it('leads to the order it is about', async () => {
    await open(messageOf())
    expect((await screen.findByRole('link', { name: 'Ver orden' })).getAttribute('href')).toContain(`pages/order/detail?id=${ID}`)
  })

  it('about other commissions leads to the fees', async () => {
    await open(messageOf({ link: 'fees:' }))
    expect((await screen.findByRole('link', { name: 'Ver tarifas' })).getAttribute('href')).toContain('pages/fees/index')
  })

  it('about nothing leads nowhere', async () => {
    await open(messageOf({ link: undefined }))
    expect(await screen.findByText('Compraste 25.')).toBeDefined()
    expect(screen.queryAllByRole('link')).toEqual([])
  })

  it('that is gone says so', async () => {
    await open(() => ({ refusedWith: 1002 }))
    expect(await screen.findByText('Este mensaje ya no está disponible')).toBeDefined()
  })

  it('that never was is not asked for', async () => {
    const { asked } = await open(messageOf(), 'nonsense')
    expect(await screen.findByText('Este mensaje ya no está disponible')).toBeDefined()
    expect(asked(messages.read)).toEqual([])
  })
})
