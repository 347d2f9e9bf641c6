/**
 * Reads a request body. JSON.parse alone would take the last of two equal keys, make prototype keys into
 * properties and round long numbers without a word; a body that means two things is refused instead.
 */
const DEEPEST_NESTING = 20
const MAX_KEYS = 1_000
/** More significant digits than this do not survive a double. */
const EXACT_DIGITS = 15
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

export type StrictJson = Readonly<{ ok: true; value: unknown }> | Readonly<{ ok: false; field: string }>

export const BODY_FIELD = 'body'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function readJson(bytes: Uint8Array): StrictJson {
  try {
    const source = utf8.decode(bytes)
    const value: unknown = JSON.parse(source)
    const field = ambiguousField(source)
    return field === null ? { ok: true, value } : { ok: false, field }
  } catch {
    return { ok: false, field: BODY_FIELD }
  }
}

type Level = { keys: Set<string> | null; key: string }

const STRING = /"(?:[^"\\]|\\.)*"/uy
const NUMBER = /-?[0-9.eE+-]+/uy

/** The name of the field that makes a well-formed document ambiguous, or null. */
function ambiguousField(source: string): string | null {
  const levels: Level[] = []
  let keys = 0
  let keyComesNext = false
  let position = 0
  while (position < source.length) {
    const character = source[position] ?? ''
    const level = levels.at(-1)
    if (character === '"') {
      const text = tokenAt(STRING, source, position)
      position += text.length
      if (level?.keys && keyComesNext) {
        level.key = JSON.parse(text) as string
        keys += 1
        if (level.keys.has(level.key) || FORBIDDEN_KEYS.has(level.key) || keys > MAX_KEYS) return level.key
        level.keys.add(level.key)
        keyComesNext = false
      }
      continue
    }
    if (character === '-' || (character >= '0' && character <= '9')) {
      const text = tokenAt(NUMBER, source, position)
      if (!isExact(text)) return level?.key ?? BODY_FIELD
      position += text.length
      continue
    }
    if (character === '{' || character === '[') {
      levels.push({ keys: character === '{' ? new Set() : null, key: level?.key ?? BODY_FIELD })
      if (levels.length > DEEPEST_NESTING) return level?.key ?? BODY_FIELD
      keyComesNext = character === '{'
    } else if (character === '}' || character === ']') {
      levels.pop()
    } else if (character === ',') {
      keyComesNext = level?.keys !== null
    }
    position += 1
  }
  return null
}

function tokenAt(pattern: RegExp, source: string, position: number): string {
  pattern.lastIndex = position
  return pattern.exec(source)?.[0] ?? source[position] ?? ''
}

const isExact = (number: string): boolean =>
  number
    .replace(/[eE].*$/u, '')
    .replace(/\D/gu, '')
    .replace(/^0+/u, '').length <= EXACT_DIGITS
