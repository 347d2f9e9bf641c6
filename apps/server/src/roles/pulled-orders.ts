import { AsyncLocalStorage } from 'node:async_hooks'
import { CommandFault } from '../write-path/batch.ts'
import type { BoundCommand } from '../write-path/command.ts'
import { LeadershipOver } from '../write-path/commit.ts'
import type { WritePath } from '../write-path/write-path.ts'

type Act = { pulledIn: bigint | null }

/**
 * Commits of a call that has pulled an order from the market are only valid under the same leadership: another core has restored the order, so the call
 * is not carried out and its caller tries again.
 */
export interface PulledOrders {
  /** Runs a call that may pull orders. */
  runCall: <Value>(act: () => Promise<Value>) => Promise<Value>
  /** Notes that the current call has changed an order at the market. */
  note: () => void
  /** Returns the `run` of a write path that checks this at every decision. */
  checked: (writePath: Pick<WritePath, 'run'>) => WritePath['run']
}

export function createPulledOrders(leadership: () => bigint): PulledOrders {
  const acts = new AsyncLocalStorage<Act>()

  const expectSame = (act: Act | undefined): void => {
    if (act === undefined || act.pulledIn === null || act.pulledIn === leadership()) return
    // The order has been restored, so the rest of the call may go by the database.
    act.pulledIn = null
    throw new LeadershipOver('another core leads since an order was pulled from the market')
  }
  const held = <Data>(command: BoundCommand<Data>, act: Act | undefined): BoundCommand<Data> => ({
    ...command,
    decide: (state, now) => {
      expectSame(act)
      return command.decide(state, now)
    },
  })
  return {
    runCall: (act) => acts.run({ pulledIn: null }, act),
    note: () => {
      const act = acts.getStore()
      if (act !== undefined) act.pulledIn = leadership()
    },
    checked: (writePath) => async (command) => {
      const act = acts.getStore()
      expectSame(act)
      try {
        return await writePath.run(act === undefined ? command : held(command, act))
      } catch (error) {
        if (error instanceof CommandFault && error.cause instanceof LeadershipOver) throw error.cause
        throw error
      }
    },
  }
}
