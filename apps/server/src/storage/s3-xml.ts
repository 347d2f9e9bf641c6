/**
 * Values of the few answers that S3 gives as XML. They are keys that are asked for encoded as in an address, moments, and names that the store made up, so
 * there is nothing in them but text between two tags and the five signs that XML writes in another way.
 */
export function valueIn(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`, 'u').exec(xml)?.[1]
  return found === undefined ? null : plain(found)
}

/** What is between the tags of this name, each time they come. */
export const partsOf = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gsu'))].map(([, part = '']) => part)

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(lt|gt|quot|apos|amp));/giu, (_, hex?: string, decimal?: string, sign?: string) =>
    sign === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : (SIGNS[sign.toLowerCase()] ?? ''),
  )

/** Text as it may stand between tags. */
export const written = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
