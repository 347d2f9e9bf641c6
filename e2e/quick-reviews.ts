import { test as base } from './journey.ts'
import { type TestServer, startServer } from './server.ts'

/** Journeys that wait for a review have a server of their own, where it comes at once. */
export const test = base.extend<object, { quickServer: TestServer }>({
  quickServer: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ REVIEW_SECONDS: '0' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ quickServer }, use) => use(quickServer.address),
})
