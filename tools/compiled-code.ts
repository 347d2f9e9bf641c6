import { join } from 'node:path'
import { root } from './root.ts'

/**
 * Keeps what this process and those it starts compile, as every `npm` command does: otherwise each thread of a market works the code out anew,
 * which takes longer than most tests.
 */
export function keepCompiledCode(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(root, '.cache', 'compiled')
}
