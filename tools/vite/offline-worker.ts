import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Files whose names stay from build to build, and what lies beside them without being part of a page. */
const OF_THE_FIRST_PAGE = ['theme.js', 'icon.svg', 'manifest.webmanifest']
const NAME = 'service-worker.js'

/**
 * Writes the service worker: the code of `source` under the lists of this build's files. Its bytes differ from one build to the next, which is
 * how a browser learns of a new one.
 */
export function offlineWorker(source: string): Plugin {
  let publicFolder = ''
  return {
    name: 'offline-worker',
    apply: 'build',
    configResolved(config) {
      publicFolder = config.publicDir
    },
    generateBundle(_, bundle) {
      const missing = OF_THE_FIRST_PAGE.filter((name) => !readdirSync(publicFolder).includes(name))
      if (missing.length > 0) this.error(`the first page wants files that are not there: ${missing.join(', ')}`)
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const started = new Set<string>()
      const start = (name: string): void => {
        if (started.has(name)) return
        started.add(name)
        for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) start(imported)
      }
      for (const { isEntry, fileName } of chunks) if (isEntry) start(fileName)
      const styles = Object.keys(bundle).filter((name) => /^assets\/index-.*\.css$/u.test(name))
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const shell = [...started, ...styles, ...OF_THE_FIRST_PAGE].toSorted()
      const files = [...assets, ...OF_THE_FIRST_PAGE].toSorted()
      const kept = OF_THE_FIRST_PAGE.map((name) => readFileSync(join(publicFolder, name), 'utf8'))
      const build = createHash('sha256')
        .update(JSON.stringify([files, kept]))
        .digest('hex')
        .slice(0, 16)
      const lists = Object.entries({ BUILD: build, SHELL: shell, FILES: files })
        .map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
        .join('')
      this.emitFile({ type: 'asset', fileName: NAME, source: lists + stripTypeScriptTypes(readFileSync(source, 'utf8')) })
    },
  }
}
