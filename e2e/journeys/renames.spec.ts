import { expect, test as base } from '../journey.ts'
import { hold } from '../customer.ts'
import { MessagesPage } from '../pages/messages.ts'
import { QuotePage } from '../pages/quote.ts'
import { SearchPage } from '../pages/search.ts'
import { SERVER_TIMEOUT_MS } from '../quick-reviews.ts'
import { type TestServer, startServer } from '../server.ts'

/** A company takes another ticker at midnight in New York, twenty seconds after this server's start. */
const COMPANY = { name: 'Avonlea Telecom', before: 'AVTL', after: 'AVON' }
const HELD = '5'
const MIDNIGHT_PATIENCE_MS = 45_000

const test = base.extend<object, { eveServer: TestServer }>({
  eveServer: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ SIM_CLOCK: 'scaled:10@2027-02-22T04:56:00Z' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: SERVER_TIMEOUT_MS },
  ],
  baseURL: async ({ eveServer }, use) => use(eveServer.address),
})

test('who holds a company is told of its new ticker, and the old one still leads to it', async ({ customer, visit, say }) => {
  await hold(customer, COMPANY.before, HELD)
  const title = say('messages', 'instrument.renamed.title', { oldCode: COMPANY.before, newCode: COMPANY.after })
  const messages = await new MessagesPage(visit).open('pages/notice/index')
  await expect(messages.row(title)).toBeVisible({ timeout: MIDNIGHT_PATIENCE_MS })
  await messages.openMessage(title)
  const search = await new SearchPage(visit).open('pages/search/index')
  const found = await search.find(COMPANY.before.toLowerCase(), COMPANY.name)
  const formerly = say('quotes', 'formerly', { code: COMPANY.before })
  await expect(found.subtitle).toHaveText(new RegExp(`^${COMPANY.after} · .* · ${formerly}$`))
  const quote = await new QuotePage(visit).openStock(COMPANY.before, COMPANY.name)
  await expect(quote.subtitle).toContainText(COMPANY.after)
  await quote.holds(HELD)
})
