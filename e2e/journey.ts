import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { type ConsoleMessage, type Page, type Request, type Response, test as base, expect } from '@playwright/test'
import type { TextLanguage } from '@rueda/text/keys.ts'
import { type Customer, openAccount, passSuitability, practise } from './customer.ts'
import { type DeviceSettings, keptOnDevice } from './device.ts'
import type { Visit } from './pages/screen.ts'
import { type Say, wordsOf } from './words.ts'

type Options = {
  language: TextLanguage
  /** A practice account made beforehand, already signed in; journeys about signing in come as guests. */
  signedIn: boolean
  /** An account of its own instead of a practice account, for journeys with papers in them. */
  registered: boolean
  /** False for a newcomer who has not answered the questions that come before the first position on margin. */
  suitable: boolean
  /** False for a registered customer who has accepted no terms. */
  agreed: boolean
  settings: DeviceSettings
}

type Fixtures = {
  customer: Customer
  say: Say
  visit: Visit
  /** Whatever a browser complains about fails the journey, except what it says it expects. */
  complaints: Complaints
}

export const test = base.extend<Options & Fixtures>({
  language: ['es', { option: true }],
  signedIn: [true, { option: true }],
  registered: [false, { option: true }],
  suitable: [true, { option: true }],
  agreed: [true, { option: true }],
  settings: [{}, { option: true }],
  customer: async ({ baseURL, registered, suitable, agreed }, use) => {
    const customer = await (registered ? openAccount(baseURL ?? '', agreed) : practise(baseURL ?? ''))
    if (suitable) await passSuitability(customer)
    await use(customer)
  },
  storageState: async ({ baseURL, language, settings, signedIn, customer }, use) => {
    const localStorage = keptOnDevice(language, settings, signedIn ? customer : null)
    await use({ cookies: [], origins: [{ origin: baseURL ?? '', localStorage }] })
  },
  say: async ({ language }, use) => use(wordsOf(language)),
  visit: async ({ page, say }, use) => use({ page, say }),
  complaints: [
    async ({ page }, use) => {
      const complaints = listen(page)
      await use(complaints)
      expect(complaints.unexpected(), 'the browser complained').toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

export type Complaints = Readonly<{ expect: (pattern: RegExp) => void; unexpected: () => string[]; forget: () => void }>

const FIRST_ERROR_STATUS = 400
// The app gives up reads that nobody waits for any more.
const GIVEN_UP = 'net::ERR_ABORTED'

/** Said by the browser's driver where a journey goes without the app's offline copy. */
const WITHOUT_OFFLINE_COPY = /Service Worker registration blocked by Playwright/u

/** Errors in the console, exceptions, requests that failed and refusals of the content security policy, which come as console errors. */
export function listen(page: Page): Complaints {
  const heard: string[] = []
  const expected: RegExp[] = [WITHOUT_OFFLINE_COPY]
  page.on('console', (message: ConsoleMessage) =>
    message.type() === 'error' || message.type() === 'warning' ? heard.push(`console: ${message.text()}`) : 0,
  )
  page.on('pageerror', (error: Error) => heard.push(`exception: ${error.message}`))
  page.on('requestfailed', (request: Request) => {
    const why = request.failure()?.errorText ?? ''
    if (why !== GIVEN_UP) heard.push(`request: ${why} ${request.url()}`)
  })
  page.on('response', (response: Response) => {
    if (response.status() >= FIRST_ERROR_STATUS) heard.push(`response: ${response.status()} ${response.url()}`)
  })
  return {
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => heard.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
    forget: () => void heard.splice(0),
  }
}

/** Carries out every request to this endpoint and loses its answer on the way, which the browser reports as an error. */
export async function loseAnswers(page: Page, { path }: Endpoint, complaints: Complaints): Promise<void> {
  complaints.expect(/ERR_FAILED/)
  await page.route(`**/web${path}`, async (route) => {
    await route.fetch()
    await route.abort('failed')
  })
}
