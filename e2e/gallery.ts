import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { buildApps } from '../tools/browser-apps.ts'
import { launchOptions } from '../tools/browser.ts'
import { root } from '../tools/root.ts'
import { show, tool } from '../tools/run.ts'
import { pictureApp } from './gallery/app.ts'
import { type Choice, chosen } from './gallery/choice.ts'
import { pictureReadme } from './gallery/readme.ts'
import { startServer } from './server.ts'

/**
 * `npm run gallery`: a picture of every screen in every state, in both themes, and of every screen while it loads, after it failed, with old
 * prices and offline, into `gallery/`; `--languages es,de` and `--sizes phone,desk,320,360,768,1920` say in which. With `--console` every screen
 * of the back office, with `--readme` the pictures of the README and the guides. It fails when a picture shows something that still loads, has
 * failed or is empty and should not be.
 */
const folder = join(root, 'gallery')

/** Returns how many pictures show something that they should not. */
async function ofApp(choice: Choice): Promise<number> {
  const given = process.env['RUEDA_ADDRESS']
  if (!given) await buildApps()
  const server = given ? { address: given, stop: () => Promise.resolve() } : await startServer()
  const browser = await chromium.launch(await launchOptions())
  try {
    const studio = { browser, address: server.address }
    return await (choice.subject === 'readme' ? pictureReadme(studio) : pictureApp(studio, choice, folder))
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** The journey that checks every screen of the console makes their pictures as well. */
const ofConsole = (): Promise<number> =>
  show(tool('playwright'), ['test', '--config', 'e2e/playwright.config.ts', 'e2e/console/screens.spec.ts'], {
    env: { RUEDA_PICTURES: join(folder, 'console') },
  })

async function main(): Promise<number> {
  const choice = chosen(process.argv.slice(2))
  if (choice.subject === 'console') return ofConsole()
  return (await ofApp(choice)) === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
