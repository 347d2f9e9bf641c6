/**
 * Throws where this core may not lead any more, or this process not write its accounts, so that what it was asked stays unanswered: one that stood
 * still hears on waking what its successor has answered since.
 */
export function expectLeading(isLeading: () => boolean): void {
  if (!isLeading()) throw new Error('another process may have taken over from this one')
}
