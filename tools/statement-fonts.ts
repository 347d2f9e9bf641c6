import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '../packages/contract/src/codes.ts'
import { charactersOf } from '../apps/server/src/features/statements/words.ts'
import { root } from './root.ts'

/**
 * Cuts the fonts of PDF statements to the signs that statements can say, and puts them where the server reads them. To be run when
 * a text has a sign that a font lacks, which a test tells:
 *   node tools/statement-fonts.ts
 * The sources (SIL Open Font License) and the cutter are fetched at these versions into a folder that is thrown away.
 */
const CUTTER = { name: 'subset-font', version: '2.9.0' }
const WEIGHTS = { 400: '400Regular', 700: '700Bold' } as const
const sources: readonly (readonly [language: Language, name: string, family: string, version: string])[] = [
  ['hi', 'noto-sans-devanagari', 'NotoSansDevanagari', '0.4.1'],
  ['ja', 'noto-sans-jp', 'NotoSansJP', '0.4.3'],
  ['th', 'noto-sans-thai', 'NotoSansThai', '0.4.2'],
  ['zh-CN', 'noto-sans-sc', 'NotoSansSC', '0.4.3'],
  ['zh-TW', 'noto-sans-tc', 'NotoSansTC', '0.4.3'],
]

const target = join(root, 'apps/server/src/features/statements/fonts')
const folder = mkdtempSync(join(tmpdir(), 'rueda-fonts-'))
try {
  writeFileSync(join(folder, 'package.json'), '{}')
  const packages = sources.map(([, name, , version]) => `@expo-google-fonts/${name}@${version}`)
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages, `${CUTTER.name}@${CUTTER.version}`], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the fonts could not be fetched')
  const require = createRequire(join(folder, 'package.json'))
  const cut = require(CUTTER.name) as (font: Buffer, text: string, options: { targetFormat: 'truetype' }) => Promise<Buffer>
  for (const [language, name, family] of sources) {
    const from = join(folder, 'node_modules/@expo-google-fonts', name)
    for (const [weight, style] of Object.entries(WEIGHTS)) {
      const font = await cut(readFileSync(join(from, style, `${family}_${style}.ttf`)), charactersOf(language), {
        targetFormat: 'truetype',
      })
      writeFileSync(join(target, `${language}-${weight}.ttf`), font)
      console.log(`${language}-${weight}.ttf: ${font.length} bytes`)
    }
    copyFileSync(join(from, 'LICENSE_FONT'), join(target, `${language}-licence.txt`))
  }
} finally {
  rmSync(folder, { recursive: true })
}
