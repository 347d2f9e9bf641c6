import { type Server, createServer } from 'node:net'
import { StartRefused } from '../db/start-refused.ts'

type Address = Readonly<{ host: string; port: number }>

/** Listens, or says in a sentence for who starts the server why it cannot. */
export async function listenOn(server: Server, address: Address): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(address.port, address.host, resolve)
    })
  } catch (error) {
    throw whyNotHere(error, address)
  }
}

/** Finds out in a moment what a start would otherwise end with after all its work: that nobody can listen here. */
export async function expectFree(address: Address): Promise<void> {
  const probe = createServer()
  await listenOn(probe, address)
  await new Promise((resolve) => probe.close(resolve))
}

/** The reason why nobody can listen, as a sentence; other errors as they are. */
export function whyNotHere(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return new StartRefused(`Another program already listens on port ${port} of ${host}. Stop it, or choose another PORT.`)
  if (code === 'EACCES') return new StartRefused(`This account may not listen on port ${port}. Choose a PORT above 1023.`)
  if (code === 'EADDRNOTAVAIL') return new StartRefused(`This machine has no address ${host}. Choose another HOST.`)
  return error
}
