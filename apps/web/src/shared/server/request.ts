import type { Endpoint } from '@rueda/contract/endpoint.ts'

/** What is sent to an endpoint: where to, and the body of what is no GET. Values of the path stand in no other place, those not given in none. */
export type Asked = Readonly<{ address: string; body: string | null }>

export function askedOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, input: Readonly<Record<string, unknown>>): Asked {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (method !== 'GET') return { address: `/web${filled}`, body: JSON.stringify(rest) }
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return { address: `/web${filled}${search === '' ? '' : `?${search}`}`, body: null }
}
