import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { serveTwoBuilds } from '../new-build.ts'
import { HomePage } from '../pages/home.ts'
import { TicketPage } from '../pages/ticket.ts'

/** The app as a browser installs it: it opens without a connection, keeps nothing of anybody, and learns of a new build. */
test.use({ serviceWorkers: 'allow' })

/** Chromium says it of some files whose loading began before the copy answered; they are loaded all the same. */
const BEGAN_BEFORE = /cross-world service worker resource mismatch|was preloaded using link preload but not used/u
test.beforeEach(({ complaints }) => complaints.expect(BEGAN_BEFORE))

const OFFLINE = /ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/u

/** Waits until the copy is there, with what the page has loaded. */
async function isKept(page: Page): Promise<void> {
  await expect.poll(async () => (await keptOf(page)).filter((path) => path.startsWith('/assets/es-')).length).toBeGreaterThan(0)
  // What the page fetches ahead comes one after the other.
  const stillComing = async () => {
    const before = (await keptOf(page)).length
    await page.waitForTimeout(A_FILE_MS)
    return (await keptOf(page)).length - before
  }
  await expect.poll(stillComing).toBe(0)
}
const A_FILE_MS = 1_500

/** The paths of everything that the browser keeps for the app, in every cache. */
const keptOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('it opens without a connection, and says that there is none', async ({ visit, page, context, say, complaints }) => {
  complaints.expect(OFFLINE)
  await new HomePage(visit).visitHome()
  await isKept(page)
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('status').filter({ hasText: say('ui', 'offline') })).toBeVisible()
  await expect(page.getByRole('navigation', { name: say('common', 'tabs') })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: say('ui', 'connected') })).toBeVisible()
})

test('it keeps files of its build alone, and no answer of the server', async ({ visit, page, context }) => {
  await new HomePage(visit).visitHome()
  await isKept(page)
  await page.reload()
  const ticket = await new TicketPage(visit).openStock('ARDV')
  await ticket.quantity.fill('5')
  await ticket.receiptIsThere()
  for (const path of ['pages/trade/index', 'pages/profile/index', 'pages/service/index', 'pages/notice/index']) {
    await page.goto(`/#/${path}`)
    await page.waitForLoadState('networkidle')
  }
  const kept = await keptOf(page)
  expect(kept.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(5)
  const others = kept.filter((path) => !path.startsWith('/assets/')).toSorted()
  expect(others).toEqual(['/', '/icon.svg', '/manifest.webmanifest', '/theme.js'])
  expect(context.serviceWorkers()).toHaveLength(1)
})

test('its page keeps to the policy that scripts come from its own server', async ({ visit, page, complaints }) => {
  complaints.expect(/Content Security Policy directive 'script-src 'self''/u)
  const answer = await page.goto('/service-worker.js')
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-cache' })
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'")
  await new HomePage(visit).visitHome()
  await isKept(page)
  await page.reload()
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.wasRun = true'
    return new Promise<boolean>((resolve) => {
      document.addEventListener('securitypolicyviolation', () => resolve('wasRun' in window), { once: true })
      document.head.append(script)
    })
  })
  expect(ran).toBe(false)
})

test('it is described for browsers that install it, with icons of the sizes they ask for', async ({ page, baseURL }) => {
  await page.goto('/')
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(new URL(manifest ?? '', baseURL).href)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const {
    icons,
    start_url: start,
    display,
  } = (await answer.json()) as {
    icons: { src: string; sizes: string; type: string }[]
    start_url: string
    display: string
  }
  expect({ start, display }).toEqual({ start: './', display: 'standalone' })
  for (const { src, sizes } of icons.filter(({ type }) => type === 'image/png')) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size, src).toBe(sizes)
  }
})

test.describe('a new build', () => {
  const entryOf = (page: Page): Promise<string | null> => page.locator('script[type=module][src]').getAttribute('src')
  const look = (page: Page): Promise<unknown> => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())

  test('waits until it is wanted, and is loaded then', async ({ page, baseURL, say, complaints }) => {
    // The address in between carries no sockets.
    complaints.expect(/WebSocket/u)
    const builds = await serveTwoBuilds(baseURL ?? '')
    try {
      await page.goto(builds.address)
      await isKept(page)
      const before = await entryOf(page)
      const prompt = page.getByRole('status').filter({ hasText: say('common', 'build.new') })
      await look(page)
      await expect(prompt).toHaveCount(0)
      builds.publish()
      await page.evaluate(() => Object.assign(window, { stayed: true }))
      await look(page)
      await expect(prompt).toBeVisible()
      expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
      await prompt.getByRole('button', { name: say('common', 'build.load') }).click()
      await expect.poll(() => entryOf(page).catch(() => before)).not.toBe(before)
      await expect(page.getByRole('navigation', { name: say('common', 'tabs') })).toBeVisible()
      await expect(prompt).toHaveCount(0)
      await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1)
    } finally {
      await builds.stop()
    }
  })

  test('that a page came from already is not offered to it', async ({ page, baseURL, say, complaints }) => {
    complaints.expect(/WebSocket/u)
    const builds = await serveTwoBuilds(baseURL ?? '')
    try {
      await page.goto(builds.address)
      await isKept(page)
      const [before] = await page.evaluate(() => caches.keys())
      builds.publish()
      await page.reload()
      await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain(before)
      await expect(page.getByRole('status').filter({ hasText: say('common', 'build.new') })).toHaveCount(0)
    } finally {
      await builds.stop()
    }
  })
})
