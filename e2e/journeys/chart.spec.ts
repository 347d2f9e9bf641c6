import type { Page } from '@playwright/test'
import { hold } from '../customer.ts'
import { chooseElsewhere } from '../device.ts'
import { expect, test } from '../journey.ts'
import { Chart } from '../pages/chart.ts'
import { QuotePage } from '../pages/quote.ts'
import { settled } from '../screens.ts'

/** The chart keeps its settings, shows what happened, and fills the screen. */
/** Prices, a line, volume, times. */
const ROWS_WITH_VOLUME = 4
const open = async (visit: ConstructorParameters<typeof QuotePage>[0]) => {
  await new QuotePage(visit).openStock('ARDV', 'Aurora Devices')
  const chart = new Chart(visit)
  await expect(chart.slider).toBeVisible()
  return chart
}

test('period, candles and indicators hold at once and after a reload', async ({ visit, page }) => {
  const chart = await open(visit)
  await chart.chooseRange('3M')
  await chart.chooseCandles()
  await chart.chooseStudies('sma', 'ema', 'rsi')
  await chart.says('MA 5 \\d', 'EMA 12 \\d', 'RSI 14 \\d')

  await page.reload()
  await expect(chart.range('3M')).toHaveAttribute('aria-selected', 'true')
  await chart.hasCandles()
  await chart.says('MA 5 \\d', 'EMA 12 \\d', 'RSI 14 \\d')
})

test('candles and lines keep the volume in a pane of its own', async ({ visit }) => {
  const chart = await open(visit)
  await expect(chart.rows).toHaveCount(ROWS_WITH_VOLUME)
  await chart.chooseCandles()
  await expect(chart.rows).toHaveCount(ROWS_WITH_VOLUME)
  await chart.chooseLine()
  await expect(chart.rows).toHaveCount(ROWS_WITH_VOLUME)
})

test('others are compared in percent over every range, and are there after a reload', async ({ visit, page, say }) => {
  const index = say('instruments', 'named', { name: say('instruments', 'index.US500') })
  const percent = '[+\u2212]?[\\d.,]+'
  const chart = await open(visit)
  await chart.chooseCandles()
  await chart.compareWith('US500', index)
  for (const range of ['1D', '1W', '1M', '3M', '1Y'] as const) {
    await chart.chooseRange(range)
    await chart.says(`Aurora Devices ${percent}`, `${index.replaceAll(/[()]/gu, String.raw`\$&`)} ${percent}`)
  }
  await page.reload()
  await expect(chart.compared(index)).toBeVisible()
  await chart.stopComparingWith(index)
  await chart.hasCandles()
})

test('every range loads, one after the other', async ({ visit, page }) => {
  const chart = await open(visit)
  const ranges = chart.ranges
  expect(await ranges.count()).toBe(6)
  for (const range of await ranges.all()) {
    await range.click()
    await expect(range).toHaveAttribute('aria-selected', 'true')
    await settled(page)
    expect(Number(await chart.slider.getAttribute('aria-valuemax'))).toBeGreaterThan(0)
    await expect(page.locator('#screen [data-failed]')).toHaveCount(0)
  }
})

test('its colours change with the palette at once', async ({ visit, page, complaints }) => {
  complaints.expect(/willReadFrequently/)
  const chart = await open(visit)
  await chart.chooseCandles()
  await chooseElsewhere(page, { updown: 'green-red' })
  await expect.poll(() => drawn(page)).toEqual(['green', 'red'])
  await chooseElsewhere(page, { updown: 'blue-orange' })
  await expect.poll(() => drawn(page)).toEqual(['blue', 'orange'])
})

/** Which of the colours of rise and fall are drawn on the chart, by their names among the tokens. */
const drawn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const tokens = getComputedStyle(document.documentElement)
    const numbers = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    const pixels = new Set<string>()
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('#screen canvas')) {
      const data = canvas.width === 0 ? [] : (canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) pixels.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`)
    }
    return ['green', 'red', 'blue', 'orange'].filter((name) => pixels.has(numbers(tokens.getPropertyValue(`--${name}`).trim()).join(' ')))
  })

test('the keys go from bar to bar and the header follows', async ({ visit, page }) => {
  const chart = await open(visit)
  await chart.chooseRange('1M')
  await chart.slider.focus()
  await page.keyboard.press('Home')
  await expect(chart.slider).toHaveAttribute('aria-valuenow', (await chart.slider.getAttribute('aria-valuemin')) ?? '')
  const [when = ''] = ((await chart.slider.getAttribute('aria-valuetext')) ?? '').split(',')
  await expect(page.locator('#screen').getByText(when)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('#screen').getByText(when)).toBeHidden()
})

test('own executions are told where they happened', async ({ visit, customer, say, page }) => {
  await hold(customer, 'ARDV', '3')
  const bought = say('charts', 'mark.buy', { quantity: '3', price: '[\\d.,]+' })
  const chart = await open(visit)
  await chart.chooseRange('3M')
  await chart.says(bought)
  await chart.slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart.slider).not.toHaveAttribute('aria-valuetext', new RegExp(bought))
})

test('it fills the screen, goes back beyond its period, and closes by its button, by Escape and by the way back', async ({
  visit,
  page,
}) => {
  const chart = await open(visit)
  await chart.chooseRange('1W')
  const bars = Number(await chart.slider.getAttribute('aria-valuemax'))
  const full = await chart.fillScreen()
  await expect.poll(async () => Number(await full.slider.getAttribute('aria-valuemax'))).toBeGreaterThan(bars)
  await full.slider.focus()
  await page.keyboard.press('Home')
  await expect(full.slider).toHaveAttribute('aria-valuenow', '0')
  await full.close()
  await full.isClosed()

  await chart.fillScreen()
  await page.keyboard.press('Escape')
  await full.isClosed()

  await chart.fillScreen()
  await page.goBack()
  await full.isClosed()
  await expect(page).toHaveURL(/quote\/stock/)
})

test('on a telephone held upright it lies on its side', async ({ visit, page }) => {
  const full = await (await open(visit)).fillScreen()
  const box = await full.slider.boundingBox()
  expect(box?.height ?? 0).toBeGreaterThan(box?.width ?? 0)
  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(async () => (await full.slider.boundingBox())?.width ?? 0).toBeGreaterThan(600)
})
