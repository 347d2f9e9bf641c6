import { UiProvider, useUi } from '@rueda/ui/provider/context.tsx'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { detailOf, quoteOf } from '../../testing/samples.ts'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { ExitFields } from './ExitFields.tsx'
import { QuoteSubtitle } from './TicketHeader.tsx'
import { useText } from '../../shared/text/text.ts'
import { faultText } from './fault-text.ts'
import { type Rules, draftOf } from './ticket.ts'
import type { Ticket } from './use-ticket.ts'

afterEach(leave)

function Subtitle({ offline }: { offline: boolean }) {
  return (
    <UiProvider value={{ ...useUi(), offline }}>
      <QuoteSubtitle quote={quoteOf('US', 'ARDV')} />
    </UiProvider>
  )
}

it.each([
  [false, 1],
  [true, 0],
])('the dot of an open market is there while somebody can know it: offline %s', async (offline, dots) => {
  await visit(() => <Subtitle offline={offline} />, { at: '', answers: [] })
  expect(screen.queryAllByRole('img')).toHaveLength(dots)
})

function Exits() {
  const [draft, setDraft] = useState(draftOf({ side: 'buy', price: '', quantity: '10', timeInForce: 'DAY' }))
  const ticket = {
    ...{ draft, detail: detailOf('US', 'ARDV'), quote: quoteOf('US', 'ARDV'), fault: null, preview: null },
    rules: { ticks: [{ from: '0', tick: '0.01' }], bands: null },
    change: (changes: object) => setDraft({ ...draft, ...changes }),
  } as unknown as Ticket
  return <ExitFields ticket={ticket} field={null} />
}

it('a quantity below the least one is answered with the least one', async () => {
  const rules: Rules = { market: 'AR', minimum: '1', step: '1', wholeStep: '1', ticks: [{ from: '0', tick: '0.01' }], bands: null }
  const draft = draftOf({ side: 'buy', price: '', quantity: '0.5', timeInForce: 'DAY' })
  const quote = quoteOf('AR', 'CRYL')
  const Words = () => {
    const t = useText('orders')
    return <p>{faultText(t, 'es', 'quantity.minimum', { rules, draft, quote })}</p>
  }
  await visit(Words, { at: '', answers: [] })
  expect(screen.getByText('La cantidad mínima es 1')).toBeDefined()
})

it('the words beside the switch of the exits turn it as well', async () => {
  await visit(Exits, { at: '', answers: [] })
  fireEvent.click(screen.getByText('Toma de ganancia y stop de pérdida'))
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')
})
