import { readFileSync } from 'node:fs'
import { type Policy, parsePolicy } from '@rueda/proof/policy.ts'
import { StartRefused } from '../db/start-refused.ts'

const NOBODY = 'quorum none\n'

/** The policy (C2SP tlog-policy) in the file that `WITNESSES` names; without one nobody is asked. A fault in it stops the start. */
export function readWitnessPolicy(path: string | undefined): Policy {
  const parsed = parsePolicy(path === undefined ? NOBODY : readPolicyFile(path))
  if (parsed.ok) return parsed.value
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
