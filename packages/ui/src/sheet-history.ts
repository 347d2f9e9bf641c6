/**
 * An open sheet has an entry in the browser's history, so that "back" closes it. Closing it another way takes the
 * entry out again; that is not instant, so whoever navigates right after a sheet closed waits for it.
 */

type EntryState = Readonly<{ sheet?: number }>

let lastId = 0
let leaving = false
const waiting: (() => void)[] = []

const currentSheet = (): number | undefined => (window.history.state as EntryState | null)?.sheet

export function pushSheetEntry(): number {
  lastId += 1
  window.history.pushState({ ...(window.history.state as EntryState | null), sheet: lastId }, '')
  return lastId
}

export function leaveSheetEntry(id: number): void {
  if (currentSheet() !== id) return
  leaving = true
  window.addEventListener('popstate', finishLeaving, { once: true })
  window.history.back()
}

function finishLeaving(): void {
  leaving = false
  for (const resume of waiting.splice(0)) resume()
}

/** True while a sheet is open: whoever navigates now replaces the sheet's entry instead of stacking on it. */
export const isOnSheetEntry = (): boolean => currentSheet() !== undefined && !leaving

export function afterSheetEntry(resume: () => void): void {
  if (leaving) waiting.push(resume)
  else resume()
}
