import { ConsolePage } from '../pages/console.ts'
import { NewsPage } from '../pages/news.ts'
import { expect, test } from '../staff.ts'

/** An article of staff: one writes it, another publishes it, everybody reads it, and one takes it back. */
const TITLE = 'Nuevo horario de atención'
const TEXT = 'Desde el lunes atendemos hasta las 20.'

test('an article is written by one, published by two, read, and taken back', async ({ staffOf, visit, page, say }) => {
  const ana = await staffOf(['product'], { name: 'Ana Ruiz' })
  const desk = await new ConsolePage(ana).goTo('nav.articles')
  await desk.press('articles.write', desk.content)
  const write = async (language: string, title: string, text: string): Promise<void> => {
    const fields = desk.drawer.getByRole('group', { name: ana.say('broadcasts.language'), exact: true })
    await fields.getByRole('button', { name: language }).click()
    await desk.drawer.getByRole('textbox', { name: ana.say('broadcasts.title') }).fill(title)
    await desk.drawer.getByRole('textbox', { name: ana.say('broadcasts.body') }).fill(text)
  }
  await desk.drawer.getByRole('textbox', { name: ana.say('articles.mentioned') }).fill('us:ardv')
  await write('Español', TITLE, `${TEXT}\nMás en https://example.org/horario`)
  await write('English', 'New hours', 'From Monday on we answer until 20:00.')
  await expect(desk.drawer.locator('.phone-frame').getByText(TITLE)).toHaveCount(2)
  await desk.because('maintenance')
  await desk.press('articles.publish')
  await desk.hears('two.waiting')

  const news = await (await new NewsPage(visit).open('pages/news/index?tag=house')).isShown()
  await expect(news.content.getByText(say('articles', 'notFound'))).toBeVisible()

  const bea = await staffOf(['product'], { name: 'Bea Sosa' })
  const second = await new ConsolePage(bea).goTo('nav.articles')
  await second.row(TITLE).click()
  await second.press('articles.publishSecond')
  await second.hears('two.done')

  await page.reload()
  await news.read(TITLE)
  await expect(news.content.getByText(TEXT)).toBeVisible()
  await expect(news.content.getByText(say('articles', 'simulated'))).toHaveCount(0)
  await expect(news.content.getByRole('link', { name: /ARDV/u })).toBeVisible()

  await second.row(TITLE).click()
  await second.because('correction')
  await second.press('articles.withdraw')
  await second.hears('articles.withdrawn')
  await page.reload()
  await expect(news.content.getByText(say('articles', 'gone'))).toBeVisible()
})
