import { execFileSync } from 'node:child_process'
import { root } from './root.ts'

const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** The npm that began this command, or the one on the path. */
export function npm(): readonly [program: string, first: readonly string[]] {
  const path = process.env['npm_execpath']
  return path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []]
}

/** Lists what the running server is made of, as npm reads it from the lockfile: CycloneDX, without what only tests need. */
export function billOfMaterials(): string {
  const [program, first] = npm()
  const flags = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev', '--loglevel=error']
  return execFileSync(program, [...first, ...flags], { cwd: root, encoding: 'utf8', maxBuffer: MAX_ANSWER_BYTES })
}
