import { AsyncLocalStorage } from 'node:async_hooks'
import { CommandFault } from '../write-path/batch.ts'
import type { BoundCommand } from '../write-path/command.ts'
import { LeadershipOver } from '../write-path/commit.ts'
import type { WritePath } from '../write-path/write-path.ts'

type Act = { pulledIn: bigint | null }

/**
 * What one call has taken off the market binds what it commits: where another core leads by then, the order stands in the market again, and the call is
 * not carried out. Whoever asked asks again.
 */
export interface Pulling {
  /** Runs a call that may take orders off. */
  acting: <Value>(act: () => Promise<Value>) => Promise<Value>
  /** Notes that the call under way has changed an order at the market. */
  pulled: () => void
  /** A write path that holds calls to it. */
  bound: (writePath: Pick<WritePath, 'run'>) => WritePath['run']
}

export function createPulling(leadership: () => bigint): Pulling {
  const acts = new AsyncLocalStorage<Act>()

  const expectSame = (act: Act | undefined): void => {
    if (act === undefined || act.pulledIn === null || act.pulledIn === leadership()) return
    // It is void from now on, and what the call does next follows from the books.
    act.pulledIn = null
    throw new LeadershipOver('another core leads since an order was taken off the market')
  }
  const held = <Data>(command: BoundCommand<Data>, act: Act | undefined): BoundCommand<Data> => ({
    ...command,
    decide: (state, now) => {
      expectSame(act)
      return command.decide(state, now)
    },
  })
  return {
    acting: (act) => acts.run({ pulledIn: null }, act),
    pulled: () => {
      const act = acts.getStore()
      if (act !== undefined) act.pulledIn = leadership()
    },
    bound: (writePath) => async (command) => {
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
