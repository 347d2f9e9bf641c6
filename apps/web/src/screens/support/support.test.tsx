import type { DataOf } from '@rueda/contract/endpoint.ts'
import { files } from '@rueda/contract/files.ts'
import { type RecordCard, type SupportMessage, support } from '@rueda/contract/support.ts'
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { Socket } from '../../shared/live/push.ts'
import type { Answer } from '../../testing/screen-harness.tsx'

/** Goal: what somebody writes is seen at once and says how far it is, is never lost and never sent twice; answers come by themselves. */
const uploadPicture = vi.fn<() => Promise<string>>()
vi.doMock('../../shared/pictures/upload.ts', () => ({ uploadPicture }))
vi.doMock('../../shared/pictures/prepare-picture.ts', () => ({
  preparePicture: () => Promise.resolve({ blob: new Blob(), preview: 'blob:small', flaws: [] }),
}))
// Modules are shared by the files of a worker; these are loaded anew for this one.
vi.resetModules()
const { Push } = await import('../../shared/live/push.ts')
const { connectPrivateFrames } = await import('../../shared/live/queries-private.ts')
const { answer, leave, visit } = await import('../../testing/screen-harness.tsx')
const { Support } = await import('./Support.tsx')
afterAll(() => {
  vi.doUnmock('../../shared/pictures/upload.ts')
  vi.doUnmock('../../shared/pictures/prepare-picture.ts')
  vi.resetModules()
})
afterEach(leave)

type Thread = DataOf<typeof support.thread>
const ID = '01a1fd22-b178-7ed2-a02c-6916a8f9782'
const PICTURE = `/web/file/${ID}9`
const messageOf = (number: number, differs: Partial<SupportMessage>): SupportMessage => ({
  ...{ id: `${ID}${number}`, author: 'customer', text: null, image: null, record: null, warned: 0, createTimestamp: Date.now() },
  ...differs,
})
const WITHDRAWAL: RecordCard = {
  ...{ ref: `withdrawal:${ID}5`, kind: 'withdrawal', number: 'W20260311-2G2D03G4TW', status: 'rejected', subject: 'TRC20 TR7NHq…Lj6t' },
  ...{ side: null, amount: '5500.00', currency: 'USD', createTimestamp: Date.now() },
}

/** A support desk that keeps what is sent to it. */
function desk(first: readonly SupportMessage[] = []) {
  const messages = [...first]
  const thread = (): Thread => ({
    ...{ status: messages.length === 0 ? 'none' : 'waiting', topic: null, messages: [...messages], hasEarlier: 0, unread: 0, open: 1 },
    ...{ opensTimestamp: null, typicalWaitMinutes: 4 },
    hours: { days: [1, 2, 3, 4, 5], opens: '09:00', closes: '18:00', utcOffset: '-03:00' },
  })
  const take = ({ text }: Readonly<{ text?: string | undefined }>) => {
    const message = messageOf(messages.length, { text: text ?? null })
    messages.push(message)
    return { id: message.id, createTimestamp: message.createTimestamp }
  }
  return { messages, take, thread: answer(support.thread, thread) }
}

const open = (answers: readonly Answer[], { at = 'pages/service/index', Screen = Support } = {}) =>
  visit(Screen, { at, answers: [...answers, answer(files.link, { link: '/signed', expireTimestamp: Date.now() + 1 })], signedIn: true })

async function write(text: string): Promise<void> {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Tu mensaje' }), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }))
}
/** The one bubble with this text. */
const bubble = async (text: string): Promise<HTMLElement> => {
  const found = (await screen.findByText(text)).closest('li')
  if (found === null) throw new Error(`"${text}" is in no bubble`)
  return found
}
const signed = (text: string, sign: string) => waitFor(async () => within(await bubble(text)).getByRole('img', { name: sign }))

describe('a message of one’s own', () => {
  it('shows at once, says that it is on its way, and then that it arrived', async () => {
    const { take, thread } = desk()
    const gate = Promise.withResolvers<undefined>()
    await open([thread, answer(support.send, (input) => gate.promise.then(() => take(input)))])
    await write('¿Dónde está mi retiro?')
    await signed('¿Dónde está mi retiro?', 'Enviando')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Tu mensaje' }).value).toBe('')
    gate.resolve(undefined)
    await signed('¿Dónde está mi retiro?', 'Enviado')
  })

  it('that did not arrive stays, and a press sends it again under the same key', async () => {
    const { take, thread } = desk()
    let tries = 0
    const send = answer(support.send, (input) => {
      if ((tries += 1) === 1) throw new TypeError('no line')
      return take(input)
    })
    const { asked } = await open([thread, send])
    const request = vi.spyOn(globalThis, 'fetch')
    await write('Hola')
    fireEvent.click(await screen.findByRole('button', { name: 'No enviado. Tocá para reenviar' }))
    await signed('Hola', 'Enviado')
    expect(asked(support.send)).toEqual([{ text: 'Hola' }, { text: 'Hola' }])
    const keys = request.mock.calls
      .filter(([url]) => typeof url === 'string' && url.endsWith(support.send.path))
      .map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
  })

  it('keeps a family of emoji together, and leaves out what nobody sees', async () => {
    const { take, thread } = desk()
    const { asked } = await open([thread, answer(support.send, take)])
    await write('Gracias\u200b 👨‍👩‍👧')
    await signed('Gracias 👨‍👩‍👧', 'Enviado')
    expect(asked(support.send)).toEqual([{ text: 'Gracias 👨‍👩‍👧' }])
  })

  it('names its topic first, which the conversation then keeps', async () => {
    const { take, thread } = desk()
    const { asked } = await open([thread, answer(support.send, take)])
    fireEvent.click(await screen.findByRole('button', { name: 'Depósito' }))
    await write('Uno')
    await signed('Uno', 'Enviado')
    await write('Dos')
    await signed('Dos', 'Enviado')
    expect(asked(support.send)).toEqual([{ topic: 'deposit', text: 'Uno' }, { text: 'Dos' }])
  })
})

