import { paperText } from '@rueda/proof/paper.ts'
import jsQR from 'jsqr'
import { expect, it } from 'vitest'
import { qrModules } from './qr-code.ts'

const PIXELS_A_MODULE = 4
const QUIET_PIXELS = 16
const TEXT = paperText({
  ...{ hash: 'c5'.repeat(32), sequence: 123_456, head: 'a7'.repeat(32), entry: 98_765_432 },
  origin: `rueda.invalid/${'0'.repeat(36)}/trust/log`,
})

it('a camera reads from the code exactly what the paper is checked by', () => {
  const rows = qrModules(TEXT)
  const side = rows.length * PIXELS_A_MODULE + 2 * QUIET_PIXELS
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = QUIET_PIXELS; y < side - QUIET_PIXELS; y += 1) {
    for (let x = QUIET_PIXELS; x < side - QUIET_PIXELS; x += 1) {
      const [row, column] = [y, x].map((each) => Math.floor((each - QUIET_PIXELS) / PIXELS_A_MODULE)) as [number, number]
      if (rows[row]?.[column]) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  expect(jsQR.default(pixels, side, side)?.data).toBe(TEXT)
})
