import type { Plugin } from 'vite'
import { withThemeData } from './theme-data.ts'

const WORDS = /\/text\/words\/([\w-]+)\.ts$/u

/**
 * Tells `theme.js`, which knows the language of the device before anything else does, where the words of the first screen are: it has them
 * fetched beside the app, which would ask for them only once it runs itself.
 */
export const firstWords = (): Plugin => ({
  name: 'first-words',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds.flatMap((id) => (WORDS.test(id) ? [[WORDS.exec(id)?.[1], `./${file.fileName}`]] : [])) : [],
      )
      if (files.length === 0) throw new Error('the words of the first screen are not there')
      return withThemeData(html, 'data-words', Object.fromEntries(files))
    },
  },
})
