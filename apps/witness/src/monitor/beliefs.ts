import type { Policy } from '@rueda/proof/policy.ts'
import { NOTE_SIGNATURE, formatVerifierKey, parseVerifierKey } from '@rueda/proof/verifier-key.ts'
import { Stopped } from '../stopped.ts'
import type { LogReader } from './log-reader.ts'
import type { Memory } from './memory.ts'

/** Which keys of checkpoints a monitor begins with: those of a policy, or at the first look those that the server names. */

type Beginning = Readonly<{ address: string; log: LogReader; memory: Memory; policy: Policy | null }>

/** Refuses to mix two logs, or two beginnings, in one folder. */
export async function beginBeliefs({ address, log, memory, policy }: Beginning): Promise<void> {
  const given = memory.keys().filter(({ source }) => source === 'given')
  const before = memory.state()
  if (given.length > 0 && before !== null && before.address !== address && nameOf(given[0]?.key ?? '') !== (await originShown(log)))
    throw new Stopped(`What is kept in this folder was seen at ${before.address}, of another log. Choose another --folder.`)
  if (policy === null && given.length > 0) return
  const keys = policy === null ? await keysOfServer(address, log) : await keysOfPolicy(policy, log, given[0]?.key)
  const dropped = given.find(({ key }) => !keys.includes(key))
  if (dropped !== undefined)
    throw new Stopped(
      `What is kept in this folder began with the key ${dropped.key}, which the policy does not name. Choose another --folder.`,
    )
  for (const key of keys) memory.believe({ key, source: 'given' })
}

async function keysOfPolicy({ logs }: Policy, log: LogReader, known: string | undefined): Promise<readonly string[]> {
  const origin = known === undefined ? await originShown(log) : nameOf(known)
  const keys = logs.filter(({ key }) => key.name === origin).map(({ key }) => formatVerifierKey(key))
  if (keys.length === 0) throw new Stopped(`The policy names no key of ${origin}, which the log calls itself.`)
  return keys
}

async function keysOfServer(address: string, log: LogReader): Promise<readonly string[]> {
  const told = await log.keys()
  const keys = typeof told === 'object' && told !== null && 'keys' in told && Array.isArray(told.keys) ? told.keys : []
  const origin = await originShown(log)
  const usable = keys.filter((key): key is string => {
    const parsed = typeof key === 'string' ? parseVerifierKey(key) : null
    return parsed?.ok === true && parsed.value.type === NOTE_SIGNATURE && parsed.value.name === origin
  })
  if (usable.length === 0) throw new Stopped(`${address}/trust/keys names no key of the log there. Name one in a file: --policy <file>`)
  return usable
}

/** What a log calls itself, unproven. */
const originShown = async (log: LogReader): Promise<string> => (await log.checkpoint()).split('\n')[0] ?? ''

function nameOf(key: string): string | null {
  const parsed = parseVerifierKey(key)
  return parsed.ok ? parsed.value.name : null
}
