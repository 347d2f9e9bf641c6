import { join } from 'node:path'
import { charactersOf } from '../apps/server/src/features/statements/words.ts'
import { writeFonts } from './fonts/noto.ts'
import { root } from './root.ts'

/**
 * Cuts the fonts of PDF statements to the signs that statements can say, and puts them where the server reads them. To be run when
 * a text has a sign that a font lacks, which a test tells:
 *   node tools/statement-fonts.ts
 */
await writeFonts(join(root, 'apps/server/src/features/statements/fonts'), { targetFormat: 'truetype', ending: 'ttf' }, charactersOf)
