import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'
import { cosignerKey } from '@rueda/proof/cosignature.ts'
import { holdFolder } from './held-folder.ts'
import { Stopped, codeOf, whyNotInFolder } from './stopped.ts'
import { createWitnessServer, listen } from './witness/server.ts'
import { readWitnessSettings } from './witness/settings.ts'
import { createWitness, openSigner } from './witness/witness.ts'

/** `npm run witness -- --logs <file> --name <name>`: cosigns checkpoints of the logs in the file, each only where it continues the one before. */
/** What is being answered takes far less. */
const STOP_MS = 5_000

const say = (line: string): void => console.log(`${new Date().toISOString()} ${line}`)

try {
  const { logs, name, folder, host, port } = readWitnessSettings(process.argv.slice(2), process.env)
  const held = holdFolder(folder)
  const signer = await inFolder(folder, () => openSigner(folder, name))
  const witness = await inFolder(folder, () => createWitness({ folder, logs, signer, now: () => Date.now(), say }))
  const server = createWitnessServer(witness, say)
  const address = await listen(server, { host, port }).catch((error: unknown) => {
    throw whyNotHere(error, host, port)
  })
  const stop = (): void => {
    // What is being answered is answered; then nothing keeps the process.
    server.close(() => held.release())
    // A connection that is kept open for the next request would keep the process as well.
    setTimeout(() => server.closeAllConnections(), STOP_MS).unref()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`\n  The witness is open: ${address}\n  Its verification key: ${formatVerifierKey(cosignerKey(signer))}`)
  console.log(`  What it cosigned is in ${folder}; never put an older copy of it in its place.`)
  console.log(`  It watches ${[...logs.keys()].join(', ')}\n`)
} catch (error) {
  if (!(error instanceof Stopped)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exit(1)
}

async function inFolder<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw whyNotInFolder(error, folder)
  }
}

function whyNotHere(error: unknown, host: string, port: number): unknown {
  if (codeOf(error) === 'EADDRINUSE')
    return new Stopped(`Another program already listens on port ${port} of ${host}. Stop it, or choose another --port.`)
  if (codeOf(error) === 'EACCES') return new Stopped(`This account may not listen on port ${port}. Choose a --port above 1023.`)
  if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'ENOTFOUND')
    return new Stopped(`This machine has no address ${host}. Choose another --host.`)
  return error
}
