import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const PACKAGES = ['exchange', 'rules'] as const
const packagesFolder = fileURLToPath(new URL('../../../../packages/', import.meta.url))
const isTest = (path: string): boolean => /\.test\.ts$|(^|\/)testing\//u.test(path)

/**
 * Names what draws prices and matches: SHA-256 over one line for each source file of the market and the rules, its path and its own hash.
 * Whoever has the release works out the same. In hex.
 */
export async function engineHash(): Promise<string> {
  const lines: string[] = []
  for (const name of PACKAGES) {
    const folder = join(packagesFolder, name, 'src')
    const paths = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/'))
    for (const path of paths.filter((each) => each.endsWith('.ts') && !isTest(each)).toSorted())
      lines.push(`${name}/src/${path} ${sha256(await readFile(join(folder, path)))}`)
  }
  return sha256(`${lines.join('\n')}\n`)
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
