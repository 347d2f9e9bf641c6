import { defineConfig } from '@playwright/test'
import { launchOptions } from '../tools/browser.ts'
import { keepCompiledCode } from '../tools/compiled-code.ts'
import { workInQuickFolder } from '../tools/quick-folder.ts'

workInQuickFolder()
keepCompiledCode()

// Three journeys, their server and its database share two cores, so each waits for the others: what takes a second alone may take ten.
const JOURNEY_TIMEOUT_MS = 90_000
const EXPECT_TIMEOUT_MS = 20_000
/** One more than a small machine has cores: a journey waits for the market, for mail and for money as often as it works. */
const WORKERS = 3
/** Journeys on the server of the quick reviews. One worker runs them all, because each would start such a server of its own. */
const ON_QUICK_SERVER = [
  /console\/(?!first-account)[\w-]+\.spec\.ts$/u,
  /journeys\/(?:follow|identity|loans|mining|money-out|subscriptions)\.spec\.ts$/u,
]

const PHONE = { width: 390, height: 844 }

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  timeout: JOURNEY_TIMEOUT_MS,
  expect: { timeout: EXPECT_TIMEOUT_MS },
  fullyParallel: true,
  workers: WORKERS,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    // The address of the server that the global setup started.
    baseURL: process.env['RUEDA_ADDRESS'],
    launchOptions: await launchOptions(),
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    screenshot: 'only-on-failure',
    // The offline copy has journeys of its own: in the others it would answer in place of what they let happen.
    serviceWorkers: 'block',
    // Sheets are there at once; motion has tests of its own beside the components.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // First, because it is the longest that runs one after the other.
    { name: 'quick server', testMatch: ON_QUICK_SERVER, workers: 1, use: { viewport: PHONE } },
    // A phone's size with the pointer of a mouse, which can be held and released.
    { name: 'phone', testIgnore: ON_QUICK_SERVER, use: { viewport: PHONE } },
  ],
})
