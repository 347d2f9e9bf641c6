/**
 * What is kept of forms on this tab is one person's. As a session ends it is put away, where no form reads it: who comes back finds it, and nobody
 * else does, a visitor neither. What a visitor types goes on with whoever signs in.
 */
const KEPT = 'rueda.kept.'
const OWNER = 'rueda.keptBy'
/** What was put away, and whose it is. */
const AWAY = 'rueda.away'
/** Of the whole device: who logged out by choice, the newest first. */
const LEFT = 'rueda.left'

/** Whose session it is on this tab; null for a visitor. */
export const keptBy = (): string | null => storage()?.getItem(OWNER) ?? null

/** Keeps for somebody from now on, or for a visitor. */
export function keepFor(userId: string | null): void {
  const before = keptBy()
  if (before === userId) return
  if (before !== null) putAway(before)
  if (userId === null) return
  const { owner, values } = away()
  // What was typed since then is newer.
  if (owner === userId) for (const [name, value] of Object.entries(values)) if (readKept(name) === null) set(KEPT + name, value)
  remove(AWAY)
  set(OWNER, userId)
}

export const readKept = (name: string): string | null => storage()?.getItem(KEPT + name) ?? null

/** Keeps a value of a form that was opened by this person: where the session has ended meanwhile it goes to what was put away. */
export function writeKept(name: string, value: string, openedBy: string | null): void {
  if (openedBy === null || openedBy === keptBy()) set(KEPT + name, value)
  else changeAway(openedBy, { [name]: value })
}

/** Forgets what a form of this person kept, also where its session has ended meanwhile. */
export function forgetKept(name: string, openedBy: string | null): void {
  if (openedBy === null || openedBy === keptBy()) remove(KEPT + name)
  else changeAway(openedBy, { [name]: undefined })
}

/** Forgets what was typed into the forms whose names begin so. */
export const forgetTyped = (form: string): void => keptNames(form).forEach((name) => remove(KEPT + name))

const leftBy = (): readonly string[] => (storage('local')?.getItem(LEFT) ?? '').split(' ')
const MAX_LEFT = 20
/** Says on this device, for every tab, that somebody logged out by choice, or is back. */
export function noteLeft(userId: string, isBack = false): void {
  const others = leftBy().filter((id) => id !== userId)
  set(LEFT, (isBack ? others : [userId, ...others]).slice(0, MAX_LEFT).join(' '), 'local')
}

/** Of whoever logged out by choice nothing is kept: the device may be somebody else's from now on. */
function putAway(owner: string): void {
  const names = keptNames('')
  const values = Object.fromEntries(names.map((name) => [name, readKept(name) ?? '']))
  for (const name of names) remove(KEPT + name)
  remove(OWNER)
  if (leftBy().includes(owner)) remove(AWAY)
  else set(AWAY, JSON.stringify({ owner, values } satisfies Away))
}

type Away = Readonly<{ owner?: string; values: Readonly<Record<string, string>> }>
const away = (): Away => JSON.parse(storage()?.getItem(AWAY) ?? '{"values":{}}') as Away
function changeAway(openedBy: string, changed: Readonly<Record<string, string | undefined>>): void {
  const { owner, values } = away()
  if (owner === openedBy) set(AWAY, JSON.stringify({ owner, values: { ...values, ...changed } }))
}

const keptNames = (begins: string): readonly string[] =>
  Object.keys({ ...storage() }).flatMap((key) => (key.startsWith(KEPT + begins) ? [key.slice(KEPT.length)] : []))

/** Where no room is left nothing is kept of it, and what stood there stays. */
function set(key: string, value: string, kind: StorageKind = 'session'): void {
  try {
    storage(kind)?.setItem(key, value)
  } catch {
    // What is typed still stands in its form.
  }
}
const remove = (key: string): void => storage()?.removeItem(key)

/** None in a browser that forbids keeping anything. */
type StorageKind = 'session' | 'local'
function storage(kind: StorageKind = 'session'): Storage | undefined {
  try {
    return globalThis[`${kind}Storage`]
  } catch {
    return undefined
  }
}
