/**
 * What is kept of forms on this tab is one person's. As a session ends it is put away, where no form reads it: who comes back finds it, and nobody
 * else does, a visitor neither. What a visitor types goes on with whoever signs in.
 */
const KEPT = 'rueda.kept.'
const AWAY = 'rueda.away.'
const OWNER = 'rueda.keptBy'
const AWAY_OWNER = 'rueda.awayOf'
const LEFT = 'rueda.left'

/** Whose session it is on this tab; null for a visitor. */
export const keptBy = (): string | null => storage()?.getItem(OWNER) ?? null

/** Keeps for somebody from now on, or for a visitor. */
export function keepFor(userId: string | null): void {
  const before = keptBy()
  if (before === userId) return
  if (before !== null) putAway(before)
  if (userId === null) return
  takeBack(userId)
  storage()?.setItem(OWNER, userId)
}

export const readKept = (name: string): string | null => storage()?.getItem(`${KEPT}${name}`) ?? null

/** Keeps a value of a form that was opened by this person: where the session has ended meanwhile it goes to what was put away. */
export function writeKept(name: string, value: string, openedBy: string | null): void {
  if (openedBy === null || openedBy === keptBy()) storage()?.setItem(`${KEPT}${name}`, value)
  else if (openedBy === storage()?.getItem(AWAY_OWNER)) storage()?.setItem(`${AWAY}${name}`, value)
}

/** Forgets what a form of this person kept, also where its session has ended meanwhile. */
export function forgetKept(name: string, openedBy: string | null = null): void {
  storage()?.removeItem(`${KEPT}${name}`)
  if (openedBy !== null && openedBy === storage()?.getItem(AWAY_OWNER)) storage()?.removeItem(`${AWAY}${name}`)
}

/** Forgets what was typed into the forms whose names begin so. */
export const forgetTyped = (form: string): void => valuesOf(KEPT + form).forEach(([name]) => forgetKept(form + name))

/** Says on this device, for every tab, who logged out by choice; null once somebody signs in. */
export function noteLeft(userId: string | null): void {
  if (userId === null) storage('local')?.removeItem(LEFT)
  else storage('local')?.setItem(LEFT, userId)
}

function forgetAway(): void {
  for (const [name] of valuesOf(AWAY)) storage()?.removeItem(AWAY + name)
  storage()?.removeItem(AWAY_OWNER)
}

/** Of whoever logged out by choice nothing is kept: the device may be somebody else's from now on. */
function putAway(owner: string): void {
  forgetAway()
  const hasLeft = storage('local')?.getItem(LEFT) === owner
  for (const [name, value] of valuesOf(KEPT)) {
    if (!hasLeft) storage()?.setItem(AWAY + name, value)
    forgetKept(name)
  }
  if (!hasLeft) storage()?.setItem(AWAY_OWNER, owner)
  storage()?.removeItem(OWNER)
}

/** What was typed since then is newer. */
function takeBack(userId: string): void {
  if (storage()?.getItem(AWAY_OWNER) === userId)
    for (const [name, value] of valuesOf(AWAY)) if (readKept(name) === null) storage()?.setItem(KEPT + name, value)
  forgetAway()
}

/** Names behind the beginning, with their values. */
function valuesOf(begins: string): readonly (readonly [name: string, value: string])[] {
  return Object.entries({ ...storage() }).flatMap(([key, value]) =>
    key.startsWith(begins) && typeof value === 'string' ? [[key.slice(begins.length), value] as const] : [],
  )
}

/** None in a browser that forbids keeping anything. */
function storage(kind: 'session' | 'local' = 'session'): Storage | null {
  try {
    return globalThis[`${kind}Storage`] ?? null
  } catch {
    return null
  }
}
