/** Returns the filters and the order of a list from its address, sorted by name and without the opened row. */
export function viewQuery(hash: string): string {
  const values = new URLSearchParams(hash.split('?')[1] ?? '')
  values.delete('open')
  values.sort()
  return values.toString()
}
