import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { WritePath } from '../write-path/write-path.ts'

/** An order whose market takes longer is answered as accepted. */
const MAX_WAIT_MS = SECOND_MS

/**
 * Returns a write path that answers an order when the market's immediate reports on it are booked, as where one process does both. `booked` resolves
 * then; the order is accepted in any case, and its reports are booked later where it fails.
 */
export function awaitingReports(writePath: WritePath, booked: (accountId: string) => Promise<void>): WritePath {
  const awaitReports = async (accountId: string): Promise<void> => {
    await Promise.race([booked(accountId), sleep(MAX_WAIT_MS, undefined, { ref: false })]).catch(() => undefined)
  }
  return {
    ...writePath,
    run: async (command) => {
      const result = await writePath.run(command)
      if (command.places === true && result.ok) await awaitReports(command.accountId)
      return result
    },
    runTogether: async (commands) => {
      const ran = await writePath.runTogether(commands)
      const placed = commands.find(({ places }, index) => places === true && ran.results[index]?.ok === true)
      if (placed !== undefined) await awaitReports(placed.accountId)
      return ran
    },
  }
}
