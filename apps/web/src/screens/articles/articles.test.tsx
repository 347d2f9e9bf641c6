import { type Article, type ArticleItem, articles } from '@rueda/contract/articles.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NewsAbout } from '../../shared/articles/NewsAbout.tsx'
import { change, useSettings } from '../../shared/device/settings.ts'
import { onePage, quoteOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { NewsCard } from '../home/NewsCard.tsx'
import { NewsLine } from '../home/NewsLine.tsx'
import { ArticlePage } from './ArticlePage.tsx'
import { News } from './News.tsx'

/** Goal: news are found and read, marked for what they are, and lead to what they are about; no text of theirs is ever markup. */
beforeEach(() => change({ articleSize: 'usual' }))
afterEach(leave)

const ID = '01a1fd22-b178-7ed2-a02c-6916a8f97824'
const itemOf = (differs: Partial<ArticleItem> = {}): ArticleItem => ({
  ...{ id: ID, title: 'ARDV subió 7,12%', summary: 'ARDV cerró en $182,10.', cover: null, tag: 'company', source: 'Rueda' },
  ...{ createTimeTimestamp: Date.UTC(2026, 10, 18, 21), simulated: 1, lang: 'es', venue: 'SIM' },
  ...differs,
})
const articleOf = (differs: Partial<Article> = {}): Article => ({
  ...itemOf(),
  content:
    '<p>ARDV cerró en $182,10.</p><p>Ver <a href="https://example.org/x" rel="noopener noreferrer nofollow">https://example.org/x</a></p>',
  instruments: [quoteOf('US', 'ARDV')],
  ...differs,
})

describe('the list', () => {
  it('shows news under their days, asks for the tag, and leads to the article', async () => {
    const { asked } = await visit(News, { at: 'pages/news/index?tag=company', answers: [answer(articles.list, onePage([itemOf()]))] })
    expect((await screen.findByRole('link', { name: /ARDV subió/ })).getAttribute('href')).toBe(`#/pages/news/detail?id=${ID}`)
    expect(screen.getByRole('heading', { name: '18/11/2026' })).toBeDefined()
    expect(asked(articles.list)[0]).toMatchObject({ tag: 'company' })
  })

  it('looks for what is typed, and says when there is nothing like it', async () => {
    const { asked } = await visit(News, {
      at: 'pages/news/index',
      answers: [answer(articles.list, ({ keyword }) => onePage(keyword === undefined ? [itemOf()] : []))],
    })
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Buscar en las noticias' }), { target: { value: 'zinc' } })
    expect(await screen.findByText(/No encontramos noticias así/)).toBeDefined()
    expect(asked(articles.list)).toContainEqual(expect.objectContaining({ keyword: 'zinc' }))
  })

  it('says that there are none yet', async () => {
    await visit(News, { at: 'pages/news/index', answers: [answer(articles.list, onePage<ArticleItem>([]))] })
    expect(await screen.findByText(/Todavía no hay noticias/)).toBeDefined()
  })
})

describe('an article', () => {
  const open = (given: Parameters<typeof answer<typeof articles.one>>[1], id = ID) =>
    visit(ArticlePage, { at: `pages/news/detail?id=${id}`, answers: [answer(articles.one, given)] })

  it('is marked as simulated, says when it is from, and leads to what it mentions', async () => {
    await open(articleOf())
    expect(await screen.findByRole('heading', { name: 'ARDV subió 7,12%' })).toBeDefined()
    expect(screen.getByText('Noticia simulada')).toBeDefined()
    expect(screen.getByText('Empresas')).toBeDefined()
    expect(screen.getByRole('link', { name: /ARDV name/ }).getAttribute('href')).toContain('pages/quote/stock')
    expect(screen.queryByText(/Este texto está en/)).toBeNull()
  })

  it('shows what staff wrote without that mark, and says which language it is in', async () => {
    await open(articleOf({ simulated: 0, tag: 'house', lang: 'en', instruments: [] }))
    expect(await screen.findByText('Este texto está en inglés.')).toBeDefined()
    expect(screen.queryByText('Noticia simulada')).toBeNull()
    expect(screen.queryByText('Instrumentos mencionados')).toBeNull()
    expect(screen.getByRole('heading', { level: 2 }).getAttribute('lang')).toBe('en')
  })

  // `docs/rules/bad-input.md` D05, D07, D19.
  it('shows markup as text, whoever slipped it in', async () => {
    await open(
      articleOf({
        title: '<b>x</b>',
        content: '<p><img src=x onerror=alert(1)>&lt;script&gt;1&lt;/script&gt;</p><form id="location"></form>',
      }),
    )
    expect(await screen.findByText('<img src=x onerror=alert(1)><script>1</script>')).toBeDefined()
    expect(screen.getByRole('heading', { name: '<b>x</b>' })).toBeDefined()
    expect(document.querySelectorAll('article img, article script, form, #location')).toHaveLength(0)
  })

  it('is read in the size that was chosen, also next time', async () => {
    await open(articleOf())
    fireEvent.click(await screen.findByRole('button', { name: 'Letra más grande' }))
    expect(useSettings.getState().articleSize).toBe('large')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Letra más grande' }).disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Letra más chica' }))
    fireEvent.click(screen.getByRole('button', { name: 'Letra más chica' }))
    expect(useSettings.getState().articleSize).toBe('small')
  })

  it('copies its address', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await open(articleOf())
    fireEvent.click(await screen.findByRole('button', { name: 'Compartir' }))
    await waitFor(() => expect(copy.mock.calls[0]?.[0]).toContain(`pages/news/detail?id=${ID}`))
  })

  it.each([
    ['of which nobody knows', ID],
    ['without a true id', 'javascript:alert(1)'],
  ])('%s leads to the news', async (_, id) => {
    await open(() => ({ refusedWith: codeOf('object.not_found') }), id)
    expect(await screen.findByText(/No encontramos esta noticia/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Ver las noticias' }).getAttribute('href')).toBe('#/pages/news/index')
  })
})

describe('elsewhere', () => {
  it('home has the latest in one line, and three with a way to all', async () => {
    const Both = () => (
      <>
        <NewsLine />
        <NewsCard />
      </>
    )
    const { asked } = await visit(Both, { at: '', answers: [answer(articles.list, onePage([itemOf()]))] })
    expect(await screen.findByRole('link', { name: 'Última noticia: ARDV subió 7,12%' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Ver todo' }).getAttribute('href')).toBe('#/pages/news/index')
    // One read serves both.
    expect(asked(articles.list)).toEqual([{ pageSize: 3 }])
  })

  it('home says that there are no news, and has no line without one', async () => {
    const Both = () => (
      <>
        <NewsLine />
        <NewsCard />
      </>
    )
    await visit(Both, { at: '', answers: [answer(articles.list, onePage<ArticleItem>([]))] })
    expect(await screen.findByText(/Todavía no hay noticias/)).toBeDefined()
    expect(screen.queryByRole('link', { name: /Última noticia/ })).toBeNull()
  })

  it('an instrument has the news that mention it', async () => {
    const { asked } = await visit(() => <NewsAbout quote={quoteOf('AR', 'GGAL')} />, {
      at: 'pages/quote/stock',
      answers: [answer(articles.list, onePage([itemOf()])), answer(quotes.many, [])],
    })
    expect(await screen.findByRole('link', { name: /ARDV subió/ })).toBeDefined()
    expect(asked(articles.list)[0]).toMatchObject({ stockCode: 'GGAL', market: 'AR' })
  })
})
