import { create } from 'qrcode'
import type { Sheet } from './pdf-table.ts'

/** A QR code on paper: dark on white, with the quiet zone that readers need. Its side with that zone: */
export const QR_PX = 108
const QUIET_MODULES = 4

/** Rows of modules, dark or not. A quarter of them may be unreadable: paper is folded and copied. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  const { modules } = create(text, { errorCorrectionLevel: 'Q' })
  return Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_each, column) => modules.get(row, column) === 1),
  )
}

/** `x` and `y` are its upper left corner on the page. */
export function drawQr(sheet: Sheet, text: string, { x, y }: Readonly<{ x: number; y: number }>): void {
  const rows = qrModules(text)
  const module = QR_PX / (rows.length + 2 * QUIET_MODULES)
  const at = (index: number): number => (index + QUIET_MODULES) * module
  for (const [row, cells] of rows.entries())
    for (const [column, isDark] of cells.entries()) if (isDark) sheet.rect(x + at(column), y + at(row), module, module)
  sheet.fill('black')
}
