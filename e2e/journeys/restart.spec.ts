import type { Browser, Page } from '@playwright/test'
import { orders } from '@rueda/contract/orders.ts'
import { type Customer, practise } from '../customer.ts'
import { keptOnDevice } from '../device.ts'
import { expect, test } from '../journey.ts'
import { ownServer } from '../own-server.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TradePage } from '../pages/trade.ts'
import type { Say } from '../words.ts'

/** Goal: a server that dies in the middle of an order comes back with the whole order or with none, and the app says which. */
const CREATE = `**/web${orders.create.path}`
const BACK_AGAIN = { timeout: 60_000 }

/** All of an order for four at the market. */
const WHOLE = { quantity: '4', filledQuantity: '4' }

/** Somebody who practises there, in a browser of their own. */
async function seat(browser: Browser, address: string): Promise<Readonly<{ page: Page; customer: Customer }>> {
  const customer = await practise(address)
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: address, localStorage: keptOnDevice('es', {}, customer) }] },
    baseURL: address,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  })
  return { page: await context.newPage(), customer }
}

type After = Readonly<{ page: Page; customer: Customer; trade: TradePage }>
type Death = 'afterTheAnswer' | 'atOnce'

/** Sends an order to a server that dies of it, and starts the server again: the app heard nothing, says so, and then shows the orders there are. */
async function withAnOrderAtDeath(
  death: Death,
  { browser, say }: Readonly<{ browser: Browser; say: Say }>,
  look: (after: After) => Promise<void>,
) {
  const own = ownServer()
  let server = await own.start()
  try {
    const { page, customer } = await seat(browser, server.address)
    const ticket = await new TicketPage({ page, say }).openStock('ARDV')
    await ticket.quantity.fill('4')
    const sheet = await ticket.review()
    await page.route(CREATE, async (route) => {
      const sent = route.fetch().catch(() => null)
      if (death === 'afterTheAnswer') await sent
      await server.end('SIGKILL')
      await route.abort('failed')
    })
    await sheet.hold('buy')
    await expect(sheet.sheet.getByRole('heading', { name: say('orders', 'result.unknown') })).toBeVisible()
    await page.unroute(CREATE)

    server = await own.start(new URL(server.address).port)
    await sheet.sheet.getByRole('button', { name: say('orders', 'result.orders') }).click()
    const trade = await new TradePage({ page, say }).isShown()
    await trade.chooseEnded()
    await look({ page, customer, trade })
    await page.context().close()
  } finally {
    await server.end('SIGKILL')
    own.forget()
  }
}

test('a server that is killed before its answer to an order is heard has the order whole after its start', async ({ browser, say }) => {
  test.slow()
  await withAnOrderAtDeath('afterTheAnswer', { browser, say }, async ({ page, customer, trade }) => {
    await expect(trade.order('ARDV')).toHaveCount(1, BACK_AGAIN)
    const { list, total } = await customer.call(orders.list, {})
    expect(total).toBe(1)
    expect(list[0]).toMatchObject(WHOLE)
    // The page went on without being loaded anew, and the next order goes through.
    const next = await new TicketPage({ page, say }).openStock('ARDV')
    await next.quantity.fill('1')
    const again = await next.review()
    await again.hold('buy')
    await again.ends('filled')
    expect((await customer.call(orders.list, {})).total).toBe(2)
  })
})

test('a server that is killed while an order is on its way has it whole or not at all, and the app says which', async ({
  browser,
  say,
}) => {
  test.slow()
  await withAnOrderAtDeath('atOnce', { browser, say }, async ({ customer, trade }) => {
    const none = trade.content.getByText(say('positions', 'orders.emptyEnded'))
    await expect(trade.order('ARDV').or(none)).toBeVisible(BACK_AGAIN)
    const { list } = await customer.call(orders.list, {})
    expect([[], [WHOLE]]).toContainEqual(list.map(({ quantity, filledQuantity }) => ({ quantity, filledQuantity })))
    await expect(trade.order('ARDV')).toHaveCount(list.length)
  })
})
