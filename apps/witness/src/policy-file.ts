import { readFileSync } from 'node:fs'
import { type Policy, type PolicyFault, parsePolicy } from '@rueda/proof/policy.ts'
import { Stopped, codeOf } from './stopped.ts'

const FAULTS: Readonly<Record<PolicyFault, string>> = {
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
