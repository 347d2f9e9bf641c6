import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { launchOptions } from '../tools/browser.ts'
import { root } from '../tools/root.ts'
import { newDataFolder, startServerProcess } from '../tools/server-process.ts'
import { median, report } from './support/median.ts'
import { RUNS } from './support/settings.ts'

/**
 * P9 and P16: the bytes a first visitor loads before the app can be used, and the time that takes on a slow telephone: 1.6
 * Mbps, 150 ms there and back, a fourth of this machine's speed, nothing in the cache. It can be used when the first share
 * with its price is there.
 */
const ALLOWED_ENTRY_BYTES = 148_000
const ALLOWED_SECONDS = 3.5
const BYTES_PER_SECOND = (1.6 * 1_000_000) / 8
const LATENCY_MS = 150
const CPU_SLOWDOWN = 4
const PHONE = { width: 390, height: 844 }
const MS = 1_000

const dataFolder = newDataFolder('rueda-bench-web-')
const server = await startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: 'bench' })
const browser = await chromium.launch(await launchOptions())
try {
  const entry = await entryBytes(browser, server.address)
  report('entry', (entry / MS).toFixed(1), 'kB of script, gzipped', entry / ALLOWED_ENTRY_BYTES, `${ALLOWED_ENTRY_BYTES / MS} kB allowed`)
  const seconds: number[] = []
  for (let run = 0; run < RUNS; run += 1) seconds.push(await secondsUntilUsable(browser, server.address))
  const middle = median(seconds)
  report('first-visit', middle.toFixed(2), 's until usable', middle / ALLOWED_SECONDS, `${ALLOWED_SECONDS} s allowed`)
} finally {
  await browser.close()
  await server.end('SIGTERM')
  rmSync(dataFolder, { recursive: true, force: true })
}

/** The scripts that the first page names and those that they import, before anything that is fetched when the browser is idle. */
async function entryBytes(open: Browser, address: string): Promise<number> {
  // What the service worker keeps for later is no part of what a visitor waits for.
  const context = await open.newContext({ viewport: PHONE, locale: 'es-AR', serviceWorkers: 'block' })
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('request', (request) => (request.resourceType() === 'script' ? scripts.add(new URL(request.url()).pathname) : undefined))
  // Scripts that are fetched when idle would come at once on a machine that waits for nothing.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await page.goto(address)
  await page.locator('main a[href*="quote/stock"]').first().waitFor()
  await context.close()
  return [...scripts].reduce((total, path) => total + gzipped(join(root, 'apps', 'web', 'dist', path)), 0)
}

function gzipped(path: string): number {
  try {
    return readFileSync(`${path}.gz`).length
  } catch {
    return readFileSync(path).length
  }
}

async function secondsUntilUsable(open: Browser, address: string): Promise<number> {
  const context = await open.newContext({ viewport: PHONE, locale: 'es-AR' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const began = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('main a[href*="quote/stock"]').first().waitFor()
  const seconds = (performance.now() - began) / MS
  await context.close()
  return seconds
}
