import { createServer } from 'node:net'
import { StartRefused } from '../db/start-refused.ts'

type Address = Readonly<{ HOST: string; PORT: number }>

/** Finds out in a moment what a start would otherwise end with after all its work: that nobody can listen here. */
export async function expectFree(address: Address): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen(address.PORT, address.HOST, resolve)
    })
  } catch (error) {
    throw whyNotHere(error, address)
  }
  await new Promise((resolve) => probe.close(resolve))
}

/** The reason, in a sentence for who starts the server, why it cannot listen; other errors as they are. */
export function whyNotHere(error: unknown, { HOST, PORT }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return new StartRefused(`Another program already listens on port ${PORT} of ${HOST}. Stop it, or choose another PORT.`)
  if (code === 'EACCES') return new StartRefused(`This account may not listen on port ${PORT}. Choose a PORT above 1023.`)
  if (code === 'EADDRNOTAVAIL') return new StartRefused(`This machine has no address ${HOST}. Choose another HOST.`)
  return error
}
