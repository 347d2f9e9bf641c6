import { beforeEach, expect, it, vi } from 'vitest'

/**
 * What the copy keeps, with a network that answers what the test says and a store as a browser has it. Files that a proxy answers for with a
 * page of its own must not stay.
 */
const PLACE = 'https://rueda.test/app/'
const CHART = `${PLACE}assets/chart-1.js`
const STYLE = `${PLACE}assets/index-1.css`

type Event = Readonly<{ waitUntil: (work: Promise<unknown>) => void; respondWith: (answer: Promise<Response>) => void }> & object
type On = (event: Event & Readonly<Record<string, unknown>>) => void

const kept = new Map<string, Response>()
let network: (address: string) => Response
let asked: string[]
let on: Map<string, On>
let windows: { postMessage: ReturnType<typeof vi.fn>; focus: ReturnType<typeof vi.fn> }[]
const openWindow = vi.fn(() => Promise.resolve(null))

beforeEach(async () => {
  kept.clear()
  asked = []
  on = new Map()
  windows = []
  openWindow.mockClear()
  network = (address) => file(address)
  const cache = {
    match: (address: string) => Promise.resolve(kept.get(address)?.clone()),
    put: (address: string, answer: Response) => Promise.resolve(void kept.set(address, answer)),
  }
  vi.stubGlobal('self', {
    registration: { scope: PLACE },
    clients: { matchAll: () => Promise.resolve(windows), openWindow },
    addEventListener: (kind: string, listener: On) => on.set(kind, listener),
  })
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) })
  vi.stubGlobal('fetch', (request: string | Request) => {
    const address = typeof request === 'string' ? request : request.url
    asked.push(address)
    return Promise.resolve(network(address))
  })
  vi.stubGlobal('BUILD', 'one')
  vi.stubGlobal('SHELL', ['assets/index-1.css'])
  vi.stubGlobal('FILES', ['assets/chart-1.js', 'assets/index-1.css'])
  vi.resetModules()
  await import('./service-worker.ts')
})

const of = (type: string, body: string, status = 200) => new Response(body, { status, headers: { 'content-type': type } })
const proxyPage = () => of('text/html; charset=utf-8', 'Sign in to this network')
const file = (address: string): Response => {
  if (address.endsWith('.js')) return of('text/javascript; charset=utf-8', 'script')
  return address.endsWith('.css') ? of('text/css', 'style') : of('text/html', 'first page')
}

/** What a page gets that asks for a file. */
async function load(url: string): Promise<string> {
  let answer: Promise<Response> = Promise.reject(new Error('nobody answered'))
  answer.catch(() => undefined)
  on.get('fetch')?.({
    request: { method: 'GET', url, mode: 'cors' },
    waitUntil: () => undefined,
    respondWith: (given) => {
      answer = given
    },
  })
  return (await answer).text()
}

async function install(): Promise<unknown> {
  let work: Promise<unknown> = Promise.resolve()
  on.get('install')?.({
    waitUntil: (given) => {
      work = given
    },
    respondWith: () => undefined,
  })
  return work
}

it('keeps a file and gives it without asking again', async () => {
  expect(await load(CHART)).toBe('script')
  expect(await load(CHART)).toBe('script')
  expect(asked).toEqual([CHART])
})

it.each([
  ['a page', proxyPage],
  ['a failure', () => of('text/javascript', '', 502)],
  ['an answer from elsewhere', () => Object.defineProperty(of('text/javascript', 'elsewhere'), 'redirected', { value: true })],
  ['an answer of no type', () => new Response(new Uint8Array())],
])('does not keep %s in the place of a script', async (_, answer) => {
  network = answer
  await load(CHART)
  expect(kept.size).toBe(0)
  network = file
  expect(await load(CHART)).toBe('script')
})

it('asks past what the browser remembers when that is not the file', async () => {
  network = () => (asked.length === 1 ? proxyPage() : file(CHART))
  expect(await load(CHART)).toBe('script')
  expect(kept.has(CHART)).toBe(true)
})

it('fetches anew what was kept in the place of a file', async () => {
  kept.set(CHART, proxyPage())
  expect(await load(CHART)).toBe('script')
  expect(await kept.get(CHART)?.text()).toBe('script')
})

it('is not there before it has the first page and its files, and no page of a proxy', async () => {
  network = proxyPage
  await expect(install()).rejects.toThrow(STYLE)
  network = file
  await install()
  expect([...kept.keys()].toSorted()).toEqual([PLACE, STYLE])
  expect(await kept.get(STYLE)?.text()).toBe('style')
})

/** What is done when a notice is pressed. */
async function press(): Promise<ReturnType<typeof vi.fn>> {
  const close = vi.fn()
  let work: Promise<unknown> = Promise.reject(new Error('nobody heard it'))
  work.catch(() => undefined)
  on.get('notificationclick')?.({
    notification: { close },
    waitUntil: (given) => {
      work = given
    },
    respondWith: () => undefined,
  })
  await work
  return close
}

it('brings a window of the app to the front when a notice is pressed, and tells it to open the messages', async () => {
  windows = [{ postMessage: vi.fn(), focus: vi.fn(() => Promise.resolve()) }]
  const close = await press()
  expect(close).toHaveBeenCalledOnce()
  expect(windows[0]?.postMessage).toHaveBeenCalledExactlyOnceWith('openMessages')
  expect(windows[0]?.focus).toHaveBeenCalledOnce()
  expect(openWindow).not.toHaveBeenCalled()
})

it('opens the messages in a new window when a notice is pressed that outlived the app', async () => {
  await press()
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${PLACE}#/pages/notice/index`)
})
