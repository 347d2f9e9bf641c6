/** What is kept of forms on this tab is one person's: somebody else who signs in on it finds none of it. */
export const KEPT = 'rueda.kept.'
const OWNER = 'rueda.keptBy'

export function keepFor(userId: string): void {
  const owner = sessionStorage.getItem(OWNER)
  if (owner !== null && owner !== userId)
    for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(KEPT))) sessionStorage.removeItem(key)
  sessionStorage.setItem(OWNER, userId)
}
