import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { App } from '../app.ts'
import { createAnchoring } from '../ledger/anchors.ts'

/** The house's own clockwork: anchors every minute, and the jobs of the trading day when they are due. */
export async function startJobs(app: App): Promise<Readonly<{ stop: () => Promise<void> }>> {
  const anchoring = createAnchoring(app.pool, app.settings.DATA_DIR)
  const anchor = (): Promise<unknown> => anchoring.anchor(app.clock.now()).catch((error: unknown) => app.log.error({ err: error }, 'the anchor was not written'))
  await anchor()
  const timer = setInterval(() => void anchor(), MINUTE_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await anchor()
    },
  }
}
