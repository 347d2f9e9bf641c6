import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Trusted } from '@rueda/proof/file-finding.ts'
import { hashOnPaper } from '@rueda/proof/paper.ts'
import { keysOf } from '@rueda/proof/verifier-key.ts'
import { readPolicy } from '../policy-file.ts'
import { Stopped } from '../stopped.ts'

/** What the command line of `npm run check-evidence` says. */
export const HOW = 'npm run check-evidence -- <file> [--key <verification key>]… [--policy <file>] [--paper <hash>] [--language es|en]'

export type CheckOptions = Readonly<{ content: string; trusted: Trusted; language: 'es' | 'en' }>

/** Longer than anything that is handed out. */
const MAX_FILE_BYTES = 20_000_000

export function readCheckOptions(words: readonly string[]): CheckOptions {
  const { values, positionals } = parsed(words)
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new Stopped(`Name one file: ${HOW}`)
  const given = values.key ?? []
  const keys = keysOf(given)
  if (keys.length !== given.length) throw new Stopped('--key is no verification key, as /trust/keys names them.')
  const policy = values.policy === undefined ? null : readPolicy(values.policy)
  const language = values.language ?? 'en'
  if (language !== 'en' && language !== 'es') throw new Stopped('--language is es or en.')
  const paper = values.paper === undefined ? null : hashOnPaper(values.paper)
  if (values.paper !== undefined && paper === null)
    throw new Stopped('--paper is neither the hash behind SHA-256 on a paper nor the text of its code.')
  const trusted = { keys: [...keys, ...(policy?.logs ?? []).map(({ key }) => key)], policy, paper }
  return { content: contentOf(path), trusted, language }
}

function parsed(words: readonly string[]) {
  const one = { type: 'string' } as const
  const options = { key: { ...one, multiple: true }, policy: one, paper: one, language: one } as const
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    throw new Stopped(`${error instanceof Error ? error.message : String(error)}\n  ${HOW}`)
  }
}

function contentOf(path: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw new Stopped(`${path} cannot be read.`)
  }
  if (bytes.length > MAX_FILE_BYTES) throw new Stopped(`${path} is longer than any file that is handed out.`)
  return bytes.toString('utf8')
}
