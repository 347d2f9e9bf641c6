import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { mur } from '../random/murmur.ts'
import { catalogueTag } from '../random/tags.ts'

/**
 * A logo drawn from the ticker: a rounded square in a deep colour with two or three bright shapes on it, no text.
 * The same ticker always gives the same drawing, so logos are never stored.
 */
export function logo(instrument: Pick<Instrument, 'id' | 'name'>): string {
  const seed = [...instrument.id].reduce((hash, letter) => mur(hash, letter.codePointAt(0) ?? 0), 0)
  const choose = (counter: number, count: number): number => mur(seed, catalogueTag.logo, counter) % count
  const id = `logo-${instrument.id.replaceAll(/[^A-Za-z0-9]/g, '-')}`
  const hue = choose(0, 24) * 15
  const accent = (hue + (ACCENTS[choose(1, ACCENTS.length)] ?? 0)) % 360
  const draw = COMPOSITIONS[choose(2, COMPOSITIONS.length)] ?? peak
  const shift = choose(3, 7) - 3
  const shapes = draw({ main: `url(#${id}-main)`, accent: `hsl(${accent} 88% 68%)`, pale: `hsl(${hue} 60% 84%)`, shift })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${escape(instrument.name)}"><defs>` +
    gradient(`${id}-ground`, `hsl(${hue} 52% 30%)`, `hsl(${(hue + 25) % 360} 58% 17%)`) +
    gradient(`${id}-main`, `hsl(${(hue + 20) % 360} 85% 66%)`, `hsl(${(hue + 335) % 360} 78% 52%)`) +
    `</defs><rect width="64" height="64" rx="15" fill="url(#${id}-ground)"/>${shapes}</svg>`
  )
}

type Paint = Readonly<{ main: string; accent: string; pale: string; shift: number }>

const ACCENTS = [45, 60, 150, 180, 210, 300]

const gradient = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`

const peak = ({ main, accent, shift }: Paint): string =>
  `<path d="M${26 + shift} 17 48 48H14Z" fill="${main}"/><circle cx="${42 + shift}" cy="24" r="8" fill="${accent}" fill-opacity=".92"/>`

const twinPeaks = ({ main, accent, pale, shift }: Paint): string =>
  `<path d="M22 ${22 + shift} 38 48H10Z" fill="${accent}"/><path d="M40 16 55 48H25Z" fill="${main}" fill-opacity=".9"/><circle cx="20" cy="17" r="4" fill="${pale}"/>`

const orbit = ({ main, accent, pale, shift }: Paint): string =>
  `<circle cx="32" cy="32" r="17" fill="${main}"/><circle cx="${44 + shift}" cy="20" r="7" fill="${accent}"/><circle cx="27" cy="37" r="5" fill="${pale}" fill-opacity=".75"/>`

const leaves = ({ main, accent, shift }: Paint): string =>
  `<path d="M14 50C14 28 28 14 50 14c0 22-14 36-36 36Z" fill="${main}"/><path d="M14 50c0-12 8-20 20-20 0 12-8 20-20 20Z" fill="${accent}" fill-opacity=".85" transform="translate(${shift} 0)"/>`

const bars = ({ main, accent, pale, shift }: Paint): string =>
  `<rect x="14" y="${32 + shift}" width="10" height="${18 - shift}" rx="4" fill="${pale}" fill-opacity=".8"/><rect x="27" y="22" width="10" height="28" rx="4" fill="${main}"/><rect x="40" y="14" width="10" height="36" rx="4" fill="${accent}"/>`

const quarters = ({ main, accent, pale, shift }: Paint): string =>
  `<path d="M15 15h17v17H15a17 17 0 0 1 0-17Z" fill="${accent}"/><path d="M32 32h17a17 17 0 0 1-17 17Z" fill="${main}"/><path d="M32 32V15a17 17 0 0 1 17 17Z" fill="${pale}" fill-opacity=".8"/><circle cx="${22 + shift}" cy="42" r="6" fill="${main}"/>`

const diamond = ({ main, accent, shift }: Paint): string =>
  `<rect x="19" y="19" width="26" height="26" rx="5" fill="${main}" transform="rotate(45 32 32)"/><rect x="27" y="27" width="10" height="10" rx="2" fill="${accent}" transform="rotate(${45 + shift * 5} 32 32)"/>`

const waves = ({ main, accent, pale }: Paint): string =>
  `<path d="M12 30q10-14 20 0t20 0v20q0 2-2 2H14q-2 0-2-2Z" fill="${main}"/><path d="M12 40q10-10 20 0t20 0v10q0 2-2 2H14q-2 0-2-2Z" fill="${accent}" fill-opacity=".8"/><circle cx="44" cy="18" r="5" fill="${pale}"/>`

const rings = ({ main, accent, shift }: Paint): string =>
  `<circle cx="${26 + shift}" cy="32" r="12" fill="none" stroke="${main}" stroke-width="6"/><circle cx="${40 + shift}" cy="32" r="12" fill="none" stroke="${accent}" stroke-width="6" stroke-opacity=".85"/>`

const COMPOSITIONS = [peak, twinPeaks, orbit, leaves, bars, quarters, diamond, waves, rings]

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
