import { type Message, messages } from '@rueda/contract/messages.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { onePage } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
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

describe('a message', () => {
  const open = (given: Parameters<typeof answer<typeof messages.read>>[1], id = ID) =>
    visit(MessageDetail, { at: `pages/notice/detail?id=${id}`, answers: [answer(messages.read, given)], signedIn: true })

  it('leads to the order it is about', async () => {
    await open(messageOf())
    expect((await screen.findByRole('link', { name: 'Ver orden' })).getAttribute('href')).toContain(`pages/order/detail?id=${ID}`)
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
