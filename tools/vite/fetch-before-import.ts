import type { Plugin } from 'vite'
import { BUILD_GONE } from '../../packages/ui/src/loading/patiently.ts'

const PRELOAD_HELPER = '\0vite/preload-helper.js'

/**
 * Fetches the files of a screen before it imports them. A browser remembers for the life of the page that a module could
 * not be imported, so a screen first opened without a connection would stay dead until a reload; a failed fetch is simply
 * tried again. The import then finds the files in the browser's cache.
 */
export const fetchBeforeImport = (): Plugin => ({
  name: 'fetch-before-import',
  apply: 'build',
  enforce: 'pre',
  // The bundler's own list leaves out a file that needs no others.
  config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: (file, others) => [...new Set([file, ...others])] } } }),
  load: (id) => (id === PRELOAD_HELPER ? helper : null),
})

/**
 * Stands in for the bundler's preloading, which is called in place of every dynamic import with the addresses of its files.
 * A server that does not have a file any more has another build of the app, which only loading the app anew brings.
 */
const helper = `
// What the first page names itself is there already.
const present = document.querySelectorAll('link[rel=modulepreload], link[rel=stylesheet]')
const fetched = new Map([...present].map(({ href }) => [href, Promise.resolve()]))
async function fetchFile(url) {
  const answer = await fetch(url, { credentials: 'same-origin' })
  if (!answer.ok) {
    const error = new TypeError('Failed to fetch the module ' + url + ': ' + answer.status)
    if (answer.status === 404) error.name = '${BUILD_GONE}'
    throw error
  }
  await answer.arrayBuffer()
}
function once(url) {
  const known = fetched.get(url)
  if (known !== undefined) return known
  const fetching = fetchFile(url)
  fetched.set(url, fetching)
  fetching.catch(() => fetched.delete(url))
  return fetching
}
export async function __vitePreload(load, files, importer) {
  await Promise.all((files ?? []).map((file) => once(new URL(file, importer).href)))
  return load()
}
`
