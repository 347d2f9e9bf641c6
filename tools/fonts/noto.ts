import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '../../packages/contract/src/codes.ts'

/** Noto's fonts (SIL Open Font License) and the cutter are fetched at these versions into a folder that is thrown away. */
const CUTTER = { name: 'subset-font', version: '2.9.0' }
export const WEIGHTS = { 400: '400Regular', 700: '700Bold' } as const
const sources = {
  'hi': ['noto-sans-devanagari', 'NotoSansDevanagari', '0.4.1'],
  'ja': ['noto-sans-jp', 'NotoSansJP', '0.4.3'],
  'th': ['noto-sans-thai', 'NotoSansThai', '0.4.2'],
  'zh-CN': ['noto-sans-sc', 'NotoSansSC', '0.4.3'],
  'zh-TW': ['noto-sans-tc', 'NotoSansTC', '0.4.3'],
} as const satisfies Partial<Readonly<Record<Language, readonly [name: string, family: string, version: string]>>>

/** Languages whose script no font of ours draws beside Noto's. */
export type ScriptLanguage = keyof typeof sources
export const scriptLanguages = Object.keys(sources) as ScriptLanguage[]

type Format = Readonly<{ targetFormat: 'truetype' | 'woff2'; ending: 'ttf' | 'woff2' }>
type Cut = (font: Buffer, text: string, options: Pick<Format, 'targetFormat'>) => Promise<Buffer>

/** Writes each language's fonts into a folder, cut to the signs that are given, with their licence beside them. */
export async function writeFonts(target: string, format: Format, signsOf: (language: ScriptLanguage) => string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rueda-fonts-'))
  mkdirSync(target, { recursive: true })
  try {
    writeFileSync(join(folder, 'package.json'), '{}')
    const packages = Object.values(sources).map(([name, , version]) => `@expo-google-fonts/${name}@${version}`)
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages, `${CUTTER.name}@${CUTTER.version}`], {
      cwd: folder,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error('the fonts could not be fetched')
    const cut = createRequire(join(folder, 'package.json'))(CUTTER.name) as Cut
    for (const language of scriptLanguages) {
      const [name, family] = sources[language]
      const from = join(folder, 'node_modules/@expo-google-fonts', name)
      for (const [weight, style] of Object.entries(WEIGHTS)) {
        const file = `${language}-${weight}.${format.ending}`
        const font = await cut(readFileSync(join(from, style, `${family}_${style}.ttf`)), signsOf(language), format)
        writeFileSync(join(target, file), font)
        console.log(`${file}: ${font.length} bytes`)
      }
      copyFileSync(join(from, 'LICENSE_FONT'), join(target, `${language}-licence.txt`))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
