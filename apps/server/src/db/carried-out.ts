import { AsyncLocalStorage } from 'node:async_hooks'
import { UnknownOutcome } from './unknown-outcome.ts'

type Call = { hasCarriedOut: boolean }

/** The call that is being answered; jobs have none. */
const calls = new AsyncLocalStorage<Call>()

/** Notes that something of the current call has been committed: a customer's command, or another transaction. */
export function noteCarriedOut(): void {
  const call = calls.getStore()
  if (call !== undefined) call.hasCarriedOut = true
}

/**
 * Works out the answer to one call. Many read again what their command has changed, and a read that fails then must not tell the command as not done:
 * throws `UnknownOutcome` in its place, and the same key gets the answer once it can be read.
 */
export function answerCall<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  const call: Call = { hasCarriedOut: false }
  return calls.run(call, async () => {
    try {
      return await work()
    } catch (error) {
      throw call.hasCarriedOut ? new UnknownOutcome(error, 'a command of this call was carried out before the call failed') : error
    }
  })
}
