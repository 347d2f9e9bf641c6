/**
 * Opens the app without a connection: it keeps the first page and the files of this build, and nothing else. What the server answers under
 * `/web` is never kept; without a connection the app shows what it says itself about that. `tools/vite/offline-worker.ts` writes the build's
 * lists above this code.
 */
declare const BUILD: string
/** Files without which the first page shows nothing, and all files of the build; by their paths beneath the app. */
declare const SHELL: readonly string[]
declare const FILES: readonly string[]

type Lasting = Event & Readonly<{ waitUntil: (work: Promise<unknown>) => void }>
type Asking = Lasting & Readonly<{ request: Request; respondWith: (answer: Promise<Response>) => void }>
type Told = Lasting & Readonly<{ data: unknown; ports: readonly MessagePort[] }>
type Pressed = Lasting & Readonly<{ notification: Readonly<{ close: () => void }> }>
type OpenWindow = Readonly<{ focus: () => Promise<unknown>; postMessage: (message: string) => void }>
/** What this code is to the browser; the types of pages do not know it. */
export type OfflineWorker = Readonly<{
  registration: Readonly<{ scope: string }>
  skipWaiting: () => Promise<void>
  clients: Readonly<{
    matchAll: (which: Readonly<{ type: 'window'; includeUncontrolled: true }>) => Promise<readonly OpenWindow[]>
    openWindow: (address: string) => Promise<unknown>
  }>
  addEventListener: ((kind: 'install' | 'activate', on: (event: Lasting) => void) => void) &
    ((kind: 'fetch', on: (event: Asking) => void) => void) &
    ((kind: 'message', on: (event: Told) => void) => void) &
    ((kind: 'notificationclick', on: (event: Pressed) => void) => void)
}>

const worker = self as unknown as OfflineWorker
const firstPage = worker.registration.scope
const addressOf = (file: string): string => new URL(file, firstPage).href
const ours: ReadonlySet<string> = new Set(FILES.map(addressOf))
const NAME = 'rueda '
const cacheOfBuild = `${NAME}${BUILD}`

worker.addEventListener('install', (event) => event.waitUntil(keep([firstPage, ...SHELL.map(addressOf)])))

worker.addEventListener('activate', (event) => event.waitUntil(forgetOtherBuilds()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const [address = ''] = request.url.split('#')
  // The newest page where there is a connection: its files need not be those of this build.
  if (request.mode === 'navigate' && address === firstPage) event.respondWith(fetch(request).catch(() => keptOr(firstPage)))
  else if (ours.has(address)) event.respondWith(keptOr(address))
})

/** A page asks what this build is made of, says what it has loaded already, or wants this build to take over. */
worker.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data === 'files') ports[0]?.postMessage([...ours])
  if (data === 'takeOver') event.waitUntil(worker.skipWaiting())
  if (Array.isArray(data)) event.waitUntil(keep(data.filter((address) => ours.has(String(address))).map(String)))
})

/** A notice that the app showed leads to the messages (`shared/live/device-notice.ts`). */
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openMessages())
})

async function openMessages(): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open === undefined) return void (await worker.clients.openWindow(`${firstPage}#/pages/notice/index`))
  open.postMessage('openMessages')
  await open.focus()
}

/** Fetches what is not kept yet; all of it, or it fails. */
async function keep(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheOfBuild)
  await Promise.all(
    addresses.map(async (address) => {
      if ((await keptIn(cache, address)) !== null) return
      const answer = await fetch(new Request(address, { cache: 'no-cache' }))
      if (!isTheFile(address, answer)) throw new Error(`something else was answered for ${address}`)
      await cache.put(address, answer)
    }),
  )
}

async function keptOr(address: string): Promise<Response> {
  const cache = await caches.open(cacheOfBuild)
  const kept = await keptIn(cache, address)
  if (kept !== null) return kept
  const first = await fetch(address)
  // The browser may have remembered what a proxy answered, for as long as files of a build are good.
  const answer = isTheFile(address, first) ? first : await fetch(new Request(address, { cache: 'reload' }))
  if (isTheFile(address, answer)) await cache.put(address, answer.clone())
  return answer
}

/** Null too where something else is kept in a file's place, by a worker that did not look at what it kept. */
async function keptIn(cache: Cache, address: string): Promise<Response | null> {
  const kept = await cache.match(address, { ignoreVary: true })
  return kept !== undefined && isTheFile(address, kept) ? kept : null
}

/**
 * False for what stands in a file's place: a proxy or the login page of a hotel answers "well" with a page of its own for every address, and
 * kept once, it would break the screen until the next build.
 */
function isTheFile(address: string, answer: Response): boolean {
  if (!answer.ok || answer.redirected) return false
  const type = answer.headers.get('content-type') ?? ''
  const [, extension] = /\.([a-z0-9]+)$/u.exec(new URL(address).pathname) ?? []
  // The first page is the only one without an extension.
  if (extension === undefined) return PAGE.test(type)
  return TYPES[extension]?.test(type) ?? !PAGE.test(type)
}

const PAGE = /^text\/html\b/u
/** Of the files that a browser takes only by their type. */
const TYPES: Readonly<Record<string, RegExp>> = {
  js: /^(text|application)\/javascript\b/u,
  css: /^text\/css\b/u,
  svg: /^image\/svg\+xml\b/u,
  webmanifest: /^application\/(manifest\+)?json\b/u,
}

async function forgetOtherBuilds(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(NAME) && name !== cacheOfBuild).map((name) => caches.delete(name)))
}