describe('what stands beside a message', () => {
  it('a picture goes up at once, and leaves with the message', async () => {
    const { take, thread } = desk()
    uploadPicture.mockResolvedValue(PICTURE)
    const { asked } = await open([thread, answer(support.send, take)])
    const picture = new File([], 'receipt.png', { type: 'image/png' })
    await screen.findByRole('textbox', { name: 'Tu mensaje' })
    fireEvent.change(document.querySelector('input[type=file]') ?? document.body, { target: { files: [picture] } })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Enviar' }).getAttribute('aria-disabled')).not.toBe('true'))
    await write('El comprobante')
    await signed('El comprobante', 'Enviado')
    expect(asked(support.send)).toEqual([{ text: 'El comprobante', image: PICTURE }])
  })

  it('the record that another screen asks about is there from the start, and can be taken away', async () => {
    const { take, thread } = desk()
    const records = answer(support.records, [WITHDRAWAL])
    const at = `pages/service/index?topic=withdrawal&record=${WITHDRAWAL.ref}`
    const { asked } = await open([thread, records, answer(support.send, take)], { at })
    expect(await screen.findByText(/W20260311-2G2D03G4TW/)).toBeDefined()
    await write('¿Por qué?')
    await signed('¿Por qué?', 'Enviado')
    expect(asked(support.send)).toEqual([{ topic: 'withdrawal', text: '¿Por qué?', record: WITHDRAWAL.ref }])
    expect(screen.queryByRole('button', { name: 'Quitar lo adjunto' })).toBeNull()
  })

  it('in the conversation a record leads to itself, and a picture is opened by its link', async () => {
    await open([desk([messageOf(0, { record: WITHDRAWAL }), messageOf(1, { image: PICTURE })]).thread])
    const record = await screen.findByRole('link', { name: /W20260311-2G2D03G4TW/ })
    expect(record.getAttribute('href')).toContain(`pages/withdraw/record?id=${ID}5`)
    expect((await screen.findByRole('img', { name: 'Imagen adjunta' })).getAttribute('src')).toBe('/signed')
  })
})

describe('an answer of the staff', () => {
  const socket: Socket = { send: () => undefined, close: () => undefined, onopen: null, onmessage: null, onclose: null }
  const push = new Push({ open: () => socket, token: () => 'token', onSessionEnd: () => undefined, random: () => 0 })
  afterEach(() => push.stop())

  function Pushed() {
    const cache = useQueryClient()
    connectPrivateFrames(push, cache)
    return <Support />
  }

  it('comes by push, is read by being seen, and the app warns beside one that speaks of codes', async () => {
    const { messages, thread } = desk([messageOf(0, { text: 'Hola' })])
    push.start()
    socket.onopen?.()
    const { asked } = await open([thread, answer(support.markRead, { unread: 0 })], { Screen: Pushed })
    await screen.findByText('Hola')
    messages.push(messageOf(1, { author: 'staff', text: 'Nunca des tu código.', warned: 1 }))
    socket.onmessage?.({ data: JSON.stringify({ ch: 'message', seq: 1, ts: 0, type: 'update', data: { unread: 1, type: 'system' } }) })
    const answered = await bubble('Nunca des tu código.')
    expect(within(answered).getByText('Equipo de Rueda')).toBeDefined()
    expect(within(answered).getByText(/Aviso de la app/)).toBeDefined()
    expect(asked(support.thread).length).toBeGreaterThan(1)
  })
})

// A refused message stays with its account, so this one comes last.
describe('a message that the server refuses', () => {
  it('stays with the reason', async () => {
    await open([desk().thread, answer(support.send, () => ({ refusedWith: 7000 }))])
    await write('Hola otra vez')
    const refused = within(await bubble('Hola otra vez'))
    expect(await refused.findByText('refused')).toBeDefined()
    expect(refused.getByRole('button', { name: /No enviado/ })).toBeDefined()
  })
})
