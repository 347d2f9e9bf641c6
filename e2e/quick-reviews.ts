import { test as base } from './journey.ts'
import { type TestServer, startServer } from './server.ts'

/** The first staff account of such a server; `staff.ts` sets it up. */
export const CHIEF = { email: 'chief@rueda.test', password: 'the wheel of the house' } as const

/** Time to start a server on a busy machine; the journey's own time begins when it is open. */
export const SERVER_TIMEOUT_MS = 120_000

/** A browser finds a share within seconds. */
const FEW_TRIES = '2000000'

/** Journeys that wait for a review, or for what else takes longer than anybody waits, have a server of their own, where it comes at once. */
export const test = base.extend<object, { quickServer: TestServer }>({
  quickServer: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({
        REVIEW_SECONDS: '0',
        MINING_TRIES: FEW_TRIES,
        ADMIN_EMAIL: CHIEF.email,
        ADMIN_PASSWORD: CHIEF.password,
      })
      await server.untilChecked()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: SERVER_TIMEOUT_MS },
  ],
  baseURL: async ({ quickServer }, use) => use(quickServer.address),
})
