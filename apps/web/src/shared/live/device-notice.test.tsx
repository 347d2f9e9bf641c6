import { type Message, messages } from '@rueda/contract/messages.ts'
import type { MessageFrame } from '@rueda/contract/push-frames.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { useSettings } from '../device/settings.ts'
import { showNotice } from './device-notice.ts'
import { sayMessage } from './say-message.ts'

/** Goal: a message that comes while other windows are in front is shown beside them, on a telephone too (`docs/rules/messages.md`). */
const made: { title: string; options: NotificationOptions; press: () => void; close: ReturnType<typeof vi.fn> }[] = []

/** A browser that shows notices; one of a telephone refuses those of a page. */
function browser(isTelephone = false) {
  function Notice(title: string, options: NotificationOptions) {
    if (isTelephone) throw new TypeError('Illegal constructor')
    const close = vi.fn()
    return { close, addEventListener: (_: string, press: () => void) => made.push({ title, options, press, close }) }
  }
  Notice.permission = 'granted'
  vi.stubGlobal('Notification', Notice)
}

/** The service worker of the app, if it runs. */
function worker(active: object | null) {
  const showNotification = vi.fn(() => Promise.resolve())
  Object.assign(navigator, { serviceWorker: { getRegistration: () => Promise.resolve({ active, showNotification }) } })
  return showNotification
}

beforeEach(() => {
  made.length = 0
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  useSettings.setState({ notifies: true, usesQuietHours: false, hidesAmounts: false })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  useSettings.setState({ notifies: false, hidesAmounts: false })
  window.location.hash = ''
  vi.restoreAllMocks()
  leave()
})

describe('a notice', () => {
  it('is shown by the service worker, which a telephone asks for', async () => {
    browser(true)
    const showNotification = worker({})
    await showNotice({ id: 'm1', title: 'Orden ejecutada' })
    expect(showNotification).toHaveBeenCalledExactlyOnceWith('Orden ejecutada', { tag: 'm1', icon: './icon.svg' })
  })

  it.each([
    ['there is no service worker', () => undefined],
    ['the service worker does not run yet', () => void worker(null)],
  ])('is the page’s own where %s, and leads to the messages', async (_, prepare) => {
    browser()
    prepare()
    await showNotice({ id: 'm1', title: 'Orden ejecutada' })
    expect(made).toMatchObject([{ title: 'Orden ejecutada', options: { tag: 'm1' } }])
    made[0]?.press()
    expect(window.location.hash).toBe('#/pages/notice/index')
    expect(made[0]?.close).toHaveBeenCalledOnce()
  })
})

describe('a message that comes behind other windows', () => {
  const message: Message = {
    ...{ id: '01a1fd22-b178-7ed2-a02c-6916a8f97824', type: 'order', title: 'Comprado: 5 ARDV', content: '…', readStatus: 0 },
    ...{ createTimestamp: 1, venue: 'SIM' },
  }
  const frame: MessageFrame = { message: { id: message.id, type: message.type, createTimestamp: message.createTimestamp }, unread: 1 }
  const list = { list: [message], total: 1, pageNum: 1, pageSize: 5, pages: 1, unread: 1 }
  const arrive = async () => {
    await visit(() => null, { at: '', answers: [answer(messages.list, list)], signedIn: true })
    browser(true)
    const showNotification = worker({})
    await sayMessage(frame)
    return showNotification
  }

  it('is said by its title', async () => {
    expect(await arrive()).toHaveBeenCalledExactlyOnceWith(message.title, expect.objectContaining({ tag: message.id }))
  })

  it('is said without its title where amounts are hidden', async () => {
    useSettings.setState({ hidesAmounts: true })
    expect(await arrive()).toHaveBeenCalledExactlyOnceWith('Rueda', expect.anything())
  })

  it('is not said while the app is in front', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    expect(await arrive()).not.toHaveBeenCalled()
  })
})
