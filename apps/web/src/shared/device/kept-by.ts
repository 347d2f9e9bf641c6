/** What is kept of forms on this tab is one person's: somebody else who signs in on it finds none of it. */
export const KEPT = 'rueda.kept.'
const OWNER = 'rueda.keptBy'

/** Whose it is; null before the first sign-in on this tab. */
export const keptBy = (): string | null => sessionStorage.getItem(OWNER)

export function keepFor(userId: string): void {
  if ((keptBy() ?? userId) !== userId) forget(KEPT)
  sessionStorage.setItem(OWNER, userId)
}

/** Forgets what was typed into the forms whose names begin so. */
export const forgetTyped = (form: string): void => forget(`${KEPT}${form}`)

function forget(start: string): void {
  for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(start))) sessionStorage.removeItem(key)
}
