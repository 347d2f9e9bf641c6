import { formatScaled } from '../decimal.ts'
import { formatMinor } from '../money.ts'
import type { Derivation, Part, Sign } from './derivation.ts'

/** A figure or one of its parts as it is told, in decimal text. */
export type Line = Readonly<{ depth: number; sign: Sign; value: string }> & Omit<Derivation, 'value' | 'parts'>

/** A figure, its parts, each directly before its own, down to what is only read. */
export const linesOf = (derivation: Derivation): Line[] => linesAt({ ...derivation, sign: 'plus' }, 0)

const linesAt = ({ parts, value, ...part }: Part, depth: number): Line[] => [
  { ...part, depth, value: part.unit === 'money' && part.currency !== null ? formatMinor(value, part.currency) : formatScaled(value) },
  ...parts.flatMap((each) => linesAt(each, depth + 1)),
]
