import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './root.ts'

/**
 * The verifier as one HTML file: what judges files in the app and on the command line, with everything in it and a policy that forbids every
 * connection. The same sources give the same bytes, so that anybody can build it and compare.
 */
const FOLDER = join(root, 'apps/witness/src/verifier')
export const VERIFIER = 'verifier.html'

export async function verifierPage(): Promise<string> {
  const script = (await scriptOf(join(FOLDER, 'verifier.ts'))).trim()
  const style = readFileSync(join(FOLDER, 'verifier.css'), 'utf8').trim()
  if (script.includes('</script')) throw new Error('the script of the verifier would end its own element')
  const policy = `default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(style)}; base-uri 'none'; form-action 'none'`
  const parts = { POLICY: policy, STYLE: style, SCRIPT: script }
  const page = readFileSync(join(FOLDER, VERIFIER), 'utf8')
  // Not a space more than is hashed may stand inside an element.
  return page.replaceAll(/\s*%(POLICY|STYLE|SCRIPT)%;?\s*/gu, (_, name: keyof typeof parts) => parts[name])
}

export const sha256Of = (page: string): string => createHash('sha256').update(page).digest('hex')

const sourceOf = (inside: string): string => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`

async function scriptOf(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    build: { write: false, target: 'es2023', minify: true, lib: { entry, formats: ['iife'], name: 'verifier' } },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []))
  const [script, ...more] = outputs
  if (script?.type !== 'chunk' || more.length > 0) throw new Error('the verifier is not one script')
  return script.code
}
