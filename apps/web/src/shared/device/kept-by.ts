/** What is kept of forms on this tab is one person's: somebody else who signs in on it finds none of it. */
export const KEPT = 'rueda.kept.'
const OWNER = 'rueda.keptBy'

export function keepFor(userId: string): void {
  if ((sessionStorage.getItem(OWNER) ?? userId) !== userId) forgetAll()
  sessionStorage.setItem(OWNER, userId)
}

function forgetAll(): void {
  for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(KEPT))) sessionStorage.removeItem(key)
}
