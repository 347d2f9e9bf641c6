import { join } from 'node:path'
import { appSigns } from './fonts/app-signs.ts'
import { writeFonts } from './fonts/noto.ts'
import { root } from './root.ts'

/**
 * Cuts the fonts that the app brings for scripts that a system may lack to the signs of its texts. A browser fetches one only where
 * nothing else draws a sign. To be run when a text has a sign that a font lacks, which a test tells:
 *   node tools/app-fonts.ts
 */
await writeFonts(join(root, 'packages/ui/src/look/fonts'), { targetFormat: 'woff2', ending: 'woff2' }, appSigns)
