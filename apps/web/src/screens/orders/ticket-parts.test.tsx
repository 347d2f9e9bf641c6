import { UiProvider, useUi } from '@rueda/ui/provider/context.tsx'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { detailOf, quoteOf } from '../../testing/samples.ts'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { ExitFields } from './ExitFields.tsx'
import { AmountChips } from './SizeFields.tsx'
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

/** The chips over an amount typed on a ticket. */
function Chips({ money, namesAmount }: Readonly<{ money: string | null; namesAmount: boolean }>) {
  const [draft, setDraft] = useState({ ...draftOf({ side: 'buy', price: '', quantity: '', timeInForce: 'DAY' }), unit: 'amount' as const })
  const ticket = {
    ...{ draft, money, namesAmount, most: '54', price: '182.37', quote: quoteOf('US', 'ARDV') },
    rules: { step: '1', wholeStep: '1' },
    change: (changes: object) => setDraft({ ...draft, ...changes }),
  }
  return (
    <>
      <AmountChips ticket={ticket} />
      <p data-testid="amount">{draft.amount}</p>
    </>
  )
}

it.each([
  ['a purchase: shares of the money, and at most the largest there can be', '10000.00', false, ['2500.00', '9847.98']],
  ['a purchase whose order names the amount: all of the money', '10000.00', true, ['2500.00', '10000.00']],
  ['a sale: what shares of the stock are worth', null, false, ['2370.81', '9847.98']],
])('where money is typed the chips give money. %s', async (_, money, namesAmount, [quarter, whole]) => {
  await visit(() => <Chips money={money} namesAmount={namesAmount} />, { at: '', answers: [] })
  fireEvent.click(screen.getByRole('button', { name: '25%' }))
  expect(screen.getByTestId('amount').textContent).toBe(quarter)
  fireEvent.click(screen.getByRole('button', { name: /^Máx \$/ }))
  expect(screen.getByTestId('amount').textContent).toBe(whole)
  expect(screen.getByRole('button', { name: /^Máx/ }).getAttribute('aria-pressed')).toBe('true')
})
