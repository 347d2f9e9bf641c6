import { languages, localeOf } from '@rueda/text/languages.ts'
import type { Plugin } from 'vite'
import { firstRequests } from '../../apps/web/src/screens/home/first-reads.ts'
import { withThemeData } from './theme-data.ts'

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
      const locales = Object.fromEntries(languages.map((language) => [language, localeOf(language)]))
      return withThemeData(html, 'data-reads', { ...firstRequests, locales })
    },
  },
})
