import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { VerifierKey } from '@rueda/proof/verifier-key.ts'
import { readPolicy } from '../policy-file.ts'
import { Stopped } from '../stopped.ts'
import type { WatchedLogs } from './witness.ts'

/** What a witness is started with: an option, or the setting of the environment of the same name with WITNESS_ before it. */
export type WitnessSettings = Readonly<{ logs: WatchedLogs; name: string | null; folder: string; host: string; port: number }>

const OPTIONS = ['logs', 'name', 'folder', 'host', 'port'] as const
const DEFAULTS = { folder: './data-witness', host: '127.0.0.1', port: '8090' }
const MAX_PORT = 65_535
const USAGE = 'npm run witness -- --logs <file> --name <name> [--folder <folder>] [--host <address>] [--port <number>]'

export function readWitnessSettings(words: readonly string[], environment: Readonly<Record<string, string | undefined>>): WitnessSettings {
  const given = readOptions(words)
  const value = (name: (typeof OPTIONS)[number]): string | null => {
    const text = given[name] ?? environment[`WITNESS_${name.toUpperCase()}`] ?? ''
    return text === '' ? null : text
  }
  const logs = value('logs')
  if (logs === null)
    throw new Stopped(`Name a file with the logs to watch, a line "log <verification key>" for each: --logs logs.txt\n${USAGE}`)
  const host = value('host') ?? DEFAULTS.host
  if (isIP(host) === 0 && !/^[\w.-]+$/u.test(host)) throw new Stopped(`"${host}" is no address to listen on. Choose another --host.`)
  const port = Number(value('port') ?? DEFAULTS.port)
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) throw new Stopped(`A port is a whole number from 0 to ${MAX_PORT}.`)
  return { logs: readLogs(resolve(logs)), name: value('name'), folder: resolve(value('folder') ?? DEFAULTS.folder), host, port }
}

function readOptions(words: readonly string[]): Readonly<Partial<Record<(typeof OPTIONS)[number], string>>> {
  try {
    const type = 'string'
    const options = { logs: { type }, name: { type }, folder: { type }, host: { type }, port: { type } } as const
    return parseArgs({ args: [...words], options }).values
  } catch (error) {
    throw new Stopped(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

function readLogs(path: string): WatchedLogs {
  const logs = new Map<string, VerifierKey[]>()
  for (const { key } of readPolicy(path).logs) logs.set(key.name, [...(logs.get(key.name) ?? []), key])
  if (logs.size === 0) throw new Stopped(`The file ${path} names no log. A log is a line "log <verification key>".`)
  return logs
}
