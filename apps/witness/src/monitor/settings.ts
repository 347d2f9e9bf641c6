import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Policy } from '@rueda/proof/policy.ts'
import { readPolicy } from '../policy-file.ts'
import { Stopped } from '../stopped.ts'

export type MonitorSettings = Readonly<{ address: string; policy: Policy | null; folder: string; isOnce: boolean }>

const FOLDER = './data-monitor'
const USAGE = 'npm run monitor -- <address> [--policy <file>] [--folder <folder>] [--once]'

export function readMonitorSettings(words: readonly string[]): MonitorSettings {
  const { values, positionals } = readOptions(words)
  const [named, ...others] = positionals
  if (named === undefined || others.length > 0)
    throw new Stopped(`Name the address whose log is to be followed: https://example.org\n${USAGE}`)
  const url = URL.canParse(named) ? new URL(named) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Stopped(`"${named}" is no address of a server. It begins with https:// or http://\n${USAGE}`)
  const address = `${url.origin}${url.pathname.replace(/\/+$/u, '')}`
  const folder = resolve(values.folder ?? `${FOLDER}/${address.replace(/^https?:\/\//u, '').replaceAll(/[^\w.-]/gu, '_')}`)
  const policy = values.policy === undefined ? null : readPolicy(resolve(values.policy))
  return { address, policy, folder, isOnce: values.once }
}

function readOptions(words: readonly string[]) {
  try {
    const options = { policy: { type: 'string' }, folder: { type: 'string' }, once: { type: 'boolean', default: false } } as const
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    throw new Stopped(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}
