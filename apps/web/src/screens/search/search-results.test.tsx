import { quotes } from '@rueda/contract/quotes.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { quoteOf } from '../../testing/samples.ts'
import { type Visit, answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Search } from './Search.tsx'

/** Goal: the best match stands first on the page, instruments before pages, and whoever finds nothing is told what finds something. */
afterEach(leave)

const open = (typed: string, found: readonly ReturnType<typeof quoteOf>[], signedIn = true): Promise<Visit> =>
  visit(Search, { at: `pages/search/index?q=${encodeURIComponent(typed)}`, answers: [answer(quotes.search, [...found])], signedIn })

const headings = (): (string | null)[] => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

describe('what was found', () => {
  const share = quoteOf('US', 'OILX', { name: 'Fondos del Sur' })
  const future = quoteOf('FUT', 'SCL-2026Z')

  it('stands by kinds, first the kind of the best match, and pages of the app after them', async () => {
    await open('fondos', [future, share])
    await screen.findByRole('link', { name: /Petróleo liviano/ })
    expect(headings()).toEqual(['Futuros', 'Acciones', 'En la app'])
    expect(screen.getByRole('link', { name: 'Fondos' }).getAttribute('href')).toBe('#/pages/yinmutual/index')
  })

  it('puts pages that are called so before instruments that only resemble it', async () => {
    await open('loan', [quoteOf('US', 'LNGC', { name: 'Longacre Cycles' })])
    const share = await screen.findByText('Longacre Cycles')
    const [page] = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.includes('pages/loan/index') === true)
    expect(page?.compareDocumentPosition(share)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('is opened by Enter, and walked through by arrows, back to the field at the top', async () => {
    await open('fondos', [share, future])
    const field = screen.getByRole('searchbox')
    const first = await screen.findByRole('link', { name: /Fondos del Sur/ })
    const opened: (string | null)[] = []
    first.addEventListener('click', (event) => {
      event.preventDefault()
      opened.push(first.getAttribute('href'))
    })
    fireEvent.keyDown(field, { key: 'Enter' })
    await expect.poll(() => opened).toEqual([first.getAttribute('href')])

    field.focus()
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(first)
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toContain('Petróleo liviano')
    fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowUp' })
    fireEvent.keyDown(first, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(field)
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(field)
  })

  it('opens nothing once another word is typed, even if that word comes back', async () => {
    const first = Promise.withResolvers<readonly ReturnType<typeof quoteOf>[]>()
    await visit(Search, {
      at: 'pages/search/index?q=fondos',
      answers: [answer(quotes.search, async ({ keyword }) => (keyword === 'fondos' ? [...(await first.promise)] : []))],
      signedIn: true,
    })
    const field = screen.getByRole('searchbox')
    await screen.findByDisplayValue('fondos')
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.change(field, { target: { value: 'fondos x' } })
    fireEvent.change(field, { target: { value: 'fondos' } })
    const clicks: string[] = []
    const listen = (): void => void clicks.push('opened')
    window.addEventListener('click', listen)
    first.resolve([share])
    await screen.findByRole('link', { name: /Fondos del Sur/ })
    await new Promise((resolve) => setTimeout(resolve, 50))
    window.removeEventListener('click', listen)
    expect(clicks).toEqual([])
  })

  it('opens nothing where nothing was found, with another key held, or while a word is composed', async () => {
    const { place } = await open('zzzzzz', [])
    await screen.findByText('Sin resultados para «zzzzzz»')
    const field = screen.getByRole('searchbox')
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.getByText('Sin resultados para «zzzzzz»')).toBeDefined()
    expect(place()).toContain('pages/search/index')
  })

  it('may be pages alone', async () => {
    await open('préstamo', [])
    const row = await screen.findByRole('link', { name: /^Préstamo/ })
    expect(within(row).getByText('Préstamo').tagName).toBe('B')
    expect(screen.queryByText(/Sin resultados/)).toBeNull()
  })

  it('tells a guest where a login comes first', async () => {
    await open('depositar', [], false)
    const row = await screen.findByRole('link', { name: /^Depositar/ })
    expect(row.textContent).toContain('Te pedimos iniciar sesión')
  })

  it('is nothing: then words are offered that find something, and the markets', async () => {
    const { asked } = await open('zzzzzz', [])
    expect(await screen.findByText('Sin resultados para «zzzzzz»')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Ver todos los mercados' }).getAttribute('href')).toBe('#/pages/market/index')
    fireEvent.click(screen.getByRole('button', { name: 'oro' }))
    expect(await screen.findByDisplayValue('oro')).toBeDefined()
    await expect.poll(() => asked(quotes.search).at(-1)?.['keyword']).toBe('oro')
  })
})
