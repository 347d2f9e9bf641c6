import { join } from 'node:path'
import { build } from 'vite'
import { root } from './root.ts'

const ENTRY = 'packages/exchange/src/engine-bundle.ts'

/**
 * What draws prices and matches, with all its parameters, as one file that every runtime loads (`docs/rules/proof.md` P.44). The same sources give
 * the same bytes on any machine, and words that only people read are left out: another comment is no other engine.
 */
export async function engineBundle(folder = root): Promise<string> {
  const built = await build({
    configFile: false,
    envDir: false,
    root: folder,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      lib: { entry: join(folder, ENTRY), formats: ['es'], fileName: 'engine' },
      // The names of the sources, as seen from where the build was started, would stand between them.
      rolldownOptions: { experimental: { attachDebugInfo: 'none' }, output: { comments: false } },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []))
  const [file, ...more] = outputs
  if (file?.type !== 'chunk' || more.length > 0 || file.imports.length + file.dynamicImports.length > 0)
    throw new Error('the engine is not one file that stands alone')
  return file.code
}
