import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './root.ts'

/**
 * Draws the icons of the installed app from the project's own mark, `apps/web/public/icon.svg`: `node tools/icons.ts`. They are committed, for
 * a mark changes rarely and a build should not draw.
 */
const folder = join(root, 'apps/web/public')
const mark = readFileSync(join(folder, 'icon.svg'), 'utf8')
/** A system that cuts icons to its own shape wants them without corners; the mark lies within the circle that is never cut. */
const whole = mark.replace('rx="16"', '')
if (whole === mark) throw new Error('the mark has no rounded corners to take away: look at how icons without corners are made')

const icons = [
  ['icon-192.png', mark, 192],
  ['icon-512.png', mark, 512],
  ['icon-maskable-192.png', whole, 192],
  ['icon-maskable-512.png', whole, 512],
  ['apple-touch-icon.png', whole, 180],
] as const

/** Dots to the inch at which an SVG of 64 units is drawn one to one. */
const DENSITY_OF_ONE = 72
const UNITS = 64

for (const [name, svg, size] of icons) {
  const png = sharp(Buffer.from(svg), { density: (DENSITY_OF_ONE * size) / UNITS }).resize(size, size)
  writeFileSync(join(folder, name), await png.png({ compressionLevel: 9, palette: false }).toBuffer())
  console.log(`${name}: ${size} × ${size}`)
}
