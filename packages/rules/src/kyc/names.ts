/** A possible name: letters of any script, and the few signs between them. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’´.\- ]*$/u
const SAME_SIGN = /^(.)\1{2,}$/u
/** Placeholders typed where a name is required. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'TEST',
  'TESTING',
  'PRUEBA',
  'ASDF',
  'ASDFG',
  'QWERTY',
  'NOMBRE',
  'APELLIDO',
  'NAME',
  'NULL',
  'NONE',
  'ANONYMOUS',
  'ANONIMO',
])

export const isName = (name: string): boolean => NAME.test(name.trim())

/** True for a text that is probably no name; a person decides then. */
export function isStrangeName(name: string): boolean {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().trim()
  return PLACEHOLDERS.has(plain) || SAME_SIGN.test(plain.replaceAll(/\P{L}/gu, ''))
}
