import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, run, tool, withProgress } from './run.ts'
import { root } from './root.ts'

/** Numbers of a check: one for a check that passes or fails as a whole. */
export type Count = Readonly<{ passed: number; failed: number }>
/** What a check found: `failures` are what is said once more at the end, `output` is all that it said. */
export type Finding = Count & Readonly<{ failures: readonly string[]; output: string; ms: number }>
export type Check = Readonly<{ name: string; run: () => Promise<Finding> }>

// Two checks run at once, so each is told to use one core: a checker of types works out for itself what it needs, and four of them on two
// cores took two and a half times the processor's time of one.
const ONE_CHECKER = ['--checkers', '1']
const ONE_CORE = { env: { GOMAXPROCS: '1' } }

const PACKAGES = [
  'packages/rules',
  'packages/exchange',
  'packages/contract',
  'packages/proof',
  'packages/ui',
  'apps/server',
  'apps/web',
  'apps/console',
  'apps/witness',
  '.',
]

export const types: readonly Check[] = PACKAGES.filter((folder) => existsSync(join(root, folder, 'tsconfig.json'))).map((folder) =>
  whole(folder === '.' ? 'types of tests and tools' : `types of ${folder}`, () => run(tool('tsc'), ['--project', folder, ...ONE_CHECKER])),
)
export const lint = whole('lint', () => run(tool('oxlint'), [], ONE_CORE))
export const format = whole('format', () => run(tool('oxfmt'), ['--check', '.']))
export const deadCode = whole('dead code', () => run(tool('knip'), ['--no-config-hints']))
export const arrows = whole('arrows between packages', () =>
  run(tool('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'packages', 'apps']),
)

/** A check that passes or fails as a whole. */
export function whole(name: string, check: () => Promise<Outcome>): Check {
  return {
    name,
    run: async () => {
      const { code, output, ms } = await check()
      const isSound = code === 0
      return { passed: isSound ? 1 : 0, failed: isSound ? 0 : 1, failures: isSound ? [] : [`✗ ${name}`], output, ms }
    },
  }
}

/** Programs at once; most of them use one core. */
const AT_ONCE = 2

/**
 * Runs groups of checks one after the other, those of a group two at a time, shows what the failing ones say, and adds them up. At the end
 * it says again what failed.
 */
export async function runChecks(groups: readonly (readonly Check[])[]): Promise<Count> {
  const findings: Finding[] = []
  for (const group of groups) {
    const waiting = [...group]
    const work = async (): Promise<void> => {
      for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) findings.push(await runCheck(check))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  const failures = findings.flatMap((finding) => finding.failures)
  if (failures.length > 0) console.log(['', 'Failed:', ...failures, ''].join('\n'))
  return {
    passed: findings.reduce((sum, { passed }) => sum + passed, 0),
    failed: findings.reduce((sum, { failed }) => sum + failed, 0),
  }
}

async function runCheck(check: Check): Promise<Finding> {
  const finding = await withProgress(check.name, check.run)
  const { passed, failed, output, ms } = finding
  if (failed > 0) console.log(output.trimEnd())
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${check.name}${passed + failed > 1 ? `: ${passed} passed, ${failed} failed` : ''} (${(ms / 1000).toFixed(1)} s)`,
  )
  return finding
}
