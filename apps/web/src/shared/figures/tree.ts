import type { DerivationLine } from '@rueda/contract/derivation.ts'

/** A line of a derivation with the lines that it is made of. */
export type FigureNode = Readonly<{ line: DerivationLine; parts: readonly FigureNode[] }>

/** The lines as a tree: each stands directly before its own parts. Null where there is no line. */
export function treeOf(lines: readonly DerivationLine[]): FigureNode | null {
  const [first, ...rest] = lines
  if (first === undefined) return null
  const parts: FigureNode[] = []
  for (let at = 0; at < rest.length;) {
    const next = rest.findIndex(({ depth }, index) => index > at && depth <= first.depth + 1)
    const end = next === -1 ? rest.length : next
    const part = treeOf(rest.slice(at, end))
    if (part !== null) parts.push(part)
    at = end
  }
  return { line: first, parts }
}
