/** What a list is narrowed and ordered by, as it stands in the address: in one order, and without what is open. */
export function viewQuery(hash: string): string {
  const values = new URLSearchParams(hash.split('?')[1] ?? '')
  values.delete('open')
  values.sort()
  return values.toString()
}
