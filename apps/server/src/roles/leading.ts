/**
 * Throws where this core may not lead any more, so that what it was asked stays unanswered: one that stood still hears on waking what its successor has
 * answered since.
 */
export function expectLeading(isLeading: () => boolean): void {
  if (!isLeading()) throw new Error('this core may not be the one that leads')
}
