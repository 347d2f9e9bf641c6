import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A package that the app or the server is made of, as its own files say. */
export type ThirdParty = Readonly<{ name: string; version: string; licence: string; text: string | null }>

type Locked = Readonly<{ version?: string; license?: string; dev?: boolean; link?: boolean }>

const FOLDER = 'node_modules/'
const LICENCE_FILE = /^(licen[cs]e|copying)([-.].*)?$/iu

/**
 * Every package of the lock file that the app or the server is made of, with the text of its licence, by name. What only tests and checks use
 * is left out. A package for another system than this is named without its text, which lies in its own files only.
 */
export function thirdParties(root: string): readonly ThirdParty[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Readonly<Record<string, Locked>> }
  const found = new Map<string, ThirdParty>()
  for (const [path, { version = '', license = '', dev = false, link = false }] of Object.entries(packages)) {
    if (!path.includes(FOLDER) || dev || link) continue
    const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)
    const text = licenceIn(join(root, path))
    // A package that names none says it in the first line of the text.
    const licence = license === '' ? (text?.split('\n')[0] ?? '') : license
    // The same package in two places is named once, with its text where one of them has it.
    if (text !== null || !found.has(`${name} ${version}`)) found.set(`${name} ${version}`, { name, version, licence, text })
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}

function licenceIn(folder: string): string | null {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => LICENCE_FILE.test(name)) : []
  return files.length === 0 ? null : files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
}
