import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { useGo } from '../../shared/pages/go.ts'
import { useShortcut } from '../../shared/pages/shortcuts.ts'
import { ticketPathOf, ticketQuery } from '../../shared/quotes/instrument.ts'

/** On a quote that can be ordered, `b` opens the ticket to buy and `s` to sell. */
export function useTicketKeys(quote: Quote): void {
  const go = useGo()
  useShortcut('b', () => go(ticketPathOf(quote), ticketQuery(quote, 'buy')))
  useShortcut('s', () => go(ticketPathOf(quote), ticketQuery(quote, 'sell')))
}
