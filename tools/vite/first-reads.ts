import { languages, localeOf } from '@rueda/text/languages.ts'
import type { Plugin } from 'vite'
import { firstRequests } from '../../apps/web/src/screens/home/first-reads.ts'

const THEME = '<script src="./theme.js"'

/**
 * Names to `theme.js` the requests of home's first reads, for a visitor and for a customer, and each language as requests name it: it makes them
 * while the app is on its way, which takes the responses once it runs.
 */
export const firstReads = (): Plugin => ({
  name: 'first-reads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      if (!html.includes(THEME)) throw new Error('there is no place to name what home reads first')
      const locales = Object.fromEntries(languages.map((language) => [language, localeOf(language)]))
      const reads = JSON.stringify({ ...firstRequests, locales }).replaceAll('&', '&amp;')
      return html.replace(THEME, `${THEME} data-reads='${reads}'`)
    },
  },
})
