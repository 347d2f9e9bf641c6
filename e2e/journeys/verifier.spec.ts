import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { FILE_KEYS, handedOut } from '@rueda/proof/testing/files.ts'
import { expect, test } from '../journey.ts'

/** `docs/rules/proof.md` P.33: the verifier from a disk, with the network off, in a browser that never saw our server. */
const VERIFIER = join(import.meta.dirname, '../../apps/web/dist/verifier.html')

async function gives(page: Page, content: string): Promise<void> {
  await page.getByLabel(/^File/u).setInputFiles({ name: 'file', mimeType: 'text/plain', buffer: Buffer.from(content) })
}

test('a file of each format is judged from the disk with the network off, as it is and spoiled', async ({ browser }) => {
  expect(existsSync(VERIFIER)).toBe(true)
  const context = await browser.newContext({ offline: true, locale: 'en-GB', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const address = pathToFileURL(VERIFIER).href
  await page.goto(address)
  await page.getByLabel(/^Keys/u).fill(FILE_KEYS.join('\n'))
  for (const { good, spoiled } of handedOut) {
    await gives(page, good)
    await expect(page.locator('.result')).toHaveText('What it proves holds.')
    await expect(page.getByRole('listitem').first()).toBeVisible()
    await gives(page, spoiled)
    await expect(page.locator('.result')).toHaveText('It does not hold.')
    await expect(page.locator('li.fails')).not.toHaveCount(0)
  }
  await gives(page, handedOut[0].good)
  await page.getByLabel(/^Hash on the paper/u).fill('ac'.repeat(32))
  await expect(page.locator('li.fails')).toContainText('The hash given is not that of these data')
  await page.getByLabel(/^Hash on the paper/u).fill('')
  await gives(page, '%PDF-1.7')
  await expect(page.locator('.result')).toHaveText('It proves nothing by itself.')
  await page.getByLabel(/^Keys/u).fill('no key')
  await expect(page.locator('.result')).toHaveClass(/fails/u)
  await page.getByLabel(/^Keys/u).fill('')
  await gives(page, handedOut[0].good)
  await expect(page.locator('li.open').filter({ hasText: 'You gave no key of the broker' })).toBeVisible()
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.locator('.result')).toHaveText('Es coherente. Si lo hizo el bróker, solo lo muestran claves tuyas.')
  // Its own policy forbids what nothing in it tries.
  await page.evaluate(() => fetch('https://example.org/').catch(() => undefined))
  expect(complaints.filter((said) => !said.includes('example.org'))).toEqual([])
  expect(complaints.some((said) => said.includes('Content Security Policy'))).toBe(true)
  expect(asked.filter((url) => url !== address && !url.startsWith('https://example.org'))).toEqual([])
  await context.close()
})
