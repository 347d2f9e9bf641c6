import { famousTickers } from './words.ts'

/**
 * A ticker reads like its name: the first letters and consonants of both words, "Aurora Devices" ARDV. Every
 * candidate is tried in order of likeness, and no famous listing's ticker is ever taken.
 */
export function tickerOf(name: string, taken: ReadonlySet<string>): string {
  const free = freeTickerOf(name, taken)
  if (free === undefined) throw new Error(`no ticker left for ${name}`)
  return free
}

/** The same where another name can be taken instead; undefined when every candidate is. */
export function freeTickerOf(name: string, taken: ReadonlySet<string>): string | undefined {
  const [first = '', second = ''] = name
    .toUpperCase()
    .replaceAll(/[^A-Z ]/g, '')
    .split(' ')
  return candidates(first, second).find((ticker) => !taken.has(ticker) && !famousTickers.has(ticker))
}

function candidates(first: string, second: string): string[] {
  const [a, b] = [skeleton(first), skeleton(second)]
  const pairs = [a.slice(0, 2) + b.slice(0, 2), a.slice(0, 3) + b.slice(0, 1), a.slice(0, 1) + b.slice(0, 3), a.slice(0, 4)]
  const wider = [...a].flatMap((letter, index) =>
    index < 2 ? [] : [a.slice(0, 1) + letter + b.slice(0, 2), a.slice(0, 2) + letter + b.slice(0, 2)],
  )
  return [...pairs, ...wider].filter((ticker) => ticker.length >= 3 && ticker.length <= 5)
}

/** The first letter and the consonants after it. */
const skeleton = (word: string): string => word.slice(0, 1) + word.slice(1).replaceAll(/[AEIOU]/g, '')
