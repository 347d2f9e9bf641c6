import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Policy, parsePolicy } from '@rueda/proof/policy.ts'
import type { VerifierKey } from '@rueda/proof/verifier-key.ts'
import { Stopped, codeOf } from '../stopped.ts'
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

const FAULTS: Readonly<Record<Extract<ReturnType<typeof parsePolicy>, { ok: false }>['fault'], string>> = {
  'malformed-policy': 'is no text of lines, or its last line does not end',
  'wrong-line': 'has a line that is none of a policy',
  'wrong-key': 'has a key that is none, or of another type than its line says: logs sign with type 0x01, witnesses with 0x04',
  'repeated-key': 'has a key twice',
  'repeated-name': 'has a name twice',
  'unknown-name': 'names a witness or a group that stands on no line before',
  'wrong-threshold': 'has a group with a number that its members do not reach',
  'quorum-missing': 'has no quorum line',
}

/** Reads a policy (C2SP tlog-policy); in a list of logs alone, the line with the quorum may be missing. */
export function readPolicy(path: string): Policy {
  const text = readText(path)
  const read = parsePolicy(text)
  const policy = !read.ok && read.fault === 'quorum-missing' ? parsePolicy(`${text}quorum none\n`) : read
  if (!policy.ok) throw new Stopped(`The file ${path} ${FAULTS[policy.fault]}.`)
  return policy.value
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Stopped(`The file ${path} cannot be read (${codeOf(error)}).`)
  }
}

function readLogs(path: string): WatchedLogs {
  const logs = new Map<string, VerifierKey[]>()
  for (const { key } of readPolicy(path).logs) logs.set(key.name, [...(logs.get(key.name) ?? []), key])
  if (logs.size === 0) throw new Stopped(`The file ${path} names no log. A log is a line "log <verification key>".`)
  return logs
}
