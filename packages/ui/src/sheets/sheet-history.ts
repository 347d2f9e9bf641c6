/**
 * An open sheet has an entry in the browser's history, so that "back" closes it. Closing it another way takes the
 * entry out again; that is not instant, so whoever navigates right after a sheet closed waits for it.
 */

const LEAVE_WITHIN_MS = 1_000

type EntryState = Readonly<{ sheet?: number }>

let lastId = 0
let leaving = false
let patience: ReturnType<typeof setTimeout> | undefined
const waiting: (() => void)[] = []
const wanted = new Set<number>()

const currentSheet = (): number | undefined => (window.history.state as EntryState | null)?.sheet

/** One sheet may open while another is leaving: its entry comes when the other's has gone. */
export function pushSheetEntry(): number {
  lastId += 1
  const id = lastId
  wanted.add(id)
  afterSheetEntry(() => {
    if (wanted.delete(id)) window.history.pushState({ ...(window.history.state as EntryState | null), sheet: id }, '')
  })
  return id
}

/** True when this sheet's entry is the newest one, or still to come. */
export const isAtSheetEntry = (id: number): boolean => wanted.has(id) || currentSheet() === id

export function leaveSheetEntry(id: number): void {
  if (wanted.delete(id) || currentSheet() !== id) return
  leaving = true
  window.addEventListener('popstate', finishLeaving)
  // A way back that another navigation overtook never reports its end, and every link would wait for it.
  patience = setTimeout(finishLeaving, LEAVE_WITHIN_MS)
  window.history.back()
}

function finishLeaving(): void {
  clearTimeout(patience)
  window.removeEventListener('popstate', finishLeaving)
  leaving = false
  for (const resume of waiting.splice(0)) resume()
}

/** True while a sheet is open: whoever navigates now replaces the sheet's entry instead of stacking on it. */
export const isOnSheetEntry = (): boolean => currentSheet() !== undefined && !leaving

export function afterSheetEntry(resume: () => void): void {
  if (leaving) waiting.push(resume)
  else resume()
}
