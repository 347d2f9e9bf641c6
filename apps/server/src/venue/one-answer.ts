import type { VenueClient } from './client.ts'

/**
 * The venue with the prices and rates of the first time each of them was asked for. Figures that stand beside each other and are worked out
 * from several reads, such as a total and what today brought of it, agree only if none of them has a newer price than the others.
 */
export function withOneAnswer(venue: VenueClient): VenueClient {
  const quoteOf = once(venue.quote, (instrumentId) => instrumentId)
  const midOf = once(venue.fxMid, ({ base, quote }) => `${base}${quote}`)
  return { ...venue, quote: quoteOf, fxMid: midOf }
}

function once<Asked, Answer>(ask: (asked: Asked) => Answer, keyOf: (asked: Asked) => string): (asked: Asked) => Answer {
  const answers = new Map<string, Answer>()
  return (asked) => {
    const key = keyOf(asked)
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = ask(asked)
    answers.set(key, answer)
    return answer
  }
}
