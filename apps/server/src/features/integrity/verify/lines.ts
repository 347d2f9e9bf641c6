import type { Verification } from './verify.ts'

/** A verification as lines for a terminal: how each check came out, the rows that break it, and the result of all. */
export function linesOf({ checks, entries, accounts, clean }: Verification): readonly string[] {
  const lines = checks.flatMap(({ id, says, repeats, offending, milliseconds }) => {
    const verdict = offending.length === 0 ? 'ok  ' : 'FAIL'
    const also = repeats.length === 0 ? '' : ` (also: ${repeats.join(', ')})`
    return [
      `${verdict} ${id.padEnd(7)} ${says}${also} (${Math.round(milliseconds)} ms)`,
      ...offending.map((row) => `       ${textOf(row)}`),
    ]
  })
  return [...lines, `${entries} entries of ${accounts} accounts: ${clean ? 'every check holds' : 'the books are NOT in order'}`]
}

const textOf = (row: object): string => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
