import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { Screen } from '../pages/screen.ts'
import { FRAMED_HOST } from '../server.ts'

/** Pages outside: in a frame that can do nothing to the app, or opened in the browser after a word that says their host. */
const PAGE = `https://${FRAMED_HOST}/prospectus`
const ELSEWHERE = 'https://elsewhere.example.org/'
const webview = (url: string, title = '') => `pages/webview/index?url=${encodeURIComponent(url)}&title=${encodeURIComponent(title)}`

/** Answers in the place of a host outside; the page tries to lead the app away. */
const serve = async (page: Page, url: string, html: string): Promise<void> =>
  void (await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: html })))

test('a page of an allowed host is shown in a frame and cannot move the app', async ({ visit, page, say, complaints }) => {
  complaints.expect(/frame|navigat|sandbox/iu)
  await serve(page, PAGE, `<h1>Prospecto</h1><script>try { top.location = '${ELSEWHERE}' } catch {}</script>`)
  const screen = await new Screen(visit).open(webview(PAGE, 'Prospecto'))
  await screen.shows('Prospecto')
  await screen.says(FRAMED_HOST)
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Prospecto' })).toBeVisible()
  expect(new URL(page.url()).hash).toContain('pages/webview/index')
  await page.getByRole('button', { name: say('webview', 'menu') }).click()
  await expect(screen.sheet.getByText(say('webview', 'open'))).toBeVisible()
})

test('an allowed page that leads elsewhere is not followed there', async ({ visit, page, say, complaints }) => {
  complaints.expect(/frame-src|frame/iu)
  await serve(page, PAGE, `<script>location = '${ELSEWHERE}'</script>`)
  await serve(page, ELSEWHERE, '<h1>Otra</h1>')
  await new Screen(visit).open(webview(PAGE))
  await expect(page.getByText(say('webview', 'blocked'))).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('Otra')).toHaveCount(0)
})

test('any other address is opened in the browser, after a word that says its host', async ({ visit, page, context, say }) => {
  await context.route(ELSEWHERE, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Otra</h1>' }))
  await new Screen(visit).open(webview(ELSEWHERE))
  await expect(page.getByRole('heading', { name: say('webview', 'leave') })).toBeVisible()
  await expect(page.getByRole('main').getByText('elsewhere.example.org')).toBeVisible()
  expect(page.frames()).toHaveLength(1)
  const opened = context.waitForEvent('page')
  await page
    .getByRole('main')
    .getByRole('button', { name: say('webview', 'open') })
    .click()
  const other = await opened
  await expect(other.getByText('Otra')).toBeVisible()
  expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
})

// `docs/rules/bad-input.md` J04.
for (const url of ['', 'javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://user@evil.example/'])
  test(`there is no page at "${url}"`, async ({ visit, page, say }) => {
    await new Screen(visit).open(webview(url))
    await expect(page.getByText(say('webview', 'missing'))).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
  })
