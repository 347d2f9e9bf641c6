/** An e-mail address as the screen shows it: the first letter and the domain. */
export function maskEmail(email: string): string {
  if (email === '') return ''
  const at = email.lastIndexOf('@')
  const first = [...email][0] ?? ''
  return at <= 0 ? `${first}•••` : `${first}•••${email.slice(at)}`
}

/** Two letters for the round picture. */
export function initialsOf(nickname: string, email: string): string {
  const words = (nickname.trim() === '' ? (email.split('@')[0] ?? '') : nickname).split(/[\s._-]+/u).filter((word) => word !== '')
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0] ?? '') : [...(words[0] ?? '')].slice(0, 2)
  return letters.join('').toLocaleUpperCase()
}
