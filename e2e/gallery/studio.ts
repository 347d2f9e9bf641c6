import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { TextLanguage } from '@rueda/text/keys.ts'
import type { Customer } from '../customer.ts'
import { keptOnDevice } from '../device.ts'
import { settled } from '../screens.ts'
import { SIZES, type SizeName } from './choice.ts'

export type Theme = 'dark' | 'light'
export type Studio = Readonly<{ browser: Browser; address: string }>
export type Sitting = Readonly<{ size: SizeName; theme: Theme; language: TextLanguage; customer: Customer | null }>

/** Opens the app as somebody sees it: their window, theme and language, signed in or not. */
export async function open({ browser, address }: Studio, { size, theme, language, customer }: Sitting): Promise<[Page, BrowserContext]> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: SIZES[size],
    locale: 'es-AR',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: address, localStorage: keptOnDevice(language, { theme }, customer) }] },
  })
  const page = await context.newPage()
  await page.goto('/')
  await settled(page)
  return [page, context]
}
