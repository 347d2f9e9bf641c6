import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { isTitled, rowsOf } from './specification.ts'

/**
 * The points that the screens are accepted by (`docs/rules/screen-checks.md` 7), each with what proves it (`docs/specification/acceptance.tsv`): a
 * test by file and title, pictures of the gallery that an eye has to judge, or what is open, in words. A point may have several of them.
 */
const CHECKLIST = 'docs/rules/screen-checks.md'

export type Evidence =
  | Readonly<{ kind: 'test'; file: string; title: string; about: string }>
  | Readonly<{ kind: 'eye'; states: readonly string[]; about: string }>
  | Readonly<{ kind: 'open'; about: string }>
export type Point = Readonly<{ number: number; text: string; evidence: readonly Evidence[] }>

export function points(): readonly Point[] {
  const rows = rowsOf('acceptance.tsv')
  return checklist().map(({ number, text }) => ({
    number,
    text,
    evidence: rows.filter(([point]) => point === String(number)).map(evidenceOf),
  }))
}

/** Rows of the table that belong to no point. */
export const strayRows = (): readonly string[] => {
  const numbers = new Set(checklist().map(({ number }) => String(number)))
  return rowsOf('acceptance.tsv').flatMap(([point = '']) => (numbers.has(point) ? [] : [point]))
}

/** True where the test is there under its title, or the gallery has the pictures. */
export function isThere(evidence: Evidence, pictured: ReadonlySet<string>): boolean {
  if (evidence.kind === 'test') return isTitled(evidence)
  if (evidence.kind === 'eye') return evidence.states.length > 0 && evidence.states.every((state) => pictured.has(state))
  return evidence.about !== ''
}

function evidenceOf([, kind = '', place = '', title = '', about = '']: readonly string[]): Evidence {
  if (kind === 'test') return { kind, file: place, title, about }
  if (kind === 'eye') return { kind, states: place.split(' ').filter((state) => state !== ''), about: title }
  if (kind === 'open') return { kind, about: title }
  throw new Error(`acceptance.tsv says "${kind}", which is none of test, eye and open`)
}

/** The points as the checklist has them, each on one line. */
function checklist(): readonly Readonly<{ number: number; text: string }>[] {
  const text = readFileSync(join(root, CHECKLIST), 'utf8').replaceAll(/\n {4}/gu, ' ')
  return [...text.matchAll(/^(\d+)\. \[[SIAN]\] (.*)$/gmu)].map(([, number = '', point = '']) => ({ number: Number(number), text: point }))
}
