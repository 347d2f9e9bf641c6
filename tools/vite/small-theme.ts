import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, minify } from 'vite'

const THEME = 'theme.js'

/** Everybody waits for `theme.js`, which is copied as it stands: its comments stay at home. */
export const smallTheme = (): Plugin => ({
  name: 'small-theme',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const path = join(dir, THEME)
    const { code, errors } = await minify(THEME, readFileSync(path, 'utf8'))
    if (errors.length > 0) throw new Error(`${THEME} could not be made smaller: ${errors[0]?.message ?? ''}`)
    writeFileSync(path, code)
  },
})
