/** A text in parts, each marked if it matches what was typed. Case is ignored; every place is found. */
export type Part = Readonly<{ text: string; match: boolean }>

export function highlighted(text: string, typed: string): readonly Part[] {
  const needle = typed.trim().toLowerCase()
  if (needle === '') return [{ text, match: false }]
  const parts: Part[] = []
  let rest = text
  while (rest !== '') {
    const at = rest.toLowerCase().indexOf(needle)
    if (at < 0) break
    if (at > 0) parts.push({ text: rest.slice(0, at), match: false })
    parts.push({ text: rest.slice(at, at + needle.length), match: true })
    rest = rest.slice(at + needle.length)
  }
  return rest === '' ? parts : [...parts, { text: rest, match: false }]
}
