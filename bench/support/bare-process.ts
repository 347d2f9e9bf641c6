import { type ChildProcess, fork } from 'node:child_process'
import { type Bytes, serveBytes } from '../../apps/server/src/testing/bare-server.ts'

/** Starts the bare server in a process of its own; `end` stops it. */
export async function startBareProcess(answers: readonly Bytes[]): Promise<Readonly<{ address: string; end: () => void }>> {
  const child: ChildProcess = fork(import.meta.filename, [], { stdio: 'inherit' })
  const ready = new Promise<string>((resolve, reject) => {
    child.once('message', (address: string) => resolve(address))
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)))
  })
  child.send(answers)
  return { address: await ready, end: () => child.kill() }
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.once('message', (answers) => {
    void serveBytes(answers as readonly Bytes[]).then((address) => process.send?.(address))
  })
}
