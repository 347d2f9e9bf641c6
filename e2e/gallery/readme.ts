import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, type Page, expect } from '@playwright/test'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { root } from '../../tools/root.ts'
import { type Customer, hold, passSuitability, practise } from '../customer.ts'
import { DeskPage } from '../pages/desk.ts'
import { HomePage } from '../pages/home.ts'
import { TicketPage } from '../pages/ticket.ts'
import { type ScreenState, atRest, furnish, settled, show, statesOf } from '../screens.ts'
import { wordsOf } from '../words.ts'
import { SIZES, type SizeName } from './choice.ts'
import { faults } from './faults.ts'
import { type Studio, open } from './studio.ts'

/** The pictures of the README and of the guides, which are in English, made from the running app. */
const folder = join(root, 'docs', 'pictures')
const say = wordsOf('en')
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }
/** Shares that fill the lists of a desk; those that are furnished already come beside them. */
const MORE_HELD = ['DWSY', 'LNSY'] as const
const MORE_WATCHED = ['DWSY', 'THSL', 'ELWN', 'OSFT', 'BRST', 'CNBL', 'HRTR'] as const

/** Makes them, says what one of them shows that it should not, and returns how often. */
export async function pictureReadme(studio: Studio): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const customer = await practise(studio.address)
  await passSuitability(customer)
  const states = statesOf(await furnish(customer))
  for (const code of MORE_HELD) await hold(customer, code, '12')
  for (const secuCode of MORE_WATCHED) await customer.call(watchlist.add, { secuCode })
  const wrong = [
    ...(await onPhone(studio, customer, states)),
    ...(await reviewOnPhone(studio, customer)),
    ...(await onDesk(studio, customer)),
    ...(await welcome(studio)),
  ]
  console.log(`pictures in ${folder}`)
  for (const fault of wrong) console.error(fault)
  return wrong.length
}

const sit = (studio: Studio, size: SizeName, customer: Customer | null): Promise<[Page, BrowserContext]> =>
  open(studio, { size, theme: 'dark', language: 'en', customer })

const SHOWN = ['start', 'quote-stock', 'payment-stock-market']
const GAP_PX = 28

/** Home, a quote and a ticket beside each other. */
async function onPhone(studio: Studio, customer: Customer, all: readonly ScreenState[]): Promise<string[]> {
  const states = all.filter(({ name }) => SHOWN.includes(name))
  const [page, context] = await sit(studio, 'phone', customer)
  const pictures: string[] = []
  const wrong: string[] = []
  for (const state of states) {
    await show(page, state)
    await atRest(page)
    pictures.push((await page.screenshot()).toString('base64'))
    wrong.push(...(await faults(page)))
  }
  await page.setViewportSize({
    width: SIZES.phone.width * states.length + GAP_PX * (states.length + 1),
    height: SIZES.phone.height + GAP_PX * 2,
  })
  const frames = pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join('')
  await page.setContent(
    `<style>body{margin:0;padding:${GAP_PX}px;display:flex;gap:${GAP_PX}px;background:#0a0d13}img{border-radius:24px;outline:1px solid #2a3140}</style>${frames}`,
  )
  await page.screenshot({ path: join(folder, 'phone.png') })
  await context.close()
  return wrong
}

/** The last look before an order on a phone: everything it costs. */
async function reviewOnPhone(studio: Studio, customer: Customer): Promise<string[]> {
  const [page, context] = await sit(studio, 'phone', customer)
  const ticket = await new TicketPage({ page, say }).openStock(STOCK.code, '&direction=0&quantity=20')
  const sheet = await ticket.review()
  await expect(sheet.holdButton('buy')).toBeEnabled()
  return taken(page, context, 'review')
}

/** The workspace, and an order on it that is about to be confirmed. */
async function onDesk(studio: Studio, customer: Customer): Promise<string[]> {
  const [page, context] = await sit(studio, 'desk', customer)
  const desk = await new DeskPage({ page, say }).openStock(STOCK.code, STOCK.name)
  await expect(desk.row('positions', STOCK.code)).toBeVisible()
  await expect(desk.asks.nth(4)).toBeVisible()
  await settled(page)
  await page.keyboard.type('20')
  await expect(desk.reviewButton).toBeEnabled()
  await atRest(page)
  await page.screenshot({ path: join(folder, 'desk.png') })
  const wrong = await faults(page)
  await page.keyboard.press('Enter')
  await desk.orderSheet.isShown()
  await expect(desk.orderSheet.holdButton('buy')).toBeEnabled()
  return [...wrong, ...(await taken(page, context, 'desk-review'))]
}

/** What a visitor sees first: practising takes one press. */
async function welcome(studio: Studio): Promise<string[]> {
  const [page, context] = await sit(studio, 'phone', null)
  await new HomePage({ page, say }).visitHome()
  return taken(page, context, 'welcome')
}

async function taken(page: Page, context: BrowserContext, name: string): Promise<string[]> {
  await settled(page)
  await atRest(page)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  const wrong = await faults(page)
  await context.close()
  return wrong.map((fault) => `${name} ${fault}`)
}
