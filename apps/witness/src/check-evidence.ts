import { judgeFile } from '@rueda/proof/judge-file.ts'
import { readCheckOptions } from './check/options.ts'
import { inWords, kindInWords } from './check/words.ts'
import { Stopped } from './stopped.ts'

/**
 * `npm run check-evidence -- <file>`: judges a file that a house or its app handed out, without any server. Ends with 0 where it proves something
 * and nothing speaks against it, with 1 where something does not hold, and with 2 where it could not be looked at.
 */
const HOLDS = 0
const FAILS = 1
const UNKNOWN = 2
const MARKS = { proves: '✓', fails: '✗', open: '·' } as const

try {
  const { content, trusted, language } = readCheckOptions(process.argv.slice(2))
  const { kind, holds, findings } = judgeFile(content, trusted)
  console.log(`\n  ${kindInWords(kind, language)}\n`)
  for (const finding of findings) console.log(`  ${MARKS[finding.tone]} ${inWords(finding, language)}`)
  console.log('')
  process.exitCode = holds ? HOLDS : FAILS
} catch (error) {
  if (!(error instanceof Stopped)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exitCode = UNKNOWN
}
