import { readFileSync } from 'node:fs'
import { type Policy, parsePolicy } from '@rueda/proof/policy.ts'
import { StartRefused } from '../db/start-refused.ts'

const NOBODY = 'quorum none\n'

/** A policy, and the file it was read from, word for word: null where nobody is asked. */
export type WitnessPolicy = Readonly<{ policy: Policy; text: string | null }>

/** The policy (C2SP tlog-policy) in the file that `WITNESSES` names; without one nobody is asked. A fault in it stops the start. */
export function readWitnessPolicy(path: string | undefined): WitnessPolicy {
  const text = path === undefined ? null : readPolicyFile(path)
  const parsed = parsePolicy(text ?? NOBODY)
  if (parsed.ok) return { policy: parsed.value, text }
  throw new StartRefused(
    `WITNESSES=${path ?? ''} is no policy of witnesses: ${parsed.fault.replaceAll('-', ' ')}. docs/guides/witness.md shows one.`,
  )
}

function readPolicyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartRefused(`WITNESSES=${path} cannot be read. Name a file with a policy of witnesses, as docs/guides/witness.md shows.`)
  }
}
